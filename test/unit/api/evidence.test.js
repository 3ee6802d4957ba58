const { PROVEN_CALLS } = require('../../engine/provenCalls');
const { filesIn, read } = require('../architecture/sources');

test('the lost response of each call that goes through `callProven` is tested', () => {
	const sources = filesIn('nodes/Verbit/api', '.ts').map(read);
	const calling = sources.filter((source) => source.includes("from './callProven'"));
	const paths = calling.map((source) => source.match(/(?<='\/job\/)\w+/g) ?? ['a call elsewhere']);
	expect(new Set(paths.flat())).toEqual(new Set(Object.values(PROVEN_CALLS)));
});

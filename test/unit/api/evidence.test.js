const { ONCE_CALLS } = require('../../engine/onceCalls');
const { filesIn, read } = require('../architecture/sources');

test('the lost response of each call that goes through `once` is tested', () => {
	const sources = filesIn('nodes/Verbit/api', '.ts').map(read);
	const calling = sources.filter((source) => source.includes("from './once'"));
	const paths = calling.map((source) => source.match(/(?<='\/job\/)\w+/g) ?? ['a call elsewhere']);
	expect(new Set(paths.flat())).toEqual(new Set(Object.values(ONCE_CALLS)));
});

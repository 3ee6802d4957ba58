const { ADVICE } = require('../../../nodes/Verbit/errors/advice');
const { MESSAGE_GROUPS, MESSAGES } = require('../../../nodes/Verbit/errors/catalogue');
const { productFiles, read } = require('../architecture/imports');

/** Files whose errors still have their texts in the code. The list only shrinks. */
const OPEN = [
	'nodes/Verbit/api/directUploadUrl.ts',
	'nodes/Verbit/parameters/jobCall.ts',
	'nodes/Verbit/parameters/jobMetadata.ts',
	'nodes/Verbit/parameters/language.ts',
	'nodes/Verbit/parameters/readNewJob.ts',
	'nodes/Verbit/parameters/startOptions.ts',
	'nodes/Verbit/parameters/textList.ts',
	'nodes/Verbit/parameters/toolRun.ts',
	'nodes/Verbit/parameters/wholeNumber.ts',
	'nodes/Verbit/actions/job/requestUploadUrl.ts',
];

const outside = productFiles().filter((file) => !file.startsWith('nodes/Verbit/errors/'));
/** All that may throw: not the entries themselves. */
const code = productFiles()
	.filter((file) => !/^nodes\/Verbit\/errors\/(messages\/|catalogue)/.test(file))
	.map(read)
	.join('\n');

test('every error outside the catalogue is thrown by its code', () => {
	const withOwnText = outside.filter((file) => /new StepError\(|\binputError\(/.test(read(file)));
	expect(withOwnText.filter((file) => !OPEN.includes(file))).toEqual([]);
});

test('everything in the catalogue is thrown', () => {
	const unused = Object.keys(MESSAGES).filter((name) => !code.includes(`'${name}'`));
	expect(unused).toEqual([]);
});

test('every sentence of advice is given', () => {
	const unused = Object.keys(ADVICE).filter((name) => !code.includes(`'${name}'`));
	expect(unused).toEqual([]);
});

test('a code stands in one group, in capitals', () => {
	const codes = MESSAGE_GROUPS.flatMap(({ messages }) => Object.keys(messages));
	expect(codes.filter((name, index) => codes.indexOf(name) !== index)).toEqual([]);
	expect(codes.filter((name) => !/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(name))).toEqual([]);
	expect(codes.sort()).toEqual(Object.keys(MESSAGES).sort());
});

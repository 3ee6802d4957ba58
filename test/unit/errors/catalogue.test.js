const { ADVICE } = require('../../../nodes/Verbit/errors/fault');
const { MESSAGE_GROUPS, MESSAGES } = require('../../../nodes/Verbit/errors/catalogue');
const { productFiles, read } = require('../architecture/imports');

const outside = productFiles().filter((file) => !file.startsWith('nodes/Verbit/errors/'));
/** All that may throw: not the entries themselves. */
const code = productFiles()
	.filter((file) => !/^nodes\/Verbit\/errors\/(messages\/|catalogue)/.test(file))
	.map(read)
	.join('\n');

test('every error outside the catalogue is thrown by its code', () => {
	const withOwnText = outside.filter((file) => /new StepError\(|\binputError\(/.test(read(file)));
	expect(withOwnText).toEqual([]);
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

const { MESSAGES } = require('../../../nodes/Verbit/errors/catalogue');
const { SENTENCES } = require('../../../nodes/Verbit/errors/messages/sentences');
const { productFiles, read } = require('../architecture/imports');
const { errorClassesIn, errorsMadeIn, textsHandedOn } = require('./errorsInCode');

const files = productFiles();

/** Where an error may be made, and why its text isn't one of the catalogue's. */
const MADE_IN_ONE_PLACE = {
	'nodes/Verbit/errors/createError.ts: StepError': 'from the catalogue',
	'nodes/Verbit/errors/stepError.ts: StepError': 'from another one',
	'nodes/Verbit/errors/nodeErrors.ts: NodeApiError': 'from a StepError',
	'nodes/Verbit/errors/nodeErrors.ts: NodeOperationError': "from a StepError, or n8n's own error",
	'nodes/Verbit/errors/message.ts: Error': 'a fault of the package, which its types rule out',
	'nodes/Verbit/http/openResponse.ts: Error': 'a reason, which a message of the catalogue holds',
	'nodes/Verbit/n8n/records.ts: Error': 'a reason, which a message of the catalogue holds',
	'nodes/Verbit/upload/judge.ts: Error': 'a reason, which a message of the catalogue holds',
	'nodes/Verbit/upload/meter.ts: Error': 'a reason, which a message of the catalogue holds',
	'nodes/Verbit/upload/meter.ts: WrongLength': 'a reason, which a message of the catalogue holds',
	'nodes/Verbit/upload/urlSource.ts: WebPage': 'a sign without a text',
	'nodes/Verbit/api/refusals.ts: StepError': 'from that of the credential',
	'credentials/verbitApi/accessToken.ts: AccessTokenExpired':
		'a sign for n8n to renew the token; the node replaces its text',
	'credentials/verbitApi/accessToken.ts: Error':
		'ends a request that nobody waits for any more: the execution was stopped',
};

/** Errors that may be made anywhere: the first value they take is a code of the catalogue, which their type demands. */
const WITH_CODE = ['AuthenticationError', 'Refusal'];

test('every error that the code makes is one of the catalogue, or is known not to reach a user', () => {
	const classes = files.flatMap((file) => errorClassesIn(read(file)));
	expect(classes).toEqual(expect.arrayContaining(['StepError', 'WebPage', ...WITH_CODE]));
	const made = files.flatMap((file) =>
		errorsMadeIn(read(file), classes)
			.filter((name) => !WITH_CODE.includes(name))
			.map((name) => `${file}: ${name}`),
	);
	expect([...new Set(made)].sort()).toEqual(Object.keys(MADE_IN_ONE_PLACE).sort());
});

test.each([
	["throw new NodeOperationError(node, 'No file');", ['NodeOperationError']],
	["throw new Error('No file');", ['Error']],
	["throw Error('No file');", ['Error']],
	["throw new Sign('No file');", ['Sign']],
	["throw 'No file';", ['own value']],
	["throw { message: 'No file' } as Error;", ['own value']],
	["reject(Object.assign(new TypeError('No file'), { code }));", ['TypeError']],
	['const error = new Sign(); throw error;', ['Sign']],
	["throw createError('FILE_EMPTY', {});", []],
	['throw error;', []],
])('%s makes %j', (source, made) => {
	expect(errorsMadeIn(source, ['Sign'])).toEqual(made);
});

/** All texts that the code hands on, but for the entries of the catalogue themselves. */
const given = new Set(
	files
		.filter((file) => !/^nodes\/Verbit\/errors\/(messages\/|catalogue)/.test(file))
		.flatMap((file) => textsHandedOn(read(file))),
);

test.each([
	["createError('A', {})", ['A']],
	["new Refusal('A')", ['A']],
	["const codes = { b: 'A' };", ['A']],
	["const code = isB ? 'A' : ('B' satisfies Code);", ['A', 'B']],
	["const { code = 'A' as Code } = details;", ['A']],
	["const codeOf = () => 'A';", ['A']],
	["function codeOf() { return code ?? 'A'; }", ['A']],
	["const CODES = ['A', 'B'] satisfies Code[];", []],
	["const CODE = 'A' satisfies Code;", []],
	["code === 'A' ? b() : c();", []],
	["codes.includes('A');", []],
	["switch (code) { case 'A': }", []],
	["let code: 'A' | 'B';", []],
])('%s hands on %j', (source, texts) => {
	expect(textsHandedOn(source)).toEqual(texts);
});

test('everything in the catalogue is thrown, and not only listed or compared', () => {
	expect(Object.keys(MESSAGES).filter((name) => !given.has(name))).toEqual([]);
});

test('every other sentence is used', () => {
	expect(Object.keys(SENTENCES).filter((name) => !given.has(name))).toEqual([]);
});

test.each(Object.entries(MESSAGES))(
	'the message of %s is one sentence, without its full stop',
	(_code, { message }) => {
		expect(message.replaceAll(/\{\w+\}/g, 'x')).not.toMatch(/[.!?]( [A-Z]|$)/);
	},
);

test('a code is written in capitals', () => {
	const codes = [...Object.keys(MESSAGES), ...Object.keys(SENTENCES)];
	expect(codes.filter((name) => !/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(name))).toEqual([]);
});

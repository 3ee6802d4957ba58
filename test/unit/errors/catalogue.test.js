const { MESSAGES } = require('../../../nodes/Verbit/errors/catalogue');
const { SENTENCES } = require('../../../nodes/Verbit/errors/messages/sentences');
const { productFiles, read } = require('../architecture/sources');
const { errorClassesIn, errorsMadeIn, textsHandedOn } = require('./errorsInCode');

const files = productFiles();

/** Where an error may be made, and why its text isn't one of the catalogue's. */
const MADE_IN_ONE_PLACE = {
	'nodes/Verbit/errors/createError.ts: StepError': 'from the catalogue',
	'nodes/Verbit/errors/stepError.ts: StepError': 'from another one',
	'nodes/Verbit/errors/nodeErrors.ts: NodeApiError': 'from a StepError',
	'nodes/Verbit/errors/nodeErrors.ts: NodeOperationError': "from a StepError, or n8n's own error",
	'nodes/Verbit/errors/createError.ts: Error': 'a fault of the package, which its types rule out',
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

test('errors are known by what is thrown and by their class, whatever makes them', () => {
	const cases = /** @type {Array<[string, string[]]>} */ ([
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
	]);
	expect(cases.map(([source]) => [source, errorsMadeIn(source, ['Sign'])])).toEqual(cases);
});

/** All texts that the code hands on, but for the entries of the catalogue themselves. */
const given = new Set(
	files
		.filter((file) => !/^nodes\/Verbit\/errors\/(messages\/|catalogue)/.test(file))
		.flatMap((file) => textsHandedOn(read(file))),
);

test('a text is handed on where it is passed, kept or returned, not where it is compared or listed', () => {
	const cases = /** @type {Array<[string, string[]]>} */ ([
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
	]);
	expect(cases.map(([source]) => [source, textsHandedOn(source)])).toEqual(cases);
});

test('every message and every other sentence is used, and not only listed or compared', () => {
	const names = [...Object.keys(MESSAGES), ...Object.keys(SENTENCES)];
	expect(names.filter((name) => !given.has(name))).toEqual([]);
	expect(names.filter((name) => !/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(name))).toEqual([]);
});

test('a message is one sentence, without its full stop', () => {
	const messages = Object.values(MESSAGES).map(({ message }) => message);
	const isOther = (/** @type {string} */ message) =>
		/[.!?]( [A-Z]|$)/.test(message.replaceAll(/\{\w+\}/g, 'x'));
	expect(messages.filter(isOther)).toEqual([]);
});

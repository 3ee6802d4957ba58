const { MESSAGES } = require('../../../nodes/Verbit/errors/catalogue');
const { SENTENCES } = require('../../../nodes/Verbit/errors/messages/sentences');
const { productFiles, read } = require('../architecture/sources');

const files = productFiles();

/** @param {string} file */
const codeOf = (file) =>
	read(file)
		.replace(/\/\*.*?\*\//gs, '')
		.replace(/^\s*\/\/.*$/gm, '');

/** Where an error may be made, and why its text isn't one of the catalogue's. */
const MADE_IN_ONE_PLACE = {
	'nodes/Verbit/errors/createError.ts: StepError': 'from the catalogue',
	'nodes/Verbit/errors/stepError.ts: StepError': 'from another one',
	'nodes/Verbit/errors/nodeErrors.ts: NodeApiError': 'from a StepError',
	'nodes/Verbit/errors/nodeErrors.ts: NodeOperationError': "from a StepError, or n8n's own error",
	'nodes/Verbit/errors/createError.ts: Error': 'a fault of the package, which its types rule out',
	'nodes/Verbit/http/openResponse.ts: Error': 'a reason, which a message of the catalogue holds',
	'nodes/Verbit/n8n/records.ts: Error': 'a reason, which a message of the catalogue holds',
	'nodes/Verbit/upload/put.ts: Error': 'a reason, which a message of the catalogue holds',
	'nodes/Verbit/upload/meter.ts: Error': 'a reason, which a message of the catalogue holds',
	'nodes/Verbit/upload/meter.ts: WrongLength': 'a reason, which a message of the catalogue holds',
	'nodes/Verbit/api/refusals.ts: StepError': 'from that of the credential',
	'nodes/Verbit/submission/externalId.ts: ItemSkipped':
		'ends the work for an item that Skip drops; the log and a hint name it',
	'credentials/verbitApi/accessToken.ts: AccessTokenExpired':
		'a sign for n8n to renew the token; the node replaces its text',
	'credentials/verbitApi/accessToken.ts: StoppedBeforeSending':
		'ends a request that nobody waits for any more: the execution was stopped',
};

/** Errors that may be made anywhere: the first value they take is a code of the catalogue, which their type demands. */
const WITH_CODE = ['AuthenticationError', 'Refusal'];

/** Classes of errors that the code declares, whatever they are called. */
const classes = files.flatMap((file) =>
	[...codeOf(file).matchAll(/class (\w+) extends \w*Error\b/g)].map(([, name]) => name),
);

/** What is thrown of its own, a text too, and every error that is made. */
const MADE = new RegExp(
	`\\bthrow (?:new (\\w+)|(['"\`{]))|(?<=[\\s(=])((?:[A-Z]\\w*)?(?:Error|Exception)|${classes.join('|')})\\(`,
	'g',
);

test('every error that the code makes is one of the catalogue, or is known not to reach a user', () => {
	expect(classes).toEqual(expect.arrayContaining(['StepError', ...WITH_CODE]));
	const made = files.flatMap((file) =>
		[...codeOf(file).matchAll(MADE)]
			.map(([, thrown, own, made]) => thrown ?? own ?? made)
			.filter((name) => !WITH_CODE.includes(name))
			.map((name) => `${file}: ${name}`),
	);
	expect([...new Set(made)].sort()).toEqual(Object.keys(MADE_IN_ONE_PLACE).sort());
});

/** The names that the code hands on, not those that it only compares, lists or keeps in a constant. */
const given = new Set(
	files
		.filter((file) => !/^nodes\/Verbit\/errors\/(messages\/|catalogue)/.test(file))
		.map((file) => codeOf(file).replace(/\[(\s*'\w+',?)+\s*\]/g, ''))
		.flatMap(
			(code) => code.match(/(?<!([=!]==|case|const \w+ =)\s*|includes\()'[A-Z][A-Z0-9_]+'/g) ?? [],
		)
		.map((text) => text.slice(1, -1)),
);

test('every message and every other sentence is used, and not only listed or compared', () => {
	const names = [...Object.keys(MESSAGES), ...Object.keys(SENTENCES)];
	expect(names.filter((name) => !given.has(name))).toEqual([]);
	expect(names.filter((name) => !/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(name))).toEqual([]);
});

test('there is a text for every cause', () => {
	const texts = Object.values(MESSAGES).flatMap(({ message, remedy }) => [message, remedy]);
	expect(texts.filter((text) => typeof text === 'object' && !('other' in text))).toEqual([]);
});

test('an AI agent is not sent to files, which it has not', () => {
	/** @type {Array<import('../../../nodes/Verbit/errors/stepError').Message>} */
	const entries = Object.values(MESSAGES);
	const shown = entries.flatMap(({ remedy, agentRemedy }) => {
		const ofAgent = typeof agentRemedy === 'object' ? agentRemedy : {};
		if (typeof agentRemedy === 'string') return [agentRemedy];
		return typeof remedy === 'string' ? [remedy] : Object.values({ ...remedy, ...ofAgent });
	});
	expect(shown.filter((text) => /Binary Files?\b|'Output As'/.test(text))).toEqual([]);
});

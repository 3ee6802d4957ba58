/** Whoever sends a text must not stop n8n with it: reading takes at most as many times as long as the text is longer. */
const path = require('node:path');
const ts = require('typescript');
const { readResponse } = require('../../../nodes/Verbit/api/serviceCall');
const { decodeBody } = require('../../../nodes/Verbit/http/charset');
const { Secrets } = require('../../../nodes/Verbit/secrets/secrets');
const { safeFileName } = require('../../../nodes/Verbit/sources/fileName');
const { readCallback } = require('../../../nodes/VerbitTrigger/jobEvent');
const { checkout } = require('../../support/setup/paths');
const { nodesOf, productFiles, read } = require('../architecture/sources');
const { adversariesOf, GENERIC_ADVERSARIES, slowestOf } = require('./adversary');

/** What `new RegExp` makes, by its file. @type {Record<string, RegExp>} */
const MADE = {
	'nodes/Verbit/captions/captionFormats.ts': /PK\x05\x06[^]{16}\0\0$/,
	'nodes/Verbit/http/storageError.ts': /<Message>([^<]*)<\/Message>/,
	'nodes/Verbit/sources/recordingFormat.ts': /^(3026b2758e66cf11(..)*c0ef19bc4d5bcf11)/,
};

const ALL = productFiles().map((file) => ({ file, nodes: nodesOf(read(file), file) }));

const LITERALS = ALL.flatMap(({ file, nodes }) =>
	nodes.filter(ts.isRegularExpressionLiteral).map((node) => {
		const [, source, flags] = /^\/(.*)\/(\w*)$/s.exec(node.getText()) ?? [];
		return /** @type {const} */ ([`${file} ${node.getText()}`, new RegExp(source, flags)]);
	}),
);

/** @param {RegExp} pattern @param {number} [limitMs] */
function slowTextOf(pattern, limitMs) {
	const global = new RegExp(pattern, `${pattern.flags.replace('g', '')}g`);
	const adversaries = [...adversariesOf(pattern, 200), ...GENERIC_ADVERSARIES];
	return slowestOf((text) => text.replace(global, ''), adversaries, limitMs);
}

test.each([
	['with a power of the length', /(<\/([\w.-]+:)?tt\s*|\/)>(\s|<!--[^]*-->)*$/i],
	['with the square of the length', /=+$/],
	['so only in strings of two bytes', /eyJ[\w-]{5,300}(\.[\w-]{5,}(\.[\w-]*)?|\.?[\w-]*…)/g],
])('a regular expression whose time grows %s is found', (_how, pattern) => {
	expect(slowTextOf(pattern, 300)).toBeDefined();
});

test('of every expression that is made from texts there is an example', () => {
	const makes = (/** @type {ts.Node} */ node) =>
		(ts.isNewExpression(node) || ts.isCallExpression(node)) &&
		node.expression.getText() === 'RegExp';
	const making = ALL.filter(({ nodes }) => nodes.some(makes)).map(({ file }) => file);
	expect(making).toEqual(Object.keys(MADE));
});

test.each([...LITERALS, ...Object.entries(MADE)])('%s', (_where, pattern) => {
	expect(slowTextOf(pattern)).toBeUndefined();
});

/** @typedef {[name: string, read: (text: string) => unknown]} TextFunction */

/** The exported functions that take a text, or a value that may be one, in each place where they do. */
const takingTexts = () =>
	ALL.flatMap(({ file, nodes }) =>
		nodes.filter(ts.isFunctionDeclaration).flatMap(({ name, parameters, modifiers }) => {
			const types = parameters.map(({ type }) => type?.getText() ?? '');
			const words = modifiers?.map((modifier) => modifier.getText()).join(' ');
			const isOfRun = parameters.some((parameter) => parameter.getText().startsWith('context'));
			if (words !== 'export' || isOfRun || !types.some(isText)) return [];
			const call = require(path.join(checkout, file))[String(name?.text)];
			/** @type {TextFunction[1]} */
			const read = (text) => call(...types.map((type) => (isText(type) ? text : {})));
			return [/** @type {TextFunction} */ ([`${file} ${name?.text}`, read])];
		}),
	);

const isText = (/** @type {string} */ type) => /^(string|unknown)( \||$)/.test(type);

const secrets = new Secrets().addKeys('eyJhbGciOiJIUzI1NiJ9.x-7', 'a:b/c=d&e%f?g');
secrets.addUrlsIn('https://h/a?b=eyJeyJ7x&c=://a:b7&d={{{{7x&e=<!--7&f=0000000');

/** @param {string} body that n8n hasn't parsed */
const readCall = (body) => {
	const request = { rawBody: Buffer.from(body), headers: {} };
	return readCallback(/** @type {any} */ ({ getRequestObject: () => request }));
};

/** What takes a text as a part of something else, and does more with it than to ask some expressions. @type {Record<string, (text: string) => unknown>} */
const PARTS = {
	'Secrets.redact': (text) => secrets.redact(text),
	'Secrets.redactOutput': (text) =>
		secrets.redactOutput({ any: text, [text]: { transcript: text } }),
	'Secrets.addUrlsIn': (text) => new Secrets().addUrlsIn({ any: [text] }),
	'Secrets.addKeys': (text) => new Secrets().addKeys(text),
	safeFileName: (fileName) => safeFileName({ fileName, fallback: '' }),
	'safeFileName, of a type': (mimeType) => safeFileName({ mimeType, fallback: '' }),
	readResponse: (text) => readResponse({ status: 400, headers: {}, text, isWhole: true }),
	decodeBody: (text) => decodeBody(Buffer.from(text), text),
	readCallback: readCall,
	'readCallback, fields of different names': (text) => {
		const names = Array.from(text, (_, index) => index.toString(36)).join('&');
		return readCall(names.slice(0, text.length));
	},
};

test.each([...takingTexts(), ...Object.entries(PARTS)])('%s', (_name, read) => {
	const tryAll = (/** @type {string} */ text) => {
		for (const tried of [text, `https://h/${text}`]) {
			try {
				read(tried);
			} catch {
				// It refuses the text. What takes too long is ended from outside.
			}
		}
	};
	expect(slowestOf(tryAll, GENERIC_ADVERSARIES)).toBeUndefined();
});

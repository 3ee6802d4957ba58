const fc = require('fast-check');
const { findUploadUrl } = require('../../../nodes/Verbit/api/directUploadUrl');

const FIELD = 'upload_url';
const SIGNED = 'https://store.example/x?X-Amz-Signature=abc&X-Amz-Expires=86400';
const OTHER_SIGNED = 'https://store.example/other?AWSAccessKeyId=AK&Expires=1&Signature=s';
const UNSIGNED = 'https://store.example/x';

const NAMES = [
	['upload', 'url'],
	['url'],
	['signed', 'url'],
	['presigned', 'url'],
	['pre', 'signed', 'url'],
	['signed', 'upload', 'url'],
	['s3', 'url'],
	['put', 'url'],
	['direct', 'upload', 'url'],
	['upload', 'link'],
	['href'],
	['upload'],
];
const CONTAINERS = [['data'], ['result'], ['response'], ['upload'], ['asset'], ['links']];
const OTHER_NAMES = [
	['callback', 'url'],
	['download', 'url'],
	['media', 'url'],
	['asset', 'url'],
	['documentation', 'url'],
	['status'],
	['message'],
	['id'],
];

/** Ways to write a name of several words. */
const spellings = [
	(/** @type {string[]} */ words) => words.join('_'),
	(/** @type {string[]} */ words) => words.join('-'),
	(/** @type {string[]} */ [first, ...rest]) =>
		first + rest.map((word) => word[0].toUpperCase() + word.slice(1)).join(''),
	(/** @type {string[]} */ words) => words.join('_').toUpperCase(),
];

/** @param {string[][]} names */
const spelled = (names) =>
	fc
		.tuple(fc.constantFrom(...names), fc.constantFrom(...spellings))
		.map(([words, spell]) => spell(words));

/** Puts a value below names. @param {string[]} path @param {unknown} value */
const nest = (path, value) =>
	path.reduceRight(
		(/** @type {any} */ inner, name) => ({ [name]: inner }),
		/** @type {any} */ (value),
	);

/** What stands beside the URL in an answer and is not it. */
const noise = fc.dictionary(
	spelled(OTHER_NAMES),
	fc.oneof(
		fc.constantFrom(SIGNED, OTHER_SIGNED, UNSIGNED),
		fc.string(),
		fc.integer(),
		fc.constant(null),
		fc.constant({ url: OTHER_SIGNED }),
	),
);
const place = fc.tuple(fc.array(spelled(CONTAINERS), { maxLength: 3 }), spelled(NAMES));

test('a pre-signed URL is found in any plausible place, beside anything else', () => {
	fc.assert(
		fc.property(place, noise, ([containers, name], others) => {
			const answer = { ...others, ...nest([...containers, name], OTHER_SIGNED) };
			expect(findUploadUrl(answer, FIELD)).toBe(OTHER_SIGNED);
		}),
	);
});

test('nothing is found where no place is plausible', () => {
	fc.assert(
		fc.property(noise, (others) => {
			expect(findUploadUrl(others, FIELD)).toBeUndefined();
			expect(findUploadUrl({ callback: others, list: [others] }, FIELD)).toBeUndefined();
		}),
	);
});

test('what is no http or https URL is not found anywhere', () => {
	const texts = fc.oneof(
		fc.string().filter((text) => !/^https?:\/\//i.test(text)),
		fc.constantFrom('ftp://h/x?X-Amz-Signature=a', '/x?X-Amz-Signature=a', 'https://', 'http:x'),
	);
	fc.assert(
		fc.property(place, texts, ([containers, name], text) => {
			expect(findUploadUrl(nest([...containers, name], text), FIELD)).toBeUndefined();
		}),
	);
});

test('a URL that looks pre-signed wins over one that does not, wherever both are', () => {
	fc.assert(
		fc.property(place, place, ([containers, name], [otherContainers, otherName]) => {
			const path = [...containers, name];
			const otherPath = [...otherContainers, otherName];
			fc.pre(path[0] !== otherPath[0]);
			const answer = { ...nest(path, UNSIGNED), ...nest(otherPath, SIGNED) };
			expect(findUploadUrl(answer, path.join('.'))).toBe(SIGNED);
		}),
	);
});

test('the named field wins over others of its kind, under whatever name', () => {
	const answer = { url: SIGNED, answer: { target: OTHER_SIGNED } };
	expect(findUploadUrl(answer, 'answer.target')).toBe(OTHER_SIGNED);
	expect(findUploadUrl(answer, 'url')).toBe(SIGNED);
});

test('the shallower of two wins', () => {
	expect(findUploadUrl({ data: { url: SIGNED }, url: OTHER_SIGNED }, FIELD)).toBe(OTHER_SIGNED);
});

test('a URL without a signature is taken where there is no other', () => {
	expect(findUploadUrl({ data: { url: UNSIGNED } }, FIELD)).toBe(UNSIGNED);
});

test.each([
	[[{ url: SIGNED }], SIGNED],
	[[{ url: SIGNED }, { url: OTHER_SIGNED }], undefined],
])('a list is as good as its only entry (%j)', (data, expected) => {
	expect(findUploadUrl({ data }, FIELD)).toBe(expected);
});

test.each([
	[{ data: null, result: null }],
	[{ upload_url_help: SIGNED }],
	[{ metadata: { url: SIGNED } }],
	[{ data: 'text', upload: 17 }],
])('%j holds no upload URL', (answer) => {
	expect(findUploadUrl(answer, 'data.upload_url')).toBeUndefined();
});

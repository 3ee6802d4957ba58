const fc = require('fast-check');
const { NodeHelpers } = require('n8n-workflow');
const { carriesSecret } = require('../../../nodes/VerbitTrigger/secret');
const { editorTexts, triggerProperties } = require('../../../nodes/VerbitTrigger/properties');

test('a call carries the secret when its query has just that, and in no other case', () => {
	const anyText = fc.string({ unit: 'binary' });
	fc.assert(
		fc.property(anyText, anyText, (secret, other) => {
			expect(carriesSecret({ secret }, secret)).toBe(true);
			expect(carriesSecret({ secret: other }, secret)).toBe(other === secret);
		}),
	);
});

test.each([
	undefined,
	{},
	{ secret: ['open', 'open'] },
	{ secret: { open: '' } },
	{ Secret: 'open' },
])('the query %j carries no secret', (query) => {
	expect(carriesSecret(query, 'open')).toBe(false);
});

describe('the notice about a secret', () => {
	const notice = /** @type {import('n8n-workflow').INodeProperties} */ (
		triggerProperties.find(({ name }) => name === 'secretNotice')
	);
	/** @param {string} secret */
	const isShown = (secret) =>
		NodeHelpers.displayParameter({ secret }, notice, { typeVersion: 1 }, null);

	const characters = (/** @type {number} */ from, /** @type {number} */ to) =>
		Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index));
	const safe = /^[A-Za-z0-9._~-]*$/;

	test.each([
		['ASCII', 0x20, 0x7e],
		['western European languages', 0xa0, 0xff],
	])('is shown for each printable character of %s that a URL has to encode', (_of, from, to) => {
		for (const character of characters(from, to)) {
			for (const secret of [character, `open${character}`, `${character}sesame`]) {
				expect([secret, isShown(secret)]).toEqual([secret, !safe.test(secret)]);
			}
		}
	});

	test.each(['open sesame', 'ключ', 'ö', 'schlüssel', '鍵', '🔑', 'a%20b'])(
		'is shown for %j',
		(secret) => {
			expect(isShown(secret)).toBe(true);
		},
	);

	test('is not shown for a secret that needs no encoding, nor for none', () => {
		const unit = fc.constantFrom(...characters(0x20, 0x7e).filter((one) => safe.test(one)));
		fc.assert(fc.property(fc.string({ unit }), (secret) => expect(isShown(secret)).toBe(false)));
	});
});

describe('what the editor says while a test event is awaited', () => {
	const { executionsHelp, activationHint } = /** @type {any} */ (editorTexts.triggerPanel);

	test.each([
		['before the workflow is published', executionsHelp.inactive],
		['after it was published', executionsHelp.active],
		['at the button, before the workflow is published', activationHint.inactive],
		['at the button, after it was published', activationHint.active],
		['while it listens', editorTexts.eventTriggerDescription],
	])('is to submit a job whose Callback URL is the Test URL: %s', (_when, text) => {
		expect(text).toMatch(/submit a job/i);
		expect(text).toContain('Callback URL');
		expect(text).toContain('Test URL');
	});

	test.each(['inactive', 'active'])(
		'also says which URL the jobs of a published workflow have (%s)',
		(state) => {
			expect(executionsHelp[state]).toMatch(/published.*Production URL/);
		},
	);

	test('names the URL to use once the workflow is published', () => {
		expect(editorTexts.activationMessage).toMatch(/Production URL.*Callback URL/);
	});
});

test('no condition of a field is a regular expression: n8n gives up on it when the machine is busy', () => {
	expect(JSON.stringify(triggerProperties)).not.toContain('"regex"');
});

const { readFileSync } = require('node:fs');
const path = require('node:path');
const { startEmulator } = require('.');
const { checkout } = require('../support/setup/paths');
const { findingsOf, QUESTIONS, report } = require('../tools/account/findings');
const { Session } = require('../tools/account/session');
const { survey } = require('../tools/account/survey');

/** Asks an emulator in a mood. @param {Partial<import('./switches').SwitchValues>} switches */
async function ask(switches) {
	const emulator = await startEmulator({ switches: { environment: 'sandbox', ...switches } });
	const { baseUrl, authUrl, apiKey, clock } = emulator;
	const wait = async (/** @type {number} */ ms) => clock.advance(ms);
	const session = new Session({ baseUrl, authUrl, apiKey, wait });
	const found = await survey(session, { profile: 'standard' });
	await emulator.stop();
	const { token = '', jobs } = session;
	return { found, findings: findingsOf(found), secrets: [apiKey, token], jobs };
}

/** @param {Awaited<ReturnType<typeof ask>>} answers @param {string} part of the question */
const about = ({ findings }, part) => {
	const matching = findings.filter(({ question }) => question.includes(part));
	expect(matching).toHaveLength(1);
	return matching[0];
};

test('each open question of the documentation is asked, or it says why it is not', () => {
	const page = readFileSync(path.join(checkout, 'docs/maintainers/assumptions.md'), 'utf8');
	const rows = [...page.matchAll(/^\| (.+?) \|/gm)].map(([, question]) => question);
	const questions = rows.filter((row) => row !== 'Open question' && row !== '---');
	expect(questions.length).toBeGreaterThan(30);
	expect(QUESTIONS.map(({ question }) => question)).toEqual(questions);
});

test('every guess holds for an emulator with the assumptions of the node, in five jobs', async () => {
	const answers = await ask({});
	expect(answers.findings.filter(({ held }) => held === false)).toEqual([]);
	expect(answers.findings.filter(({ did }) => did.includes('an earlier call failed'))).toEqual([]);
	expect(answers.jobs).toHaveLength(5);
});

test('nothing secret is printed', async () => {
	const { found, secrets } = await ask({ badTokenAnswer: 200 });
	const printed = report(found);
	for (const secret of [...secrets, 'X-Amz-Signature', 'eyJ'])
		expect(printed).not.toContain(secret);
});

test.each(
	/** @type {const} */ ([
		[
			'how a wrong API key',
			{ wrongKeyAnswer: 404, wrongKeyBody: 'html' },
			{ held: true, did: 'returned 404 with a page or XML' },
		],
		[
			'a refused token',
			{ badTokenAnswer: 403, badTokenEnvelope: false },
			{ held: true, did: 'returned 403 with a page or XML' },
		],
		['is a JWT', { tokenKind: 'opaque' }, { did: 'JWT: no; exp: no; lifetime: unknown h' }],
		['sandbox has a list', { profilesListed: false }, { did: 'returned 404 with a page or XML' }],
		[
			'200 or 201',
			{ newJobStatus: 201 },
			{ held: true, did: 'returned 201 with the fields job_id; job_id is a number' },
		],
		[
			'text or an array',
			{ dynamicDictionaryType: 'string' },
			{ did: expect.stringContaining('INVALID_OPTION') },
		],
		['`finish_in`', { performParametersIn: 'query' }, { held: false }],
		['`finish_in`', { finishInUnit: 'minutes' }, { held: false }],
		['deprecated upload', { uploadUrlPath: 'upload_url' }, { held: false }],
		["storage's ETag", { etag: 'opaque' }, { did: 'is the MD5: no' }],
		[
			'signed for a Content-Type',
			{ signatureVersion: 'v2' },
			{ held: true, did: expect.stringContaining('version 2') },
		],
		['behind a redirect', { captionDelivery: 'redirect' }, { did: expect.stringContaining('302') }],
		[
			'several asset IDs',
			{ severalAssetsWithoutMerge: 'refused' },
			{ did: expect.stringContaining('INVALID_OPTION') },
		],
	]),
)('tells of %s where Verbit does %j', async (part, switches, finding) => {
	expect(about(await ask(switches), part)).toMatchObject(finding);
});

test('a key that is refused ends it after the first calls', async () => {
	const emulator = await startEmulator({});
	const { baseUrl, authUrl } = emulator;
	const session = new Session({ baseUrl, authUrl, apiKey: 'wrong' });
	await survey(session, { profile: 'standard' });
	expect(session.token).toBeUndefined();
	expect(emulator.journal.count({ operation: 'job_new' })).toBe(0);
	await emulator.stop();
});

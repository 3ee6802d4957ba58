const { startEmulator } = require('.');
const { findingsOf, QUESTIONS, report } = require('../tools/account/findings');
const { Session } = require('../tools/account/session');
const { survey } = require('../tools/account/survey');
const { read } = require('../unit/architecture/sources');

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

test('each open question of the documentation is asked, or it says why it is not', () => {
	const page = read('docs/maintainers/assumptions.md');
	const [title, , ...questions] = [...page.matchAll(/^\| ?(.+?) ?\|/gm)].map(([, cell]) => cell);
	expect(title).toBe('Open question');
	expect(QUESTIONS.map(({ question }) => question)).toEqual(questions);
});

test('every guess holds for an emulator with the assumptions of the node, in five jobs', async () => {
	const { findings, jobs } = await ask({});
	expect(findings.filter(({ held }) => held === false)).toEqual([]);
	expect(findings.filter(({ did }) => did.includes('an earlier call failed'))).toEqual([]);
	expect(jobs).toHaveLength(5);
});

test('nothing secret is printed', async () => {
	const { found, secrets } = await ask({ badTokenAnswer: 200 });
	const printed = report(found);
	const parts = [...secrets, 'X-Amz-Signature', 'eyJ'];
	expect(parts.filter((secret) => printed.includes(secret))).toEqual([]);
});

const PAGE = 'with a page or XML';

test.each(
	/** @type {const} */ ([
		['how a wrong API key', { wrongKeyAnswer: 404, wrongKeyBody: 'html' }, true, `404 ${PAGE}`],
		['a refused token', { badTokenAnswer: 403, badTokenEnvelope: false }, true, `403 ${PAGE}`],
		['is a JWT', { tokenKind: 'opaque' }, undefined, 'JWT: no; exp: no; lifetime: unknown h'],
		['sandbox has a list', { profilesListed: false }, undefined, `404 ${PAGE}`],
		['200 or 201', { newJobStatus: 201 }, true, '201 with the fields job_id; job_id is a number'],
		['`finish_in`', { performParametersIn: 'query' }, false, ''],
		['deprecated upload', { uploadUrlPath: 'get_upload_url' }, false, ''],
		['signed for a Content-Type', { signatureVersion: 'v2' }, true, 'version 2'],
		['behind a redirect', { captionDelivery: 'redirect' }, undefined, '302'],
	]),
)('tells of %s where Verbit does %j', async (part, switches, held, did) => {
	const { findings } = await ask(switches);
	expect(findings.filter(({ question }) => question.includes(part))).toEqual([
		expect.objectContaining({
			did: expect.stringContaining(did),
			...(held !== undefined && { held }),
		}),
	]);
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

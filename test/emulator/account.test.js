const { execFile } = require('node:child_process');
const path = require('node:path');
const { promisify } = require('node:util');
const { checkout } = require('../support/setup/paths');
const { countCauses, findingsOf, QUESTIONS, report } = require('../tools/account/questions');
const { Session } = require('../tools/account/session');
const { authenticate, chooseProfile, survey } = require('../tools/account/survey');
const { read } = require('../unit/architecture/sources');
const { newStateData } = require('./state');
const { startEmulator } = require('.');

/** @type {Awaited<ReturnType<typeof startEmulator>>} */
let emulator;
beforeAll(async () => void (emulator = await startEmulator()));
afterAll(async () => await emulator.stop());

/** Makes the emulator as if it was new. @param {Partial<import('./switches').SwitchValues>} [switches] */
function renew(switches = {}) {
	emulator.faults.clear();
	emulator.state.data = newStateData();
	emulator.switches.set(switches);
	return emulator;
}

/**
 * Asks a new emulator in a mood.
 * @param {object} mood
 * @param {Partial<import('./switches').SwitchValues>} [mood.switches]
 * @param {Partial<import('./faults').Fault>} [mood.fault] that befalls each call
 * @param {string} [mood.profile]
 * @param {Partial<Session>} [mood.account] what is entered instead
 */
async function ask({ switches, fault, profile, account }) {
	const { baseUrl, authUrl, apiKey, clock, faults } = renew({
		environment: 'sandbox',
		...switches,
	});
	if (fault) faults.add({ where: 'service', kind: 'status', times: 999, ...fault });
	const session = new Session({ baseUrl, authUrl, apiKey, ...account });
	session.wait = async (ms) => clock.advance(ms);
	session.tell = () => {};
	/** @type {Record<string, any>} */
	const found = {};
	let failure;
	try {
		await authenticate(session, found);
		await survey(session, { profile, found });
	} catch (error) {
		failure = /** @type {Error} */ (error).message;
	}
	const findings = findingsOf(found);
	const wrong = findings.filter(({ held }) => held === false).map(({ question }) => question);
	/** @param {string} part of a question */
	const findingOf = (part) => findings.find(({ question }) => question.includes(part));
	const secrets = [apiKey, String(found.auth.data.token), 'X-Amz-Signature', 'eyJ'];
	return { findings, findingOf, wrong, failure, secrets, jobs: session.jobs };
}

test('what is asked is an open question of the documentation', () => {
	const page = read('docs/maintainers/assumptions.md');
	const questions = [...page.matchAll(/^\| ?(.+?) ?\|/gm)].map(([, cell]) => cell);
	expect(Object.keys(QUESTIONS).filter((question) => !questions.includes(question))).toEqual([]);
});

test('every guess holds for an emulator with the assumptions of the node, in five jobs, and nothing secret is printed', async () => {
	const { findings, wrong, failure, secrets, jobs } = await ask({});
	expect([failure, wrong]).toEqual([undefined, []]);
	expect(jobs).toHaveLength(5);
	const printed = report(findings);
	expect(printed).not.toContain('was not asked');
	expect(printed).toContain('is a JWT with iat, jti, exp; lifetime: 24 h');
	expect(printed).toContain('segments: 6 × { start_time: number');
	expect(secrets.filter((secret) => printed.includes(secret))).toEqual([]);
});

const PAGE = 'with a page or XML';

test.each(
	/** @type {const} */ ([
		['a wrong API key', { wrongKeyAnswer: 404, wrongKeyBody: 'html' }, undefined, `404 ${PAGE}`],
		['refused token', { badTokenAnswer: 403, badTokenEnvelope: false }, undefined, `403 ${PAGE}`],
		['a list of profiles', { profilesListed: false }, undefined, `404 ${PAGE}`],
		['is a JWT', { tokenKind: 'opaque' }, undefined, 'is no JWT'],
		['200 or 201', { newJobStatus: 201 }, true, '201 with { job_id: number }'],
		['`finish_in`', { performParametersIn: 'query' }, false, 'then Completed after'],
		['deprecated upload', { uploadUrlPath: 'get_upload_url' }, undefined, `404 ${PAGE}`],
		['for a Content-Type', { signatureVersion: 'v2' }, true, 'signed are version 2'],
		['behind a redirect', { captionDelivery: 'redirect' }, undefined, '302, a redirect'],
		['which kind of key', { keyTakenBy: 'apiToken' }, true, 'auth returned 401'],
		['which kind of key', { keyTakenBy: 'exchange' }, true, '401 BAD_API_TOKEN'],
	]),
)('tells of %s where Verbit does %j', async (part, switches, held, said) => {
	const { findingOf, failure } = await ask({ switches, profile: 'standard' });
	expect(failure).toBeUndefined();
	const { did, held: verdict } = findingOf(part) ?? {};
	expect(did).toContain(said);
	if (held !== undefined) expect(verdict).toBe(held);
});

const HTML = { 'content-type': 'text/html' };
const PORTAL = { status: 200, headers: HTML, body: '<!doctype html>Sign in' };

describe('there is no verdict without an answer', () => {
	test.each(
		/** @type {const} */ ([
			['a connection that drops', { kind: 'dropConnection' }, "didn't answer"],
			['503', { status: 503 }, 'returned 503 with no body'],
			['a login page', PORTAL, `returned 200 ${PAGE}`],
		]),
	)('but %s', async (_what, fault, said) => {
		const calls = ['add_asset', 'add_media', 'perform_transcription', 'get_caption', 'profiles'];
		for (const operation of [...calls, 'request_upload_url']) {
			const { wrong, findings } = await ask({
				fault: { operation, ...fault },
				profile: 'standard',
			});
			expect([operation, wrong]).toEqual([operation, []]);
			expect(report(findings)).toContain(said);
		}
	});

	test('where every start is refused', async () => {
		const body = { ErrorType: 'INVALID_QUERY', ErrorComment: 'Not now' };
		const fault = { operation: 'perform_transcription', status: 400, body };
		const { wrong, findingOf } = await ask({ fault });
		expect(wrong).toEqual([]);
		const { did, held } = findingOf('`finish_in`') ?? {};
		expect(did).toContain('returned 400 INVALID_QUERY (Not now)');
		expect(held).toBeUndefined();
	});

	test('where Verbit creates no job: it ends, and says what was returned', async () => {
		const body = { ErrorType: 'INVALID_OPTION', ErrorComment: 'No such profile' };
		const { wrong, failure, jobs } = await ask({
			fault: { operation: 'job_new', status: 400, body },
		});
		expect(failure).toBe('Verbit created no job: it returned 400 INVALID_OPTION (No such profile)');
		expect([wrong, jobs]).toEqual([[], []]);
	});
});

test('a profile may be a bare name', () => {
	const reply = { status: 200, headers: new Headers(), text: '', data: { profiles: ['rush'] } };
	expect(chooseProfile(reply, undefined)).toBe('rush');
});

const NOT_VERBIT = "This isn't Verbit's API";
const NOT_NOW = "Verbit can't be asked now";

test.each(
	/** @type {Array<[string, Parameters<typeof ask>[0], string]>} */ ([
		[
			'a wrong key',
			{ account: { apiKey: 'wrong' } },
			'The key is refused: the exchange returned 401',
		],
		[
			'a key that the sandbox refuses with a page',
			{ account: { apiKey: 'wrong' }, switches: { wrongKeyBody: 'html' } },
			NOT_VERBIT,
		],
		[
			'a host that nobody has',
			{ account: { baseUrl: 'http://127.0.0.1:2' } },
			`${NOT_NOW}: 127.0.0.1:2 didn't answer (ECONNREFUSED)`,
		],
		['an outage', { fault: { status: 503 } }, NOT_NOW],
		['a proxy with a login', { fault: { status: 407 } }, NOT_NOW],
		["a network's login page", { fault: PORTAL }, NOT_VERBIT],
		['a login page for one call', { fault: { operation: 'job_info', ...PORTAL } }, NOT_VERBIT],
		[
			'a profile that is not in the list',
			{ profile: 'standrad' },
			'There is no profile "standrad" here. Choose one with --profile: standard, premium, no-merge',
		],
		[
			'that there is no list to choose a profile from',
			{ switches: { profilesListed: false } },
			'name one with --profile',
		],
	]),
)('%s is said first and alone, before a job', async (_what, mood, said) => {
	const { failure, jobs } = await ask(mood);
	expect(failure).toContain(said);
	expect(jobs).toEqual([]);
});

test('a key that is refused is all that the command says', async () => {
	const { baseUrl, authUrl } = renew();
	const script = path.join(checkout, 'test/tools/account/run.js');
	const args = [script, '--base-url', baseUrl, '--auth-url', authUrl];
	const env = { ...process.env, VERBIT_API_KEY: 'wrong' };
	const failure = await promisify(execFile)(process.execPath, args, { env }).catch(
		(error) => error,
	);
	expect([failure.code, failure.stdout]).toEqual([1, expect.not.stringContaining('guess')]);
	expect(failure.stderr).toMatch(/^The key is refused: .*\n$/);
});

test('what fails several runs of the node for one reason counts once', () => {
	const failed = { held: false, did: 'START_REFUSED: No', code: 'START_REFUSED' };
	const runs = ['Transcribe', 'Submit'].map((question) => ({ question, ...failed }));
	const guess = { question: 'how a second Add Media is refused', did: 'so', held: false };
	expect(countCauses([...runs, guess, { question: 'Merge', did: 'worked', held: true }])).toBe(2);
});

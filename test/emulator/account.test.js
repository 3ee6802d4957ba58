const { execFile } = require('node:child_process');
const path = require('node:path');
const { promisify } = require('node:util');
const { checkout } = require('../support/setup/paths');
const { countCauses, findingsOf, QUESTIONS } = require('../tools/account/findings');
const { Session } = require('../tools/account/session');
const { authenticate, chooseProfile, survey } = require('../tools/account/survey');
const { report } = require('../tools/account/words');
const { read } = require('../unit/architecture/sources');
const { startEmulator } = require('.');

/**
 * Asks an emulator in a mood.
 * @param {object} mood
 * @param {Partial<import('./switches').SwitchValues>} [mood.switches]
 * @param {Array<Partial<import('./faults').Fault>>} [mood.faults]
 * @param {string} [mood.profile]
 * @param {(account: { baseUrl: string }) => Partial<Session>} [mood.account] what is entered instead
 */
async function ask({ switches, faults = [], profile, account }) {
	const emulator = await startEmulator({ switches: { environment: 'sandbox', ...switches } });
	const { baseUrl, authUrl, apiKey, clock } = emulator;
	emulator.faults.add(
		.../** @type {any[]} */ (faults).map((fault) => ({ where: 'service', ...fault })),
	);
	const wait = async (/** @type {number} */ ms) => clock.advance(ms);
	const session = new Session({ baseUrl, authUrl, apiKey, ...account?.({ baseUrl }) }, wait);
	/** @type {Record<string, any>} */
	const found = {};
	let failure;
	try {
		await authenticate(session, found);
		await survey(session, { profile, found });
	} catch (error) {
		failure = /** @type {Error} */ (error).message;
	}
	await emulator.stop();
	const findings = findingsOf(found);
	const secrets = [apiKey, String(found.auth.data.token), 'X-Amz-Signature', 'eyJ'];
	const wrong = findings.filter(({ held }) => held === false).map(({ question }) => question);
	return { findings, wrong, failure, secrets, jobs: session.jobs };
}

/** @param {Awaited<ReturnType<typeof ask>>['findings']} findings @param {string} part of its question */
const findingOf = (findings, part) => findings.filter(({ question }) => question.includes(part));

test('each open question of the documentation is asked, or it says why it is not', () => {
	const page = read('docs/maintainers/assumptions.md');
	const [title, , ...questions] = [...page.matchAll(/^\| ?(.+?) ?\|/gm)].map(([, cell]) => cell);
	expect(title).toBe('Open question');
	expect([...QUESTIONS].sort()).toEqual(questions.sort());
});

test('every guess holds for an emulator with the assumptions of the node, in five jobs, and nothing secret is printed', async () => {
	const { findings, wrong, failure, secrets, jobs } = await ask({});
	expect([failure, wrong]).toEqual([undefined, []]);
	expect(findings.filter(({ did }) => did.includes('an earlier call failed'))).toEqual([]);
	expect(jobs).toHaveLength(5);
	const printed = report(findings);
	expect(secrets.filter((secret) => printed.includes(secret))).toEqual([]);
});

const PAGE = 'with a page or XML';

test.each(
	/** @type {const} */ ([
		[
			'how a wrong API key',
			{ wrongKeyAnswer: 404, wrongKeyBody: 'html' },
			undefined,
			`404 ${PAGE}`,
		],
		['a refused token', { badTokenAnswer: 403, badTokenEnvelope: false }, undefined, `403 ${PAGE}`],
		['is a JWT', { tokenKind: 'opaque' }, undefined, 'JWT: no; exp: no; lifetime: unknown h'],
		['200 or 201', { newJobStatus: 201 }, true, '201 with the fields job_id; job_id is a number'],
		['`finish_in`', { performParametersIn: 'query' }, false, 'in the query, the job was Completed'],
		[
			'deprecated upload',
			{ uploadUrlPath: 'get_upload_url' },
			false,
			'/job/get_upload_url with file_name',
		],
		['signed for a Content-Type', { signatureVersion: 'v2' }, true, 'version 2'],
		['behind a redirect', { captionDelivery: 'redirect' }, undefined, '302'],
		['which kind of key', { keyTakenBy: 'apiToken' }, true, 'the exchange returned 401'],
		['which kind of key', { keyTakenBy: 'exchange' }, true, '401 BAD_API_TOKEN'],
	]),
)('tells of %s where Verbit does %j', async (part, switches, held, did) => {
	const { findings, failure } = await ask({ switches });
	expect(failure).toBeUndefined();
	expect(findingOf(findings, part)).toEqual([
		expect.objectContaining({
			did: expect.stringContaining(did),
			...(held !== undefined && { held }),
		}),
	]);
});

describe('there is no verdict without an answer', () => {
	test.each(['auth', 'add_media', 'perform_transcription', 'request_upload_url'])(
		'where the connection drops at %s',
		async (operation) => {
			const faults = [{ operation, kind: /** @type {const} */ ('dropConnection'), times: 9 }];
			const { wrong, findings } = await ask({ faults });
			expect(wrong).toEqual([]);
			expect(findings.filter(({ did }) => did.startsWith('no answer ('))).not.toEqual([]);
		},
	);

	test('where every start is refused', async () => {
		const body = { ErrorType: 'INVALID_QUERY', ErrorComment: 'Not now' };
		const refusal = { kind: /** @type {const} */ ('status'), status: 400, body, times: 9 };
		const { wrong, findings } = await ask({
			faults: [{ operation: 'perform_transcription', ...refusal }],
		});
		expect(wrong).toEqual([]);
		expect(findingOf(findings, '`finish_in`')).toEqual([
			{
				question: expect.anything(),
				did: expect.stringContaining('returned 400 INVALID_QUERY (Not now)'),
				held: undefined,
			},
		]);
	});

	test('where Verbit creates no job: it ends, and says what was returned', async () => {
		const body = { ErrorType: 'INVALID_OPTION', ErrorComment: 'No such profile' };
		const refusal = { kind: /** @type {const} */ ('status'), status: 400, body };
		const { wrong, failure, jobs } = await ask({ faults: [{ operation: 'job_new', ...refusal }] });
		expect(failure).toBe('Verbit created no job: it returned 400 INVALID_OPTION No such profile');
		expect([wrong, jobs]).toEqual([[], []]);
	});
});

describe('a profile', () => {
	test('that is not in the list ends it before a job, with the list', async () => {
		const { failure, wrong, jobs } = await ask({ profile: 'standrad' });
		expect(failure).toBe(
			'There is no profile "standrad" here. Choose one with --profile: standard, premium, no-merge',
		);
		expect([wrong, jobs]).toEqual([[], []]);
	});

	test('has to be named where there is no list', async () => {
		const switches = { profilesListed: false };
		expect((await ask({ switches })).failure).toContain('name one with --profile');
		const { failure, wrong, findings } = await ask({ switches, profile: 'standard' });
		expect([failure, wrong]).toEqual([undefined, []]);
		expect(findingOf(findings, 'has a list of profiles')[0].did).toContain(`404 ${PAGE}`);
	});

	test('may be a bare name', () => {
		const reply = { status: 200, headers: new Headers(), text: '', data: { profiles: ['rush'] } };
		expect(chooseProfile(reply, undefined)).toBe('rush');
	});
});

/** The only answer to each call. @param {Partial<import('./faults').Fault>} fault */
const always = (fault) => ({
	faults: [{ kind: /** @type {const} */ ('status'), times: 999, ...fault }],
});

const HTML = { 'content-type': 'text/html' };
const PORTAL = { status: 200, headers: HTML, body: '<!doctype html>Sign in' };

test.each(
	/** @type {Array<[string, Parameters<typeof ask>[0], string]>} */ ([
		[
			'a wrong key',
			{ account: () => ({ apiKey: 'wrong' }) },
			'The key is refused: the exchange returned 401',
		],
		[
			'a key that the sandbox refuses with a page',
			{ account: () => ({ apiKey: 'wrong' }), switches: { wrongKeyBody: 'html' } },
			"This isn't Verbit's API",
		],
		[
			'a wrong path',
			{ account: ({ baseUrl }) => ({ baseUrl: `${baseUrl}/elsewhere` }) },
			"This isn't Verbit's API: 127.0.0.1",
		],
		[
			'a host that nobody has',
			{ account: () => ({ baseUrl: 'http://127.0.0.1:2' }) },
			"Verbit can't be asked now: 127.0.0.1:2 didn't answer (ECONNREFUSED)",
		],
		['an outage', always({ status: 503 }), "Verbit can't be asked now"],
		['a proxy with a login', always({ status: 407 }), "Verbit can't be asked now"],
		["a network's login page", always(PORTAL), "This isn't Verbit's API"],
		[
			"a network's login page instead of the API alone",
			always({ operation: 'job_info', ...PORTAL }),
			"This isn't Verbit's API",
		],
	]),
)('%s is said first and alone, before a job', async (_what, mood, said) => {
	const { failure, jobs } = await ask(mood);
	expect(failure).toContain(said);
	expect(jobs).toEqual([]);
});

test('a key that is refused is all that the command says', async () => {
	const emulator = await startEmulator();
	const { baseUrl, authUrl } = emulator;
	const script = path.join(checkout, 'test/tools/account/run.js');
	const args = [script, '--base-url', baseUrl, '--auth-url', authUrl];
	const env = { ...process.env, VERBIT_API_KEY: 'wrong' };
	const failure = await promisify(execFile)(process.execPath, args, { env }).catch(
		(error) => error,
	);
	await emulator.stop();
	expect([failure.code, failure.stdout]).toEqual([1, expect.not.stringContaining('guess')]);
	expect(failure.stderr).toMatch(/^The key is refused: .*\n$/);
});

test.each([
	['503', { status: 503 }],
	['a login page', PORTAL],
])('no guess is judged by %s that comes later', async (_what, answer) => {
	const later = ['add_asset', 'add_media', 'perform_transcription', 'get_caption', 'profiles'];
	for (const operation of later) {
		const { wrong } = await ask(always({ operation, ...answer }));
		expect([operation, wrong]).toEqual([operation, []]);
	}
});

test('what fails several runs of the node for one reason counts once', () => {
	const failed = { held: false, did: 'START_REFUSED: No', code: 'START_REFUSED' };
	const runs = ['Transcribe', 'Submit'].map((question) => ({ question, ...failed }));
	const guess = {
		question: 'how a second Add Media is refused',
		did: 'in another way',
		held: false,
	};
	expect(countCauses([...runs, guess, { question: 'Merge', did: 'worked', held: true }])).toBe(2);
});

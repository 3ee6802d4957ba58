const { execFile } = require('node:child_process');
const path = require('node:path');
const { promisify } = require('node:util');
const { useEmulator } = require('../support/emulatorClient');
const { checkout } = require('../support/setup/paths');
const { findingsOf, QUESTIONS, report } = require('../tools/account/questions');
const { Session } = require('../tools/account/session');
const { authenticate, survey } = require('../tools/account/survey');
const { read } = require('../unit/architecture/sources');

const client = useEmulator();

/**
 * Asks the emulator in a mood.
 * @param {object} mood
 * @param {Partial<import('./switches').SwitchValues>} [mood.switches]
 * @param {Partial<import('./faults').Fault>} [mood.fault] that befalls each call
 * @param {string} [mood.profile]
 * @param {Partial<Session>} [mood.account] what is entered instead
 */
async function ask({ switches, fault, profile, account }) {
	const { baseUrl, authUrl, apiKey, clock, faults } = client.emulator;
	client.emulator.switches.set({ environment: 'sandbox', ...switches });
	if (fault) faults.add({ where: 'service', kind: 'status', times: 999, ...fault });
	const session = new Session({ baseUrl, authUrl, apiKey, ...account });
	session.wait = async (ms) => clock.advance(ms);
	session.tell = () => {};
	/** @type {Record<string, any>} */
	const found = {};
	const asked = authenticate(session, found).then(() => survey(session, { profile, found }));
	const failure = await asked.then(
		() => undefined,
		({ message }) => message,
	);
	const findings = findingsOf(found);
	const wrong = findings.filter(({ held }) => held === false).map(({ question }) => question);
	const secrets = [apiKey, String(found.auth.data.token), 'X-Amz-Signature', 'eyJ'];
	return { wrong, failure, secrets, jobs: session.jobs, printed: report(findings) };
}

test('what is asked is an open question of the documentation', () => {
	const page = read('docs/maintainers/assumptions.md');
	const questions = [...page.matchAll(/^\| ?(.+?) ?\|/gm)].map(([, cell]) => cell);
	expect(Object.keys(QUESTIONS).filter((question) => !questions.includes(question))).toEqual([]);
});

test('every guess holds for an emulator with the assumptions of the node, in five jobs, and nothing secret is printed', async () => {
	const { wrong, failure, secrets, jobs, printed } = await ask({});
	expect([failure, wrong]).toEqual([undefined, []]);
	expect(jobs).toHaveLength(5);
	expect(printed).not.toContain('was not asked');
	expect(printed).toContain('is a JWT with iat, jti, exp; lifetime: 24 h');
	expect(printed).toContain('segments: 6 × { start_time: number');
	expect(secrets.filter((secret) => printed.includes(secret))).toEqual([]);
});

test('a guess that does not hold is told, and what Verbit did', async () => {
	const { wrong, printed } = await ask({ switches: { performParametersIn: 'query' } });
	expect(wrong).toEqual([expect.stringContaining('finish_in')]);
	expect(printed).toContain('In Progress after 120 s');
});

const PORTAL = {
	...{ status: 200, headers: { 'content-type': 'text/html' } },
	body: '<!doctype html>Sign in',
};

test.each(
	/** @type {const} */ ([
		['a connection that drops', { kind: 'dropConnection' }],
		['503', { status: 503 }],
		['a login page', PORTAL],
	]),
)('there is no verdict without an answer, but %s', async (_what, fault) => {
	client.emulator.faults.add(
		...['add_asset', 'get_caption', 'profiles', 'request_upload_url'].map((operation) => ({
			...{ where: /** @type {const} */ ('service'), kind: /** @type {const} */ ('status') },
			...{ times: 999, operation, ...fault },
		})),
	);
	const { wrong, printed } = await ask({ profile: 'standard' });
	expect(wrong).toEqual([]);
	expect(printed).toMatch(/didn't answer|503 with no body|200 with a page/);
});

const NO_JOB = { operation: 'job_new', status: 400, body: { ErrorType: 'X', ErrorComment: 'No' } };

test.each(
	/** @type {Array<[string, Parameters<typeof ask>[0], string]>} */ ([
		['a wrong key', { account: { apiKey: 'wrong' } }, 'the exchange returned 401'],
		['no host', { account: { baseUrl: 'http://127.0.0.1:2' } }, "API: for a job it didn't answer"],
		['a login page', { fault: PORTAL }, 'the exchange returned 200 with a page'],
		['no list of profiles', { switches: { profilesListed: false } }, 'name one with --profile'],
		['a refused job', { fault: NO_JOB }, 'Verbit created no job: it returned 400 X (No)'],
	]),
)('%s is said first and alone, before a job', async (_what, mood, said) => {
	const { failure, jobs } = await ask(mood);
	expect([failure, jobs]).toEqual([expect.stringContaining(said), []]);
});

test('a key that is refused is all that the command says', async () => {
	const { baseUrl, authUrl } = client.emulator;
	const script = path.join(checkout, 'test/tools/account/run.js');
	const args = [script, '--base-url', baseUrl, '--auth-url', authUrl];
	const env = { ...process.env, VERBIT_API_KEY: 'wrong' };
	const failure = await promisify(execFile)(process.execPath, args, { env }).catch(
		(error) => error,
	);
	expect([failure.code, failure.stdout]).toEqual([1, expect.not.stringContaining('guess')]);
	expect(failure.stderr).toMatch(/^Nothing was asked: .*\n$/);
});

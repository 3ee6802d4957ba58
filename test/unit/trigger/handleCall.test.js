const { EventEmitter } = require('node:events');
const { Readable } = require('node:stream');
const { handleCall } = require('../../../nodes/VerbitTrigger/handleCall');
const { until } = require('../../support/until');

/** Requests for jobs that Verbit has not answered yet. @type {Array<(response: object) => void>} */
const held = [];
let isHolding = true;
let statusCode = 200;
let body = '{"job_status":"In Progress"}';

const answered = () => ({
	statusCode,
	headers: { 'content-length': String(body.length) },
	body: Readable.from([Buffer.from(body)]),
});

/** @type {Record<string, unknown>} */
const parameters = { events: ['completed'], options: {} };

/** n8n's context of a call. @param {number} jobId */
const contextOf = (jobId) =>
	/** @type {any} */ ({
		getRequestObject: () => ({ headers: {} }),
		getResponseObject: () => new EventEmitter(),
		getWorkflow: () => ({ id: 'w' }),
		getBodyData: () => ({ job_id: jobId, status: 'Completed' }),
		getCredentials: async () => ({
			environment: 'custom',
			baseUrl: 'https://h.example/api',
			authUrl: 'https://h.example',
			apiVersion: 4,
			authentication: 'apiToken',
			apiKey: 'token',
		}),
		getMode: () => 'webhook',
		getNode: () => ({ id: 'n', name: 'Verbit Trigger' }),
		getNodeParameter: (/** @type {string} */ name) => parameters[name],
		helpers: {
			httpRequestWithAuthentication: async () =>
				isHolding ? await new Promise((resolve) => held.push(resolve)) : answered(),
		},
	});

test('five hundred calls wait beside the ten that are handled, and the ones beyond are told to come again', async () => {
	/** @type {string[]} */
	const refusals = [];
	const calls = Array.from({ length: 513 }, async (_call, index) => {
		await handleCall(contextOf(index + 1)).catch(({ code }) => refusals.push(code));
	});
	await until(() => held.length === 10 && refusals.length > 0);
	expect(refusals).toEqual(Array(3).fill('CALL_POSTPONED'));
	isHolding = false;
	for (const answer of held) answer(answered());
	await Promise.all(calls);
	expect(refusals.slice(3)).toEqual(Array(510).fill('CALL_TOO_EARLY'));
});

class CredentialNotFoundError extends Error {}
class DecryptionError extends Error {}

test.each([
	[9001, CredentialNotFoundError, { details: { code: 'CREDENTIAL_NOT_FOUND' } }],
	[9002, DecryptionError, { message: 'of n8n' }],
])(
	'a credential that n8n does not give is told as n8n has it: job %d',
	async (jobId, Failure, told) => {
		const getCredentials = async () => await Promise.reject(new Failure('of n8n'));
		await expect(handleCall({ ...contextOf(jobId), getCredentials })).rejects.toMatchObject(told);
	},
);

/** How a call ends. @param {number} jobId */
const outcomeOf = async (jobId) =>
	await handleCall(contextOf(jobId)).then(
		(item) => item?.json.captions,
		({ code }) => code,
	);

test('of equal calls only those of the last thousand are known', async () => {
	for (let jobId = 10_000; jobId <= 11_000; jobId++) await outcomeOf(jobId);
	expect(await outcomeOf(10_000)).toBe('CALL_TOO_EARLY');
});

test('captions are awaited for an hour, anew where five hundred others are awaited meanwhile', async () => {
	statusCode = 503;
	const more = { confirmJob: false, acceptRepeats: true };
	Object.assign(parameters, { options: more, downloadCaptions: true, outputAs: 'segments' });
	for (let jobId = 1; jobId <= 501; jobId++) expect(await outcomeOf(jobId)).toBe('CALL_POSTPONED');
	jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
	expect(await outcomeOf(501)).toMatchObject({ error: expect.any(String) });
	expect(await outcomeOf(1)).toBe('CALL_POSTPONED');
});

test('captions that came are awaited for an hour again once the job is completed again', async () => {
	const more = { confirmJob: false, acceptRepeats: true };
	Object.assign(parameters, { options: more, downloadCaptions: true });
	Object.assign(parameters, { outputAs: 'text', captionFormat: 'txt' });
	body = 'Good evening';
	const outcomes = [];
	for (statusCode of [503, 200, 503]) {
		outcomes.push(await outcomeOf(20_000));
		jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
	}
	const came = expect.not.objectContaining({ error: expect.anything() });
	expect(outcomes).toEqual(['CALL_POSTPONED', came, 'CALL_POSTPONED']);
});

/** What `test/engine/answers.test.js` doesn't tell apart: there the next call or the key says the same. */
const { Readable } = require('node:stream');
const { attachCall } = require('../../../nodes/Verbit/api/attach');
const { callProven } = require('../../../nodes/Verbit/api/callProven');
const { ServiceClient } = require('../../../nodes/Verbit/api/client');
const { startCall } = require('../../../nodes/Verbit/api/startTranscription');

const JOB = 4711;

/** Makes a call that Verbit refuses so, while the job has this status. @param {import('../../../nodes/Verbit/api/callProven').ProvenCall} call @param {object} tries @param {object} refusal @param {string} [status] */
async function refuse(call, tries, refusal, status) {
	const send = async (/** @type {string} */ _name, /** @type {{ url: string }} */ { url }) => {
		const isInfo = url.endsWith('/info') && status !== undefined;
		const body = Buffer.from(JSON.stringify(isInfo ? { job_status: status } : refusal));
		return { statusCode: isInfo ? 200 : 400, headers: {}, body: Readable.from([body]) };
	};
	const context = {
		helpers: { httpRequestWithAuthentication: send },
		getCredentials: async () => ({
			...{ environment: 'production', authentication: 'apiToken' },
			...{ apiKey: 'key', apiVersion: 4 },
		}),
	};
	const client = new ServiceClient(/** @type {any} */ (context), { maxAttempts: 1 });
	const both = /** @type {any} */ ({ wasInDoubt: false, isSubmission: true, ...tries });
	return await callProven(client, call, both).catch(({ details }) => details);
}

const BAD_QUERY = { ErrorType: 'INVALID_QUERY', ErrorComment: 'x' };

test.each([
	[undefined, 'CALL_REFUSED', true],
	['Held', 'CALL_REFUSED', false],
	['Canceled', 'START_REFUSED', false],
])(
	'a start of an own job that is refused while its status is %s is %s, in doubt: %s, as a gateway may have sent it twice',
	async (status, code, isInDoubt) => {
		const details = await refuse(startCall(JOB, {}), {}, BAD_QUERY, status);
		expect(details).toMatchObject({ code, isInDoubt });
	},
);

test('an attachment to an own job whose status Verbit does not document is in doubt, as the start tells more', async () => {
	const call = attachCall('Add media', JOB, {});
	const details = await refuse(call, {}, BAD_QUERY, 'Media Received');
	expect(details).toMatchObject({ isInDoubt: true });
});

test('an attachment is not confirmed by what is said of the key', async () => {
	const refusal = { ErrorType: 'BAD_API_TOKEN', ErrorComment: 'The key was already revoked' };
	const tries = { wasInDoubt: true, isSubmission: false };
	const details = await refuse(attachCall('Merge', JOB, {}), tries, refusal);
	expect(details).toMatchObject({ code: 'API_KEY_REFUSED', isInDoubt: true });
});

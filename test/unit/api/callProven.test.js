/** What `test/engine/answers.test.js` doesn't tell apart: there the next call or the key says the same. */
const { Readable } = require('node:stream');
const { attachCall } = require('../../../nodes/Verbit/api/attach');
const { callProven } = require('../../../nodes/Verbit/api/callProven');
const { ServiceClient } = require('../../../nodes/Verbit/api/client');
const { startCall } = require('../../../nodes/Verbit/api/startTranscription');

const JOB = 4711;

/** A client whose calls Verbit refuses so, while the job has this status. @param {string} ErrorType @param {string} ErrorComment @param {string} [status] */
function clientRefused(ErrorType, ErrorComment, status) {
	const send = async (/** @type {string} */ _name, /** @type {{ url: string }} */ { url }) => {
		const isInfo = url.endsWith('/info') && status !== undefined;
		const body = JSON.stringify(isInfo ? { job_status: status } : { ErrorType, ErrorComment });
		return {
			statusCode: isInfo ? 200 : 400,
			headers: {},
			body: Readable.from([Buffer.from(body)]),
		};
	};
	const context = {
		helpers: { httpRequestWithAuthentication: send },
		getCredentials: async () => ({
			...{ environment: 'production', authentication: 'apiToken' },
			...{ apiKey: 'key', apiVersion: 4 },
		}),
	};
	return new ServiceClient(/** @type {any} */ (context), { maxAttempts: 1 });
}

test.each([
	[undefined, 'CALL_REFUSED', true],
	['Held', 'CALL_REFUSED', false],
	['Canceled', 'START_REFUSED', false],
])(
	'a start of an own job that is refused while its status is %s is %s, in doubt: %s, as a gateway may have sent it twice',
	async (status, code, isInDoubt) => {
		const client = clientRefused('INVALID_QUERY', 'x', status);
		const facts = { isInDoubt: false, ownsJob: true };
		const starting = callProven(client, startCall(JOB, {}), facts);
		await expect(starting).rejects.toMatchObject({ details: { code, isInDoubt } });
	},
);

test('an attachment to an own job whose status Verbit does not document is in doubt, as the start tells more', async () => {
	const client = clientRefused('INVALID_QUERY', 'x', 'Media Received');
	const facts = { isInDoubt: false, ownsJob: true };
	const attaching = callProven(client, attachCall('Add media', JOB, {}), facts);
	await expect(attaching).rejects.toMatchObject({ details: { isInDoubt: true } });
});

test('an attachment is not confirmed by what is said of the key', async () => {
	const client = clientRefused('BAD_API_TOKEN', 'The key was already revoked');
	const facts = { isInDoubt: true, ownsJob: false };
	const merging = callProven(client, attachCall('Merge', JOB, {}), facts);
	const details = { code: 'API_KEY_REFUSED', isInDoubt: true };
	await expect(merging).rejects.toMatchObject({ details });
});

const { toNodeError } = require('../../../nodes/Verbit/errors/nodeErrors');
const { checkJob } = require('../../../nodes/Verbit/wait/checkJob');

/** What ends the wait for a job. @param {unknown} errors @param {string} [job_status] */
const failureWith = async (errors, job_status = 'Failure') => {
	const client = { call: async () => ({ data: { job_status, errors } }) };
	return await checkJob(/** @type {any} */ (client), 17).then(
		() => {
			throw new Error('The job has not failed');
		},
		(error) => error,
	);
};

test("a message has Verbit's codes and texts, and says what to do about each", async () => {
	const { message, details } = await failureWith([
		{ code: 'no_speech', message: 'Nothing was said' },
		{ code: 'foreign_language' },
	]);
	expect(message).toBe(
		'Wait for completion for job 17: the transcription failed (status Failure): no_speech (Nothing was said), foreign_language',
	);
	expect(details.remedy).toMatch(
		/^Another try with this file fails too.* Another try fails too: use a profile/,
	);
	expect(details.code).toBe('JOB_FAILED');
	expect(details.errorType).toBe('no_speech');
});

test('a code that every object has a property for is shown unchanged', async () => {
	const { message, details } = await failureWith([{ code: 'constructor' }]);
	expect(message).toMatch(/\(status Failure\): constructor$/);
	expect(details.code).toBe('JOB_FAILED');
});

test('a code is known in any letter case, and its remedy is given once', async () => {
	const { details } = await failureWith([{ code: 'NO_SPEECH' }, { code: 'no_speech' }]);
	expect(details.remedy.match(/with this file/g)).toHaveLength(1);
});

test.each([
	['a code', 'no_speech', 'no_speech'],
	['a number', 17, '17'],
	['one object', { code: 'no_speech' }, 'no_speech'],
	['a message alone', [{ message: 'Nothing was said' }], 'Nothing was said'],
	['an object that says nothing', [{}], 'no reason given'],
	['null', [null], 'no reason given'],
	['an empty text', [{ code: '', message: '' }], 'no reason given'],
])('errors may be %s', async (_what, errors, shown) => {
	expect((await failureWith(errors)).message).toMatch(
		new RegExp(`\\(status Failure\\): ${shown}$`),
	);
});

test.each([undefined, null, [], ''])('%p is shown as no reason', async (errors) => {
	const { message, details } = await failureWith(errors);
	expect(message).toMatch(/failed \(status Failure\): no reason given$/);
	expect(details.remedy).toContain("Ask Verbit's support");
	expect(details.code).toBe('JOB_FAILED');
	expect(details.errorType).toBeUndefined();
});

test('a canceled job is an error that n8n does not take for its own Stop', async () => {
	const errors = [{ code: 'user_request', message: 'canceled by the customer' }];
	const failure = await failureWith(errors, 'canceled');
	const { details } = failure;
	const { message } = toNodeError(/** @type {any} */ ({ getNode: () => ({}) }), failure, 0);
	expect(message).toBe(
		'Wait for completion for job 17: the job was stopped in Verbit (status Canceled): user_request (Canceled by the customer)',
	);
	expect(message).not.toContain('canceled');
	expect(details.code).toBe('JOB_CANCELED');
	expect(details.remedy).toContain('A stopped job never continues');
});

const { checkJob } = require('../../../nodes/Verbit/wait/checkJob');

/** What ends the wait for a job. @param {unknown} errors */
const failureWith = async (errors) => {
	const client = { call: async () => ({ data: { job_status: 'Failure', errors } }) };
	return await checkJob(/** @type {any} */ (client), 17, {
		account: undefined,
		ownsJob: true,
	}).then(
		() => {
			throw new Error('The job has not failed');
		},
		(error) => error,
	);
};

test("a message has Verbit's codes and texts, and says what to do about the first that is known", async () => {
	const { message, details } = await failureWith([
		{ code: 'new_reason' },
		{ code: 7 },
		{ code: 'NO_SPEECH', message: 'Nothing was said' },
		{ code: 'foreign_language' },
	]);
	expect(message).toBe(
		'Wait for completion for job 17: the transcription failed (status Failure): new_reason, 7, NO_SPEECH (Nothing was said), foreign_language',
	);
	expect(details.remedies[0]).toMatch(/^Another try with this file fails too/);
	expect(details.code).toBe('JOB_FAILED');
	expect(details.errorType).toBe('new_reason');
});

test.each([
	['a text', 'no_speech', 'no_speech', 'no_speech'],
	['texts and numbers', ['no_speech', 7], 'no_speech, 7', 'no_speech'],
	['a single error', { code: 'no_speech', message: 'x' }, 'no_speech (x)', 'no_speech'],
	['a message alone', [{ message: 'Nobody spoke' }], 'Nobody spoke', undefined],
	['an error of nothing', [{ code: '', message: {} }], 'no reason given', undefined],
	['no list', undefined, 'no reason given', undefined],
])('errors may come as %s', async (_form, errors, reasons, errorType) => {
	const { details } = await failureWith(errors);
	expect(details.message).toBe(`the transcription failed (status Failure): ${reasons}`);
	expect(details.errorType).toBe(errorType);
});

test('thousands of errors make no message of megabytes', async () => {
	const errors = Array.from({ length: 5000 }, () => ({ code: 'x', message: 'y'.repeat(500) }));
	expect((await failureWith(errors)).message.length).toBeLessThan(4000);
});

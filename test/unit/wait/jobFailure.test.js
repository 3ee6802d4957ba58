const { checkJob } = require('../../../nodes/Verbit/wait/checkJob');

/** What ends the wait for a job. @param {unknown} errors @returns {Promise<any>} */
const failureWith = async (errors) => {
	const client = { call: async () => ({ data: { job_status: 'Failure', errors } }) };
	const ofJob = { credentialHash: undefined, isSubmission: true };
	return await checkJob(/** @type {any} */ (client), 17, ofJob).catch((error) => error);
};

test.each([
	[
		'several, of which one is known',
		[{ code: 'new' }, { code: 'NO_SPEECH' }],
		'new, NO_SPEECH',
		'new',
	],
	['texts and numbers', ['no_speech', 7], 'no_speech, 7', 'no_speech'],
	['a text', 'no_speech', 'no_speech', 'no_speech'],
	['a single error', { code: 'no_speech', message: 'x' }, 'no_speech (x)', 'no_speech'],
	['a message alone', [{ message: 'Nobody spoke' }], 'Nobody spoke', undefined],
	['an error of nothing', [{ code: '', message: {} }], 'no reason given', undefined],
	['no list', undefined, 'no reason given', undefined],
])('errors may come as %s', async (_form, errors, reasons, errorType) => {
	const { details } = await failureWith(errors);
	expect(details.message).toBe(`the transcription failed (status Failure): ${reasons}`);
	expect(details.errorType).toBe(errorType);
	const isKnown = /^Another try with this file fails too/.test(details.remedies[0]);
	expect(isKnown).toBe(/no_speech/i.test(reasons));
});

test('thousands of errors make no message of megabytes', async () => {
	const errors = Array(5000).fill({ code: 'x', message: 'y'.repeat(500) });
	expect((await failureWith(errors)).message.length).toBeLessThan(4000);
});

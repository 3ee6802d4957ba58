const { jobFailure } = require('../../../nodes/Verbit/wait/jobFailure');

const failed = /** @type {const} */ ({ state: 'failed', text: 'Failure' });
const canceled = /** @type {const} */ ({ state: 'canceled', text: 'Canceled' });

/** @param {unknown} errors */
const failureWith = (errors) => jobFailure(17, failed, /** @type {any} */ ({ errors }));

test('codes and messages of the service are told, and what to do about each', () => {
	const { message, details } = failureWith([
		{ code: 'no_speech', message: 'Nothing was said' },
		{ code: 'foreign_language' },
	]);
	expect(message).toBe(
		'Wait for completion for job 17: the transcription did not succeed (status Failure): no_speech (Nothing was said), foreign_language',
	);
	expect(details.remedy).toMatch(/^There is no speech .*The recording is in another language /);
	expect(details.errorType).toBe('no_speech');
});

test('a code is known in any letter case, and its remedy is told once', () => {
	const { details } = failureWith([{ code: 'NO_SPEECH' }, { code: 'no_speech' }]);
	expect(details.remedy.match(/There is no speech/g)).toHaveLength(1);
});

test.each([
	['a code', 'no_speech', 'no_speech'],
	['a number', 17, '17'],
	['one object', { code: 'no_speech' }, 'no_speech'],
	['a message alone', [{ message: 'Nothing was said' }], 'Nothing was said'],
	['an object that says nothing', [{}], 'no reason given'],
	['null', [null], 'no reason given'],
	['an empty text', [{ code: '', message: '' }], 'no reason given'],
])('errors may be %s', (_what, errors, told) => {
	expect(failureWith(errors).message).toMatch(new RegExp(`\\(status Failure\\): ${told}$`));
});

test.each([undefined, null, [], ''])('%p tells no reason', (errors) => {
	const { message, details } = failureWith(errors);
	expect(message).toMatch(/did not succeed \(status Failure\)$/);
	expect(details.remedy).toContain("The service's support can tell why");
	expect(details.errorType).toBeUndefined();
});

test('a canceled job is told as such', () => {
	const { message, details } = jobFailure(17, canceled, {});
	expect(message).toContain('the job was canceled (status Canceled)');
	expect(details.remedy).toContain('A canceled job does not go on');
});

test('the queries of URLs in it are not told', () => {
	const { message } = failureWith([{ code: 'x', message: 'GET https://h/x?sig=TopSecret' }]);
	expect(message).toContain('x (GET https://h/x?…)');
});

const { attachCall } = require('../../../nodes/Verbit/api/attach');
const { StepError } = require('../../../nodes/Verbit/errors/stepError');

/** @param {string | undefined} errorType @param {string} comment */
const refusal = (errorType, comment) =>
	new StepError({
		code: 'CALL_REFUSED',
		kind: 'response',
		activity: 'Add media',
		message: 'm',
		remedies: ['r'],
		jobFate: 'kept',
		nextTry: 'continue',
		errorType,
		response: { status: 400, summary: `400 ${errorType} (${comment})` },
	});

/** @param {Parameters<typeof attachCall>[0]} activity @param {StepError} error */
const proof = (activity, error, mayHaveArrivedBefore = true) =>
	attachCall(activity, 1, {}).byRefusal?.(error, mayHaveArrivedBefore);

const BY_WORDS = /** @type {const} */ (['Merge', 'Add notes', 'Add backup recording']);

const TOO_FAR = [
	...['already canceled', 'already completed', 'already finished', 'already processed'],
	...['already in progress', 'already started', 'already submitted', 'already transcribed'],
];

test('a refusal that says that the job went on is no proof of an attachment', () => {
	const activities = /** @type {const} */ (['Add media', ...BY_WORDS]);
	const wrong = TOO_FAR.filter((words) =>
		activities.some((activity) =>
			proof(activity, refusal('INVALID_QUERY', `The job was ${words}`)),
		),
	);
	expect(wrong).toEqual([]);
});

test('a refusal of media proves it by its type after an earlier attempt, any other by its words', () => {
	const ofMedia = (/** @type {StepError} */ error, mayHaveArrivedBefore = true) =>
		proof('Add media', error, mayHaveArrivedBefore);
	expect(ofMedia(refusal('INVALID_QUERY', 'x'))).toBe(true);
	expect(ofMedia(refusal('INVALID_OPTION', 'The job already has media'))).toBe(false);
	expect(ofMedia(refusal('INVALID_QUERY', 'x'), false)).toBe(false);
	expect(ofMedia(refusal('INVALID_OPTION', 'The job already has media'), false)).toBe(true);
	for (const activity of BY_WORDS) {
		const evidence = (/** @type {StepError} */ error) => proof(activity, error);
		expect(evidence(refusal('INVALID_QUERY', 'The job Already has one'))).toBe(true);
		expect(evidence(refusal('INVALID_QUERY', 'x'))).toBe(false);
	}
});

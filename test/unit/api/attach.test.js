const { saysAlready } = require('../../../nodes/Verbit/api/attach');
const { StepError } = require('../../../nodes/Verbit/errors/stepError');

/** @param {string | undefined} errorType @param {string} comment */
const refusal = (errorType, comment) =>
	new StepError({
		code: 'CALL_REFUSED',
		kind: 'response',
		step: 'Add media',
		message: 'm',
		remedy: 'r',
		errorType,
		response: { status: 400, text: `400 ${errorType} (${comment})` },
	});

const BY_WORDS = /** @type {const} */ (['Merge', 'Add notes', 'Add backup recording']);

const TOO_FAR = [
	...['already canceled', 'already completed', 'already finished', 'already processed'],
	...['already in progress', 'already started', 'already submitted', 'already transcribed'],
];

test('a refusal that says that the job went on is no proof of an attachment', () => {
	const steps = /** @type {const} */ (['Add media', ...BY_WORDS]);
	const wrong = TOO_FAR.filter((words) =>
		steps.some((step) => saysAlready(step, refusal('INVALID_QUERY', `The job was ${words}`))),
	);
	expect(wrong).toEqual([]);
});

test('a refusal of media proves it by its type, any other by its words', () => {
	expect(saysAlready('Add media', refusal('INVALID_QUERY', 'x'))).toBe(true);
	expect(saysAlready('Add media', refusal('INVALID_OPTION', 'The job already has media'))).toBe(
		false,
	);
	for (const step of BY_WORDS) {
		expect(saysAlready(step, refusal('INVALID_QUERY', 'The job Already has one'))).toBe(true);
		expect(saysAlready(step, refusal('INVALID_QUERY', 'x'))).toBe(false);
		expect(saysAlready(step, refusal(undefined, 'already'))).toBe(false);
	}
});

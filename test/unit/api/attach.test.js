const { attachCall } = require('../../../nodes/Verbit/api/attach');

/** @typedef {Parameters<typeof attachCall>[0]} Activity */

/** Whether a refusal proves an attachment. @param {Activity} activity @param {string} errorType @param {string} comment */
function isProof(activity, errorType, comment, wasInDoubt = true) {
	const response = { status: 400, summary: `400 ${errorType} (${comment})` };
	const error = /** @type {any} */ ({ details: { errorType, response } });
	return attachCall(activity, 1, {}).isProvenByRefusal?.(error, wasInDoubt);
}

const BY_WORDS = /** @type {Activity[]} */ (['Merge', 'Add notes', 'Add backup recording']);

const TOO_FAR =
	'canceled completed finished processed in-progress started submitted transcribed'.split(' ');

test('a refusal that says that the job went on is no proof of an attachment', () => {
	const activities = /** @type {Activity[]} */ (['Add media', ...BY_WORDS]);
	const wrong = TOO_FAR.filter((word) =>
		activities.some((activity) =>
			isProof(activity, 'INVALID_QUERY', `The job was already ${word}`),
		),
	);
	expect(wrong).toEqual([]);
});

test('a refusal of media proves it by its type after an earlier attempt, any other by its words', () => {
	const already = /** @type {const} */ (['INVALID_OPTION', 'The job Already has one']);
	expect(isProof('Add media', 'INVALID_QUERY', 'x')).toBe(true);
	expect(isProof('Add media', ...already)).toBe(false);
	expect(isProof('Add media', 'INVALID_QUERY', 'x', false)).toBe(false);
	expect(isProof('Add media', ...already, false)).toBe(true);
	expect(BY_WORDS.filter((activity) => isProof(activity, ...already))).toEqual(BY_WORDS);
	expect(BY_WORDS.filter((activity) => isProof(activity, 'INVALID_QUERY', 'x'))).toEqual([]);
});

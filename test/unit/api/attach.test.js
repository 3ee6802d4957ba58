const {
	backupRecordAttachment,
	mediaAttachment,
	notesAttachment,
} = require('../../../nodes/Verbit/api/attach');
const { StepError } = require('../../../nodes/Verbit/errors/stepError');

/** @param {string | undefined} errorType @param {string} comment */
const refusal = (errorType, comment) =>
	new StepError({
		kind: 'response',
		step: 'Add media',
		message: 'm',
		remedy: 'r',
		errorType,
		response: `400 ${errorType} (${comment})`,
	});

const media = mediaAttachment({ asset_ids: ['a'] });
const byWords = [
	mediaAttachment({ asset_ids: ['a', 'b'], merge_assets: true }),
	notesAttachment({ asset_ids: ['a'] }),
	backupRecordAttachment('a'),
];

const TOO_FAR = [
	...['already canceled', 'already completed', 'already finished', 'already processed'],
	...['already in progress', 'already started', 'already submitted', 'already transcribed'],
];

test('a refusal that says that the job went on is no proof of an attachment', () => {
	const calls = [media, ...byWords];
	const wrong = TOO_FAR.filter((words) =>
		calls.some((call) => call.saysAlready(refusal('INVALID_QUERY', `The job was ${words}`))),
	);
	expect(wrong).toEqual([]);
});

test('a refusal of media proves it by its type, any other by its words', () => {
	expect(media.saysAlready(refusal('INVALID_QUERY', 'x'))).toBe(true);
	expect(media.saysAlready(refusal('INVALID_OPTION', 'The job already has media'))).toBe(false);
	for (const call of byWords) {
		expect(call.saysAlready(refusal('INVALID_QUERY', 'The job Already has one'))).toBe(true);
		expect(call.saysAlready(refusal('INVALID_QUERY', 'x'))).toBe(false);
		expect(call.saysAlready(refusal(undefined, 'already'))).toBe(false);
	}
});

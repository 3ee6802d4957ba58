import type { Message } from '../stepError';

export const MEDIA_MESSAGES = {
	ATTACHMENT_UNCLEAR: {
		message: "Verbit's response doesn't say whether the job has it now (returned {response})",
		remedy: {
			media: 'Continue with Start Transcription: Verbit starts a job only if it has its media.',
			other: 'Check the job in Verbit before you attach it again.',
		},
	},
	JOB_IN_SEVERAL_ITEMS: {
		message: 'Job {jobId} appears in {count} items, but {limit}',
		remedy:
			"Pass one item per job to this node, for example with Remove Duplicates before it. To combine several files, use Verbit → Merge, or Add Notes with 'Notes Source' set to Binary Files or Asset IDs.",
		agentRemedy: 'Call this once for each job. To combine several files, use Verbit → Merge.',
	},
	ONE_ACCEPTED: {
		message: '{operation} accepts one {thing}, but this item has {count}',
		remedy: "Enter one in '{field}'. To combine several recordings, use Verbit → Merge.",
	},
	MERGE_NEEDS_TWO_PARTS: {
		message: 'Merge needs two or more files or assets, but job {jobId} has one',
		remedy:
			'Pass all parts to this node in one run, with the same job ID in each item. For a single file, use Add Media.',
	},
	JOB_NOT_PENDING: {
		kind: 'input',
		message: "the job's status is {status}, but only a Pending job accepts media",
		remedy:
			'Create a new job for this recording, and add the media to that one. Nothing was uploaded.',
	},
	RESPONSE_INCOMPLETE: {
		step: 'Add asset',
		message: "Verbit's response lacks {missing} (returned {response})",
		remedy: "Check 'API Version' in the credential, and 'Base URL' if 'Environment' is Custom.",
	},
	MERGE_REFUSED: {
		message:
			"the job's profile can't merge, or the job already has media (Verbit returned {response})",
		remedy:
			"Choose a profile that can merge: Verbit's support can tell you which ones can. If the job already has media, create a new job.",
	},
	MEDIA_ALREADY_ADDED: {
		message: 'the job already has media or no longer accepts any (Verbit returned {response})',
		remedy:
			'Create a new job for this recording and attach the media to it. Verbit accepts media only once per job.',
	},
	VALUE_REPEATED: {
		message: "'{field}' lists {value} twice",
		remedy: 'List each one once, over all items of the same job.',
	},
} as const satisfies Record<string, Message>;

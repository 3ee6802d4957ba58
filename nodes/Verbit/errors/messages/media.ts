import type { Message } from '../message';

/** Attaching media, backup recordings and notes. */
export const MEDIA_MESSAGES = {
	MEDIA_IN_SEVERAL_ITEMS: {
		kind: 'input',
		step: 'Check input',
		message: 'Job {jobId} appears in {count} items, but accepts media only once',
		remedy: 'Use Merge to combine files, or use one job per item.',
		cause: 'Several items of Add Media have the same job ID.',
	},
	MEDIA_TAKES_ONE_FILE: {
		kind: 'input',
		step: 'Check input',
		message: 'Add Media accepts one file, but this item has {count}',
		remedy: "Use Merge to combine files, or name one field in 'Input Binary Field'.",
		cause: "'Input Binary Field' of Add Media names several files.",
	},
	MERGE_NEEDS_TWO_PARTS: {
		kind: 'input',
		step: 'Check input',
		message: 'Merge needs two or more files or assets, but job {jobId} has one',
		remedy:
			'Pass all parts to this node in one run, with the same job ID in each item. For a single file, use Add Media.',
		cause: 'The items of the job contain only one file or asset.',
	},
	JOB_NOT_PENDING: {
		kind: 'input',
		message: "the job's status is {status}, but only a Pending job accepts media",
		remedy:
			'Create a new job for this recording, and add the media to that one. Nothing was uploaded.',
		cause:
			'Before files of 8 MiB or more are uploaded, the node asks Verbit for the status of the job.',
	},
	BACKUP_IN_SEVERAL_ITEMS: {
		kind: 'input',
		step: 'Check input',
		message: 'Job {jobId} appears in {count} items, but accepts one backup recording',
		remedy: 'Use one job per item.',
		cause: 'Several items of Add Backup Recording have the same job ID.',
	},
	BACKUP_TAKES_ONE_FILE: {
		kind: 'input',
		step: 'Check input',
		message: 'Add Backup Recording accepts one file, but this item has {count}',
		remedy: "Name one field in 'Input Binary Field'.",
		cause: "'Input Binary Field' of Add Backup Recording names several files.",
	},
	BACKUP_TAKES_ONE_ASSET: {
		kind: 'input',
		step: 'Check input',
		message: 'Add Backup Recording accepts one asset ID (got {count})',
		remedy: "Enter one asset ID in 'Asset ID'.",
		cause: "'Asset ID' holds several IDs.",
	},
	NOTES_URL_WITH_OTHERS: {
		kind: 'input',
		step: 'Check input',
		message: 'Job {jobId} appears in {count} items, but a notes URL must be its only notes',
		remedy: "Set 'Notes Source' to Binary Files or Asset IDs to attach several notes.",
		cause: 'Several items of Add Notes have the same job ID, and one of them has a URL.',
	},
	ASSET_IDS_MISSING: {
		kind: 'input',
		step: 'Check input',
		message: 'No asset ID found',
		remedy:
			'Enter asset IDs separated by commas, or an expression such as the asset_id that Upload Binary outputs.',
		cause: 'The field is empty, or its expression finds nothing in the item.',
	},
	ASSET_ID_INVALID: {
		kind: 'input',
		step: 'Check input',
		message: 'An asset ID must be text (got {value})',
		remedy:
			'Enter asset IDs separated by commas, a JSON array of strings, or an expression that returns an array.',
		cause: "An entry in the list of asset IDs is empty, or isn't text.",
	},
	ASSET_REPEATED: {
		kind: 'input',
		step: 'Check input',
		message: 'Asset {assetId} is listed twice',
		remedy: 'List each asset once.',
		cause: 'The same asset ID appears twice in an item, or in several items of a job.',
	},
	ASSET_ID_MISSING: {
		kind: 'response',
		step: 'Add asset',
		message: 'Verbit returned {response} without an asset ID',
		remedy: "Check 'Base URL' in the credential and the option 'API Version'.",
		cause: "Verbit's response has no asset ID.",
	},
	MERGE_REFUSED: {
		kind: 'response',
		message: "the job's profile may not merge, or the job already has media: {reason}",
		remedy:
			"Choose a profile that may merge: Verbit's support can tell you which ones may. If the job already has media, create a new job.",
		cause:
			'Verbit refused to merge. It gives the same reason for a profile without the right and for a second call.',
	},
	MEDIA_ALREADY_ADDED: {
		kind: 'response',
		message: 'the job already has media or no longer accepts any: {reason}',
		remedy:
			'Create a new job for this recording and attach the media to it. Verbit accepts media only once per job.',
		cause: 'Media was attached to the job before, or the job was started.',
	},
	UPLOAD_URL_INVALID: {
		kind: 'response',
		step: 'Add asset',
		message: "Verbit returned {response} with an 'upload_url' that isn't a valid http or https URL",
		remedy: "Check 'Base URL' in the credential and the option 'API Version'.",
		cause: "Verbit's response has an upload URL that can't be used.",
	},
} as const satisfies Record<string, Message>;

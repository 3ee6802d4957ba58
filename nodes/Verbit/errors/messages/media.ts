import type { Message } from '../message';

/** Attaching media, backup recordings and notes. */
export const MEDIA_MESSAGES = {
	MEDIA_IN_SEVERAL_ITEMS: {
		message: 'Job {jobId} appears in {count} items, but accepts media only once',
		remedy: 'Use Merge to combine files, or use one job per item.',
	},
	MEDIA_TAKES_ONE_FILE: {
		message: 'Add Media accepts one file, but this item has {count}',
		remedy: "Use Merge to combine files, or name one field in 'Input Binary Field'.",
	},
	MERGE_NEEDS_TWO_PARTS: {
		message: 'Merge needs two or more files or assets, but job {jobId} has one',
		remedy:
			'Pass all parts to this node in one run, with the same job ID in each item. For a single file, use Add Media.',
	},
	JOB_NOT_PENDING: {
		message: "the job's status is {status}, but only a Pending job accepts media",
		remedy:
			'Create a new job for this recording, and add the media to that one. Nothing was uploaded.',
	},
	BACKUP_IN_SEVERAL_ITEMS: {
		message: 'Job {jobId} appears in {count} items, but accepts one backup recording',
		remedy: 'Use one job per item.',
	},
	BACKUP_TAKES_ONE_FILE: {
		message: 'Add Backup Recording accepts one file, but this item has {count}',
		remedy: "Name one field in 'Input Binary Field'.",
	},
	BACKUP_TAKES_ONE_ASSET: {
		message: 'Add Backup Recording accepts one asset ID (got {count})',
		remedy: "Enter one asset ID in 'Asset ID'.",
	},
	NOTES_URL_WITH_OTHERS: {
		message: 'Job {jobId} appears in {count} items, but a notes URL must be its only notes',
		remedy: "Set 'Notes Source' to Binary Files or Asset IDs to attach several notes.",
	},
	ASSET_IDS_MISSING: {
		message: 'No asset ID found',
		remedy:
			'Enter asset IDs separated by commas, or an expression such as the asset_id that Upload Binary outputs.',
	},
	ASSET_ID_INVALID: {
		message: 'An asset ID must be text (got {value})',
		remedy:
			'Enter asset IDs separated by commas, a JSON array of strings, or an expression that returns an array.',
	},
	ASSET_REPEATED: {
		message: 'Asset {assetId} is listed twice',
		remedy: 'List each asset once.',
	},
	ASSET_ID_MISSING: {
		kind: 'response',
		step: 'Add asset',
		message: 'Verbit returned {response} without an asset ID',
		remedy: "Check 'Base URL' in the credential and the option 'API Version'.",
	},
	MERGE_REFUSED: {
		kind: 'response',
		message: "the job's profile may not merge, or the job already has media: {reason}",
		remedy:
			"Choose a profile that may merge: Verbit's support can tell you which ones may. If the job already has media, create a new job.",
	},
	MEDIA_ALREADY_ADDED: {
		kind: 'response',
		message: 'the job already has media or no longer accepts any: {reason}',
		remedy:
			'Create a new job for this recording and attach the media to it. Verbit accepts media only once per job.',
	},
	UPLOAD_URL_INVALID: {
		kind: 'response',
		step: 'Add asset',
		message: "Verbit returned {response} with an 'upload_url' that isn't a valid http or https URL",
		remedy: "Check 'Base URL' in the credential and the option 'API Version'.",
	},
} as const satisfies Record<string, Message>;

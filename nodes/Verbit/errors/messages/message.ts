/** The activities that errors name, each with the words before the job's ID: *Get job 7*, but *Add media for job 7*. */
export const ACTIVITIES = {
	'Check input': ' for job',
	Authenticate: ' for job',
	'List profiles': ' for job',
	'Create job': '',
	'Open URL': ' for job',
	'Add asset': ' for job',
	'Request upload URL': ' for job',
	Upload: ' for job',
	'Add media': ' for job',
	Merge: ' for job',
	'Add backup recording': ' for job',
	'Add notes': ' for job',
	'Start transcription': ' for job',
	'Get job': '',
	'Wait for completion': ' for job',
	'Get captions': ' for job',
};

export type Activity = keyof typeof ACTIVITIES;

/** One error, as data. In its texts, `{name}` stands for a value that is known when the error occurs. */
export interface CatalogueEntry {
	/** `input` for a fault of the user or of n8n at an activity other than 'Check input'. */
	kind?: 'input';
	/** The activity that failed; default: 'Check input'. If several share the message, `createError` gets the activity. */
	activity?: Activity;
	/** One text, or a text for each variant, with `other` for all variants without a text. */
	message: string | Readonly<Record<string, string> & { other: string }>;
	remedy: CatalogueEntry['message'];
	/** Remedy for an AI agent, which has no files and reads no binary output. */
	agentRemedy?: string | Readonly<Record<string, string>>;
	/**
	 * What becomes of the task's job:
	 * - `kept`, the default: another try of the node goes on with it
	 * - `ended`: it has no result, so the recording needs another job
	 * - `refused`: Verbit refuses it, so a job that the node has created is replaced
	 */
	jobFate?: 'kept' | 'ended' | 'refused';
	/**
	 * The next try that the advice beside the remedy names:
	 * - `continue`, the default: it goes on with what is begun
	 * - `continueFirst`, the default if `retriable`: as `continue`, and the advice comes before the remedy
	 * - `newRun`: a new run of the workflow, because only that gets the file again
	 * - `none`: another try fails in the same way, or the remedy says it all
	 */
	advisedTry?: 'continue' | 'continueFirst' | 'newRun' | 'none';
	retriable?: boolean;
	/** Whether all other items would fail, too, so that nobody is advised to let them through. */
	failsAllItems?: true;
}

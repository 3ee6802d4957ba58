export type MessageStep =
	| 'Check input'
	| 'Authenticate'
	| 'List profiles'
	| 'Create job'
	| 'Open URL'
	| 'Add asset'
	| 'Request upload URL'
	| 'Upload'
	| 'Add media'
	| 'Merge'
	| 'Add backup recording'
	| 'Add notes'
	| 'Start transcription'
	| 'Get job'
	| 'Wait for completion'
	| 'Get captions';

/** One text, or a text for each cause, with `other` for all causes without a text. */
export type TextByCause = string | Readonly<Record<string, string>>;

/**
 * The effect of another try of the node: it goes on with the job (`goesOn`), makes another because the job has ended (`newJob`),
 * makes another if the node has made the job (`newJobIfOwn`), may leave a job that nobody knows (`mayHaveJob`), helps only in a
 * new run of the workflow, which gets the file again (`needsFile`), or fails in the same way, or needs no advice beside the
 * remedy (`failsAgain`).
 */
export type NextTry =
	'failsAgain' | 'goesOn' | 'mayHaveJob' | 'needsFile' | 'newJob' | 'newJobIfOwn';

/** One error, as data. In its texts, `{name}` stands for a value that is known when the error occurs. */
export interface CatalogueEntry {
	/** `input` for an error that isn't Verbit's, the storage's or the network's, although its step isn't 'Check input'. */
	kind?: 'input';
	/** The step that failed; default: 'Check input'. If several steps share the message, `createError` gets the step. */
	step?: MessageStep;
	message: TextByCause;
	remedy: TextByCause;
	/** Remedy for an AI agent, which has no files and reads no binary output. */
	agentRemedy?: TextByCause;
	/** Default: `goesOn`. */
	nextTry?: NextTry;
	/** Whether the node itself may repeat the step. */
	retriable?: boolean;
	/** Whether the advice to retry comes first, before the remedy. */
	isRetryFirst?: true;
	/** Whether all other items would fail, too, so that nobody is advised to let them through. */
	isOfAllItems?: true;
}

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

/** One text, or one for each cause; `other` for all causes without one. */
export type TextByCause = string | Readonly<Record<string, string>>;

/**
 * What another try of the node does: it goes on with the job (`goesOn`), makes another because this one has ended (`newJob`),
 * makes another if the node has made this one (`newJobIfOwn`), may find a job that nobody knows (`mayHaveJob`), goes on only
 * in a new run of the workflow, which gets the file again (`needsFile`), or fails in the same way (`failsAgain`).
 */
export type NextTry =
	'failsAgain' | 'goesOn' | 'mayHaveJob' | 'needsFile' | 'newJob' | 'newJobIfOwn';

/** One thing that can go wrong, as data. In its texts, `{name}` stands for a value that is known when it happens. */
export interface CatalogueEntry {
	/** The user can fix it in the node, though its step is another than 'Check input'. */
	kind?: 'input';
	/** 'Check input' by default. If several steps share the message, the caller of `createError` passes the step. */
	step?: MessageStep;
	message: TextByCause;
	remedy: TextByCause;
	/** For an AI agent, which has no files and reads no binary output: what is said to it instead. */
	agentRemedy?: TextByCause;
	/** By default it goes on. */
	nextTry?: NextTry;
	/** Whether the node itself may repeat the step. */
	retriable?: boolean;
	/** The remedy is followed only if another try of the node fails, too. */
	isRetryFirst?: true;
	/** The other items would fail with it, too: nobody is advised to let them through. */
	isOfAllItems?: true;
}

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

/** One error, as data. In its texts, `{name}` stands for a value that is known when the error occurs. */
export interface CatalogueEntry {
	/** `input` for a fault of the user or of n8n at a step other than 'Check input'. */
	kind?: 'input';
	/** The step that failed; default: 'Check input'. If several steps share the message, `createError` gets the step. */
	step?: MessageStep;
	message: TextByCause;
	remedy: TextByCause;
	/** Remedy for an AI agent, which has no files and reads no binary output. */
	agentRemedy?: TextByCause;
	/**
	 * What becomes of the task's job; default: `kept`, another try of the node goes on with it. `ended`: it has no result, so the
	 * recording needs another job. `refused`: Verbit refuses it, so a job that the node has created is replaced. `unknown`: nobody
	 * knows whether it was created.
	 */
	jobFate?: 'kept' | 'ended' | 'refused' | 'unknown';
	/**
	 * The advice beside the remedy; default: `continue`, how to go on with what is begun. `none`: another try fails in the same way, or
	 * the remedy says it all. `newRun`: only a new run of the workflow gets the file again.
	 */
	advice?: 'continue' | 'none' | 'newRun';
	/** Whether the node itself may repeat the step. */
	retriable?: boolean;
	/** Whether the advice to retry comes first, before the remedy. */
	isRetryFirst?: true;
	/** Whether all other items would fail, too, so that nobody is advised to let them through. */
	isOfAllItems?: true;
}

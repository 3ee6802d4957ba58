export type Step =
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
export type Text = string | Readonly<Record<string, string>>;

/** One thing that can go wrong, as data. In its texts, `{name}` stands for a value that is known when it happens. */
export interface Message {
	/** The user can fix it in the node, though its step is another than 'Check input'. */
	kind?: 'input';
	/** 'Check input' by default. If several steps share the message, the caller of `createError` passes the step. */
	step?: Step;
	message: Text;
	remedy: Text;
	/** For an AI agent, which has no files and reads no binary output: what is said to it instead. */
	agentRemedy?: Text;
	/** When Retry helps: before or after the remedy, with another job, or never. By default after it; `retriable`, before it. */
	retry?: 'first' | 'after' | 'anew' | 'never';
	retriable?: boolean;
	/** All items would fail with it: it is no reason to let the others through. */
	isOfAllItems?: true;
}

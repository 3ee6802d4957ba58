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
}

export interface ErrorContext {
	step?: Step;
	fileName?: string;
	jobId?: number;
	/** The job that Verbit named in answer to a creation that may have failed: the next try goes on with it. */
	createdJob?: number;
	jobStatus?: string;
	errorType?: string;
	response?: {
		status: number;
		text: string;
		isFromProxy?: boolean;
		retryAfterMs?: number;
	};
	retriable?: boolean;
	/** The call may have arrived, although it got no clear answer. */
	isInDoubt?: boolean;
}

interface StepErrorDetails extends ErrorContext {
	code: string;
	kind: 'input' | 'response';
	step: Step;
	message: string;
	remedy: string;
	agentRemedy?: string;
}

/** What stopped a step. `toNodeError` makes an n8n error of it. It takes the secrets of the run out. */
export class StepError extends Error {
	override readonly name = 'StepError';

	constructor(readonly details: Readonly<StepErrorDetails>) {
		super(describe(details));
	}

	with(changes: Partial<StepErrorDetails>): StepError {
		return new StepError({ ...this.details, ...changes });
	}

	get remedyForAgent(): string {
		const { remedy, agentRemedy } = this.details;
		return agentRemedy ?? `${remedy} If you can't do this yourself, tell the user.`;
	}
}

function describe({ step, fileName, jobId, message }: StepErrorDetails): string {
	if (step === 'Check input') return message;
	const file = fileName === undefined ? '' : ` "${fileName}"`;
	// "Get job 7", but "Add media for job 7".
	const isOfJob = step.endsWith(' job');
	const job = jobId === undefined ? '' : isOfJob ? ` ${jobId}` : ` for job ${jobId}`;
	return `${step}${file}${job}: ${message}`;
}

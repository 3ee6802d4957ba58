/** The step at which something went wrong, between the item and Verbit, as messages name it. */
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

/** What is known of an error: its code, what to do, where it happened, and whether another attempt may help. */
export interface StepErrorDetails {
	/** Of the catalogue: what a workflow can branch on. */
	code?: string;
	/**
	 * `input`: the user can fix it in the node or its input. `response`: Verbit, the storage or the network reported
	 * it.
	 */
	kind: 'input' | 'response';
	step: Step;
	/** What happened, in one sentence without its full stop. */
	what: string;
	/** What to do about it. */
	remedy: string;
	fileName?: string;
	jobId?: number;
	/** HTTP status, if there was a response. */
	httpCode?: string;
	/** Verbit's `ErrorType` or the storage's `<Code>`. */
	errorType?: string;
	/** Not from Verbit's API but from something in between, such as a proxy's page. */
	isForeign?: boolean;
	/** Whether the same call may work a little later. */
	retriable?: boolean;
	/** How long to wait at least before it is repeated, ms: what the other side asks for. */
	retryAfterMs?: number;
	/** Whether the error is final: checking again won't change it. */
	isFinal?: boolean;
	/** The external ID of an item that is dropped, with Skip. */
	skippedId?: string;
	/** Whether the call may have been carried out all the same. */
	mayHaveArrived?: boolean;
}

/**
 * What stopped a step. Inside the node everything that fails is one of these; it becomes an n8n error,
 * with the item's index, in one place (`errors/nodeErrors.ts`).
 * Texts never hold a token, a key or the query of a URL: see `redactUrls`.
 */
export class StepError extends Error {
	override readonly name = 'StepError';

	constructor(readonly details: Readonly<StepErrorDetails>) {
		super(describe(details));
	}

	/** The error again whose details were saved. */
	static from(details: StepErrorDetails): StepError {
		return new StepError(details);
	}

	/** The same error with some details changed. */
	with(changes: Partial<StepErrorDetails>): StepError {
		return new StepError({ ...this.details, ...changes });
	}
}

function describe({ step, fileName, jobId, what }: StepErrorDetails): string {
	if (step === 'Check input') return what;
	const file = fileName === undefined ? '' : ` "${fileName}"`;
	// "Get job 7", but "Add media for job 7".
	const job = jobId === undefined ? '' : step === 'Get job' ? ` ${jobId}` : ` for job ${jobId}`;
	return `${step}${file}${job}: ${what}`;
}

/** Where in the way from an item to the service something went wrong, as it is named in messages. */
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

export interface StepErrorDetails {
	/** Of the catalogue: what a workflow can branch on. */
	code?: string;
	/** `input`: the user can mend it in the node or its input. `answer`: the service, the store or the network said it. */
	kind: 'input' | 'answer';
	step: Step;
	/** What happened, in one sentence without its full stop. */
	what: string;
	/** What to do about it. */
	remedy: string;
	fileName?: string;
	jobId?: number;
	/** HTTP status, where there was an answer. */
	httpCode?: string;
	/** The service's `ErrorType` or the store's `<Code>`. */
	errorType?: string;
	/** Not from Verbit's API but from something in between, such as a proxy's page. */
	isForeign?: boolean;
	/** Whether the same call may work a little later. */
	retriable?: boolean;
	/** How long to wait at least before it is repeated, ms: what the other side asks for. */
	retryAfterMs?: number;
	/** Whether it holds for good, so that nobody has to look again. */
	isFinal?: boolean;
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

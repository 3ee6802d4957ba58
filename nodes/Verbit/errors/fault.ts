import { type Code, MESSAGES } from './catalogue';
import { fillIn, type Message, type Values } from './message';
import { UPLOAD_URL_NAMES } from './messages/jobs';
import { StepError, type StepErrorDetails } from './stepError';

type Texts<C extends Code> = (typeof MESSAGES)[C]['message' | 'remedy'];

/** What is known of an error beside its message: step, job, file, and what the other side returned. */
export type Circumstances = Partial<Omit<StepErrorDetails, 'code' | 'kind' | 'what' | 'remedy'>>;

/**
 * The error for something that the catalogue knows, e.g. `throw fault('JOB_ID_INVALID', { value })`.
 * @param values for the names in braces in its message and remedy. Never a token, a key or the query of a URL.
 * @param about the step where the catalogue leaves it open, the job, the file, the status
 */
export function fault<C extends Code>(
	code: C,
	values: Values<Texts<C>>,
	about: Circumstances = {},
): StepError {
	const { kind, step, message, remedy, retriable }: Message = MESSAGES[code];
	return new StepError({
		kind,
		step: step ?? 'Check input',
		...(retriable === undefined ? {} : { retriable }),
		...about,
		code,
		what: fillIn(message, values),
		remedy: fillIn(remedy, values),
	});
}

/** Sentences that are added to what an error says to do, where more is known than when it was thrown. */
export const ADVICE = {
	BACKUP_CONDITIONS:
		"The job needs its media first and must not be started. Only certain profiles accept a backup recording: ask Verbit's support.",
	EARLIER_ATTEMPT_UNCLEAR:
		'An earlier attempt got no clear response. Check the job in Verbit first.',
	ITEM_FAILED:
		"This item failed in an earlier Verbit step and holds only its error. Set 'On Error' of that node to Continue (using error output), or remove items with 'error' by a Filter node before this step.",
	ITEM_SKIPPED:
		"This item was skipped, so it has no job: remove items with 'skipped' by a Filter node before this step.",
	JOB_NOT_STARTED:
		"Job {jobId} has its media but isn't started: continue with Start Transcription. Retry On Fail continues with this job.",
	JOB_WITHOUT_MEDIA:
		'Job {jobId} was created and has no media yet: continue with Add Media or Merge, then Start Transcription. Retry On Fail continues with this job.',
	JOBS_CREATED_IN_RUN:
		'Created in this run: {jobs}. Retry On Fail continues with these jobs. Check them in Verbit before you run the workflow again.',
	MERGE_CONDITIONS: "Only some profiles can merge: ask Verbit's support.",
	NOTES_CONDITIONS: 'Add notes before the transcription is started.',
	UPLOADED_IN_RUN:
		'Uploaded in this run: {files}. An unused asset can be attached by its ID for 24 hours.',
	DRAFT_FORMATS: 'Drafts come as DOCX, PDF, SAMI, SRT, TXT or WebVTT only.',
	DRAFT_OF_COMPLETED_JOB: "The job is completed: remove the option 'Draft' to get its captions.",
	UPLOAD_URL_NAMES,
	ONE_TIME_URL: 'A one-time URL can be opened only once: get a new one.',
} as const satisfies Record<string, string>;

/** A code of a sentence in ADVICE. */
export type AdviceCode = keyof typeof ADVICE;

/** A copy of an error with one more sentence in its remedy, which says what to do. */
export function advise<C extends AdviceCode>(
	error: StepError,
	code: C,
	values: Values<(typeof ADVICE)[C]>,
): StepError {
	const { remedy } = error.details;
	return error.with({ remedy: `${remedy} ${adviceText(code, values)}` });
}

/** A sentence of advice with its values filled in, apart from any error. */
export function adviceText<C extends AdviceCode>(
	code: C,
	values: Values<(typeof ADVICE)[C]>,
): string {
	return fillIn(ADVICE[code], values);
}

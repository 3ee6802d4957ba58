import { fillIn, type Values } from './message';
import { StepError } from './stepError';

/** Sentences that are added to what an error says to do, where more is known than when it was thrown. */
export const ADVICE = {
	BACKUP_CONDITIONS:
		"The job needs its media first and must not be started. Only certain profiles accept a backup recording: ask Verbit's support.",
	EARLIER_ATTEMPT_UNCLEAR:
		'An earlier attempt got no clear response. Check the job in Verbit first.',
	JOB_NOT_STARTED:
		"Job {jobId} has its media but isn't started: continue with Start Transcription. Retry On Fail continues this job and creates no other.",
	JOB_WITHOUT_MEDIA:
		'Job {jobId} was created and has no media yet: continue with Add Media or Merge, then Start Transcription. Retry On Fail continues this job and creates no other.',
	JOBS_CREATED_IN_RUN:
		'Created in this run: {jobs}. Retry On Fail continues these jobs; look at them in Verbit before you run the workflow again.',
	MERGE_CONDITIONS: "Only some profiles can merge: ask Verbit's support.",
	NOTES_CONDITIONS: 'Add notes before the transcription is started.',
	UPLOADED_IN_RUN:
		'Uploaded in this run: {files}. An unused asset can be attached by its ID for 24 hours.',
	DRAFT_FORMATS: 'Drafts come as DOCX, PDF, SAMI, SRT, TXT or WebVTT only.',
	DRAFT_OF_COMPLETED_JOB: "The job is completed: remove the option 'Draft' to get its captions.",
	UPLOAD_URL_NAMES:
		"Verbit doesn't publish the names of this deprecated call. Enter the names that Verbit's support gives you in the options, or use Upload Binary.",
	ONE_TIME_URL: 'A one-time URL can be opened only once: get a new one.',
} as const satisfies Record<string, string>;

export type AdviceCode = keyof typeof ADVICE;

/** The same error with one more sentence in what to do about it. */
export function advise<C extends AdviceCode>(
	error: StepError,
	code: C,
	values: Values<(typeof ADVICE)[C]>,
): StepError {
	const { remedy } = error.details;
	return error.with({ remedy: `${remedy} ${adviceText(code, values)}` });
}

/** Such a sentence by itself. */
export function adviceText<C extends AdviceCode>(
	code: C,
	values: Values<(typeof ADVICE)[C]>,
): string {
	return fillIn(ADVICE[code], values);
}

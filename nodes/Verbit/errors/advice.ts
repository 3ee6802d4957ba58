import { fillIn, type Values } from './message';
import { StepError } from './stepError';

/** Sentences that are added to what an error says to do, where more is known than when it was thrown. */
export const ADVICE = {
	DRAFT_FORMATS: 'Drafts come as DOCX, PDF, SAMI, SRT, TXT or WebVTT only.',
	DRAFT_OF_COMPLETED_JOB: "The job is completed: remove the option 'Draft' to get its captions.",
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
	return error.with({ remedy: `${remedy} ${fillIn(ADVICE[code], values)}` });
}

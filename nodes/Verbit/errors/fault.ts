import { type Code, MESSAGES } from './catalogue';
import { fillIn, type Message, type Values } from './message';
import { SENTENCES } from './messages/sentences';
import { StepError, type StepErrorDetails } from './stepError';

type Texts<C extends Code> = (typeof MESSAGES)[C]['message' | 'remedy'];

type SentenceCode = keyof typeof SENTENCES;

/** What is known of an error beside its message: step, job, file, and what the other side returned. */
export type ErrorContext = Partial<Omit<StepErrorDetails, 'code' | 'kind' | 'what' | 'remedy'>>;

/**
 * The error for something that the catalogue knows, e.g. `throw fault('JOB_ID_INVALID', { value })`.
 * @param values for the names in braces in its message and remedy. Never a token, a key or the query of a URL.
 */
export function fault<C extends Code>(
	code: C,
	values: Values<Texts<C>>,
	about: ErrorContext = {},
): StepError {
	const { kind, step, message, remedy, retriable }: Message = MESSAGES[code];
	return new StepError({
		kind: kind ?? 'input',
		step: step ?? 'Check input',
		...(retriable === undefined ? {} : { retriable }),
		...about,
		code,
		what: fillIn(message, values),
		remedy: fillIn(remedy, values),
	});
}

/** A copy of an error with one more sentence in its remedy. */
export function advise<C extends SentenceCode>(
	error: StepError,
	code: C,
	values: Values<(typeof SENTENCES)[C]>,
): StepError {
	return error.with({ remedy: `${error.details.remedy} ${sentence(code, values)}` });
}

/** A sentence with its values filled in, apart from any error, e.g. `sentence('EVENT_NOT_RECORDED', { reason })`. */
export function sentence<C extends SentenceCode>(
	code: C,
	values: Values<(typeof SENTENCES)[C]>,
): string {
	return fillIn(SENTENCES[code], values);
}

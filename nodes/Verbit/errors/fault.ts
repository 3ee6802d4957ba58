import { type Code, MESSAGES } from './catalogue';
import { fillIn, type Message, type Values } from './message';
import { StepError, type StepErrorDetails } from './stepError';

type Texts<C extends Code> = (typeof MESSAGES)[C]['message' | 'remedy'];

/** Where it happened and what was answered, beside what the message says. */
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

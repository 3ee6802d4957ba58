import { withoutPatterns } from '../secrets/patterns';
import { type Code, MESSAGES } from './catalogue';
import { SENTENCES } from './messages/sentences';
import { type ErrorContext, type Message, StepError, type Text } from './stepError';

/**
 * The error for something that the catalogue knows, e.g. `throw createError('JOB_ID_INVALID', { value })`.
 * @param values for the names in braces in its message and remedy, and the `cause` where these have a text for it; `toNodeError`
 *   takes out the secrets of the run
 */
export function createError<C extends Code>(
	code: C,
	values: Values<Texts<(typeof MESSAGES)[C]['message' | 'remedy']>> & { cause?: CauseOf<C> },
	context: ErrorContext = {},
): StepError {
	const { kind, step: ownStep, message, remedy, agentRemedy, retriable }: Message = MESSAGES[code];
	const { cause = 'other' } = values;
	const filled = (text: Text) => {
		const chosen = typeof text === 'object' ? (text[cause] ?? text.other) : text;
		return chosen && fillIn(chosen, values);
	};
	const { step = ownStep ?? 'Check input' } = context;
	return new StepError({
		kind: kind ?? (step === 'Check input' ? 'input' : 'response'),
		...(retriable === undefined ? {} : { retriable }),
		...context,
		step,
		code,
		message: filled(message),
		remedy: filled(remedy),
		agentRemedy: agentRemedy && filled(agentRemedy),
	});
}

/** What Verbit or a host calls a cause, where the entry has a text for it; `other` for any other. */
export function causeOf<C extends Code>(code: C, name: string | undefined): CauseOf<C> {
	const { message, remedy }: Message = MESSAGES[code];
	const isKnown = [message, remedy].some((text) => Object.keys(text).includes(name ?? ''));
	return (isKnown ? name : 'other') as CauseOf<C>;
}

export function hasCode<C extends Code>(
	error: unknown,
	...codes: C[]
): error is StepError & { details: { code: C } } {
	return error instanceof StepError && codes.some((code) => code === error.details.code);
}

export function advise<C extends keyof typeof SENTENCES>(
	error: StepError,
	code: C,
	values: Values<(typeof SENTENCES)[C]>,
): StepError {
	const { remedy, agentRemedy } = error.details;
	const more = sentence(code, values);
	return error.with({
		remedy: `${remedy} ${more}`,
		...(agentRemedy !== undefined && { agentRemedy: `${agentRemedy} ${more}` }),
	});
}

export function sentence<C extends keyof typeof SENTENCES>(
	code: C,
	values: Values<(typeof SENTENCES)[C]>,
): string {
	return fillIn(SENTENCES[code], values);
}

type CauseOf<C extends Code> = 'other' | Variants<(typeof MESSAGES)[C]['message' | 'remedy']>;

type Variants<T> = T extends string ? never : keyof T & string;

type Texts<T> = T extends string ? T : T[keyof T];

type ValueNames<T> = T extends `${string}{${infer Name}}${infer Rest}`
	? Name | ValueNames<Rest>
	: never;

type Values<T> = Record<ValueNames<T>, string | number>;

/** Puts values into a text. @throws Error for a value that is missing, which is a fault of this package */
function fillIn(text: string, values: Record<string, unknown>): string {
	return text.replace(/\{([^{}]+)\}/g, (_, name: string) => {
		if (!(name in values)) throw new Error(`The message "${text}" needs a value for ${name}`);
		return withoutPatterns(String(values[name]));
	});
}

import { withoutPatterns } from '../secrets/patterns';
import { type Code, MESSAGES } from './catalogue';
import { SENTENCES } from './messages/sentences';
import { type Message, StepError, type StepErrorDetails } from './stepError';

export type ErrorContext = Partial<Omit<StepErrorDetails, 'code' | 'kind' | 'message' | 'remedy'>>;

/**
 * The error for something that the catalogue knows, e.g. `throw createError('JOB_ID_INVALID', { value })`.
 * @param values for the names in braces in its message and remedy; `toNodeError` takes out the secrets of the run
 */
export function createError<C extends Code>(
	code: C,
	values: Values<(typeof MESSAGES)[C]['message' | 'remedy']>,
	context: ErrorContext = {},
): StepError {
	const { kind, step, message, remedy, retriable }: Message = MESSAGES[code];
	return new StepError({
		kind: kind ?? 'input',
		step: step ?? 'Check input',
		...(retriable === undefined ? {} : { retriable }),
		...context,
		code,
		message: fillIn(message, values),
		remedy: fillIn(remedy, values),
	});
}

export function advise<C extends keyof typeof SENTENCES>(
	error: StepError,
	code: C,
	values: Values<(typeof SENTENCES)[C]>,
): StepError {
	return error.with({ remedy: `${error.details.remedy} ${sentence(code, values)}` });
}

export function sentence<C extends keyof typeof SENTENCES>(
	code: C,
	values: Values<(typeof SENTENCES)[C]>,
): string {
	return fillIn(SENTENCES[code], values);
}

type ValueNames<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
	? Name | ValueNames<Rest>
	: never;

type Values<Text extends string> = Record<ValueNames<Text>, string | number>;

/** Puts values into a text. @throws Error for a value that is missing, which is a fault of this package */
function fillIn(text: string, values: Record<string, string | number>): string {
	return text.replace(/\{(\w+)\}/g, (_, name: string) => {
		if (!(name in values)) throw new Error(`The message "${text}" needs a value for ${name}`);
		return withoutPatterns(String(values[name]));
	});
}

import { cut, MAX_READ, withoutLikelySecrets } from '../secrets/shownText';
import { type ErrorCode, MESSAGES } from './messages/catalogue';
import type { CatalogueEntry } from './messages/message';
import { FOR_PEOPLE, type SentenceCode, SENTENCES } from './messages/sentences';
import { type ErrorDetails, StepError } from './stepError';

/**
 * Creates the error of a catalogue entry, e.g. `throw createError('JOB_ID_INVALID', { value })`. `toNodeError` removes secrets.
 * @param values for the names in braces, and the `variant` if the entry has a text for each variant. A literal must be a known
 *   variant, and an unknown computed text means `other`
 * @param details may be another error's details; `kind`, `jobFate` and `advisedTry` are then replaced
 */
export function createError<C extends ErrorCode, Variant extends string = 'other'>(
	code: C,
	values: ValuesFor<(typeof MESSAGES)[C]['message' | 'remedy'], Variant>,
	details: ErrorDetails = {},
): StepError {
	const {
		kind,
		activity: own,
		message,
		remedy,
		retriable,
		jobFate = 'kept',
		advisedTry = retriable ? 'continueFirst' : 'continue',
		agentRemedy = retriable && advisedTry === 'continueFirst'
			? 'Call this again once. If it fails again, tell the user.'
			: '',
	}: CatalogueEntry = MESSAGES[code];
	const filled = (text: string | Readonly<Record<string, string>>) =>
		fillIn(textFor(text, values.variant) ?? textFor(text) ?? '', values);
	const { activity = own ?? 'Check input' } = details;
	return new StepError({
		retriable,
		...details,
		kind: kind ?? (activity === 'Check input' ? 'input' : 'response'),
		activity,
		code,
		message: filled(message).join(' '),
		remedies: filled(remedy),
		agentRemedy: filled(agentRemedy).join(' ') || undefined,
		jobFate,
		advisedTry,
	});
}

function textFor(text: string | Readonly<Record<string, string>>, variant = 'other') {
	return typeof text === 'string' ? text : new Map(Object.entries(text)).get(variant);
}

export function hasVariant(code: ErrorCode, variant = 'other'): boolean {
	const { message, remedy }: CatalogueEntry = MESSAGES[code];
	const texts = [message, remedy].filter((text) => typeof text === 'object');
	return variant !== 'other' && texts.some((text) => textFor(text, variant));
}

export function hasCode<C extends ErrorCode>(
	error: unknown,
	...codes: C[]
): error is StepError & { details: { code: C } } {
	return error instanceof StepError && codes.some((code) => code === error.details.code);
}

type FixedSentence = {
	[C in SentenceCode]: NamesIn<(typeof SENTENCES)[C]> extends never ? C : never;
}[SentenceCode];

export function addRemedy(error: StepError, code: FixedSentence): StepError {
	const more = fillIn(SENTENCES[code], {});
	const { details, remedyForAgent: agentRemedy } = error;
	return error.with({
		remedies: [...details.remedies, ...more],
		agentRemedy: FOR_PEOPLE.includes(code) ? agentRemedy : [agentRemedy, ...more].join(' '),
	});
}

/** Replaces an error's advice by sentences that know more. An agent keeps its own if it can't follow them. */
export function replaceRemedies(error: StepError, code: FixedSentence): StepError {
	const agentRemedy = FOR_PEOPLE.includes(code) ? error.details.agentRemedy : undefined;
	return error.with({ remedies: fillIn(SENTENCES[code], {}), agentRemedy });
}

export function sentence<C extends SentenceCode>(
	code: C,
	values: ValuesFor<(typeof SENTENCES)[C]>,
): string {
	return fillIn(SENTENCES[code], values).join(' ');
}

/** The values for the names in braces, and a variant if there is a text for each variant. */
export type ValuesFor<T, Variant extends string = 'other'> = {
	[Name in NamesIn<TextOf<T, Variant>>]: string | number;
} & {
	variant?: string extends Variant ? Variant : Variant & (T extends string ? never : keyof T);
};

/** The text for a variant, or all texts if the variant is computed. */
type TextOf<T, Variant extends string> = T extends string
	? T
	: string extends Variant
		? T[keyof T]
		: T[Variant extends keyof T ? Variant : keyof T & 'other'];

type NamesIn<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** Splits a text into sentences, then fills in the values, because values may have sentences of their own. */
function fillIn(text: string, values: Record<string, unknown>): string[] {
	const valueOf = (_: string, name: string) => {
		if (!(name in values)) throw new Error(`The message "${text}" needs a value for ${name}`);
		const value = withoutLikelySecrets(cut(String(values[name]), MAX_READ));
		// n8n's editor shows hints and descriptions as HTML, in which a file's name could be a link or an image.
		return value.replace(/<(?=[a-z!?/])/gi, '‹');
	};
	return text.split(/(?<=\.) (?=[A-Z'])/).map((part) => part.replace(/\{([^{}]+)\}/g, valueOf));
}

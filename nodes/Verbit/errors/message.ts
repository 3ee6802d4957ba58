import type { Step } from './stepError';

/**
 * One thing that can go wrong, as data. In its texts, `{name}` stands for a value that is known when it happens.
 * Values are inserted unchanged, so they must not contain secrets.
 */
export interface Message {
	/**
	 * `input`: the user can fix it in the node or its input. `response`: Verbit, the storage or the network reported
	 * it.
	 */
	kind: 'input' | 'response';
	/** Where it happens; left out where several steps share the message, and the place names the step. */
	step?: Step;
	/** What happened, in one sentence without its full stop. */
	message: string;
	/** What to do now, the most likely fix first. */
	remedy: string;
	/** When it happens, for the page of errors. */
	cause: string;
	/** Whether the same call may work a little later. */
	retriable?: boolean;
}

/** The names of the values in a text, e.g. `jobId` of `Job {jobId} …`. */
export type ValueNames<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
	? Name | ValueNames<Rest>
	: never;

/** The values that a text needs. */
export type Values<Text extends string> = Record<ValueNames<Text>, string | number>;

/** Puts values into a text. @throws Error for a value that is missing, which is a fault of this package */
export function fillIn(text: string, values: Record<string, string | number>): string {
	return text.replace(/\{(\w+)\}/g, (_, name: string) => {
		if (!(name in values)) throw new Error(`The message "${text}" needs a value for ${name}`);
		return String(values[name]);
	});
}

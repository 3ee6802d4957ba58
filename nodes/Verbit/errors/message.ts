import type { Step } from './stepError';

/**
 * One thing that can go wrong, as data. In its texts, `{name}` stands for a value that is known when it happens.
 * Values are inserted unchanged, so they must not contain secrets.
 */
export interface Message {
	/** `input` (the default): the user can fix it in the node. `response`: Verbit, the storage or the network reported it. */
	kind?: 'input' | 'response';
	/** 'Check input' by default. If several steps share the message, the caller of `createError` passes the step. */
	step?: Step;
	/** What happened, in one sentence without its full stop. */
	message: string;
	remedy: string;
	/** Whether the same call may work a little later. */
	retriable?: boolean;
}

type ValueNames<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
	? Name | ValueNames<Rest>
	: never;

export type Values<Text extends string> = Record<ValueNames<Text>, string | number>;

/** Puts values into a text. @throws Error for a value that is missing, which is a fault of this package */
export function fillIn(text: string, values: Record<string, string | number>): string {
	return text.replace(/\{(\w+)\}/g, (_, name: string) => {
		if (!(name in values)) throw new Error(`The message "${text}" needs a value for ${name}`);
		return String(values[name]);
	});
}

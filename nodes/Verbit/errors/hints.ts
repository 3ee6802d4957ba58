import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { secretsOf } from '../secrets/secrets';
import { sentence, type ValuesFor } from './createError';
import type { SentenceCode, SENTENCES } from './messages/sentences';

/** The hints that each run of a node has shown, by code: one hint for each of a thousand items would hide all others. */
const shownHints = new WeakMap<object, Record<string, NodeExecutionHint>>();

export function hintsOf(context: object): Record<string, NodeExecutionHint> {
	return shownHints.get(context) ?? {};
}

/** Shows hints above the node's output. n8n gives a trigger that is being called no way to show them. */
export function showHints(
	context: Partial<Pick<IExecuteFunctions, 'addExecutionHints'>>,
	hints: Record<string, NodeExecutionHint> = {},
): void {
	for (const hint of Object.values(hints)) context.addExecutionHints?.(hint);
	shownHints.set(context, { ...hintsOf(context), ...hints });
}

export function hintOnce<C extends SentenceCode>(
	context: Partial<Pick<IExecuteFunctions, 'addExecutionHints'>>,
	code: C | undefined,
	values: ValuesFor<(typeof SENTENCES)[C]>,
	type: NodeExecutionHint['type'] = 'info',
): void {
	if (code === undefined || code in hintsOf(context)) return;
	const message = secretsOf(context).redact(sentence(code, values));
	showHints(context, { [code]: { message, type, location: 'outputPane' } });
}

export function listed(names: string[]): string {
	const shown = names.slice(0, 5).join(', ');
	return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}

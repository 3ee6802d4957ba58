import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { secretsOf } from '../secrets/secrets';
import { sentence, type SentenceValues } from './createError';
import type { SentenceCode } from './messages/sentences';

/** The hints that each run of a node has shown, by code: one hint for each of a thousand items would hide all others. */
const shownHints = new WeakMap<object, Record<string, NodeExecutionHint>>();

export function hintsOf(context: object): Record<string, NodeExecutionHint> {
	return shownHints.get(context) ?? {};
}

/** n8n gives a trigger that is being called no way to show hints. */
type HintContext = Partial<Pick<IExecuteFunctions, 'addExecutionHints'>>;

/** Shows hints above the node's output. */
export function showHints(
	context: HintContext,
	hints: Record<string, NodeExecutionHint> = {},
): void {
	for (const hint of Object.values(hints)) context.addExecutionHints?.(hint);
	shownHints.set(context, { ...hintsOf(context), ...hints });
}

export function hintOnce<C extends SentenceCode>(
	context: HintContext,
	code: C | undefined,
	values: SentenceValues<C>,
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

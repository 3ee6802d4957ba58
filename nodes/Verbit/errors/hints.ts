import type { IDataObject, IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { secretsOf } from '../secrets/secrets';
import { sentence } from './createError';
import type { SENTENCES } from './messages/sentences';

/** The hints of each execution of a node: one for each of a thousand items would hide all others. */
const shownHints = new WeakMap<object, Set<string>>();

/** Shows a sentence above the node's output, once. A trigger can't while it is called. */
export function hintOnce<C extends keyof typeof SENTENCES>(
	context: Partial<Pick<IExecuteFunctions, 'addExecutionHints'>>,
	code: C | undefined,
	values: Parameters<typeof sentence<C>>[1],
	type: NodeExecutionHint['type'] = 'info',
): void {
	const codes = shownHints.get(context) ?? new Set();
	if (code === undefined || codes.has(code)) return;
	shownHints.set(context, codes.add(code));
	const message = secretsOf(context).redact(sentence(code, values));
	context.addExecutionHints?.({ message, type, location: 'outputPane' });
}

const MAX_LISTED = 5;

export function listed(names: string[]): string {
	const shown = names.slice(0, MAX_LISTED).join(', ');
	return names.length > MAX_LISTED ? `${shown} and ${names.length - MAX_LISTED} more` : shown;
}

export function hintAtDuplicate(
	{ context }: { context: IExecuteFunctions },
	{ possible_duplicate: isDuplicate, job_id: jobId }: IDataObject,
): void {
	if (isDuplicate === true) hintOnce(context, 'POSSIBLE_DUPLICATE', { jobId: Number(jobId) });
}

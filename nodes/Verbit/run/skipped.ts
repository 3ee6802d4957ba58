import type { IExecuteFunctions } from 'n8n-workflow';

import { sentence } from '../errors/createError';
import { StepError } from '../errors/stepError';

export interface Skipped {
	externalId: string;
	/** A job that this execution created, and that another one made superfluous. */
	jobId?: number;
}

/** What an error says of an item to skip, which n8n's log names; nothing for any other error. */
export function skippedBy(error: unknown): Skipped | undefined {
	if (!(error instanceof StepError) || error.details.skippedId === undefined) return undefined;
	const { skippedId: externalId, jobId } = error.details;
	return { externalId, jobId };
}

export function hintAtSkipped(context: IExecuteFunctions, skipped: Skipped[]): void {
	if (skipped.length === 0 || !('addExecutionHints' in context)) return;
	const items = skipped.length === 1 ? '1 item was' : `${skipped.length} items were`;
	const jobs = skipped.flatMap(({ jobId }) => jobId ?? []).join(', ');
	const leftovers = jobs === '' ? '' : sentence('JOBS_LEFT_OVER', { jobs });
	const message = sentence('ITEMS_SKIPPED', { items, leftovers });
	context.addExecutionHints({ message, location: 'outputPane' });
}

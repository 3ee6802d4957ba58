import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { cancellableSleep } from '../http/cancellation';
import { Records } from '../n8n/records';
import { waitsUntil } from '../n8n/suspend';
import { CompletedSteps } from '../run/completedSteps';
import { CALLS_AT_A_TIME, Slots } from '../run/slots';
import { itemIndexOf } from '../run/skipped';
import { IdRecord, WORD_MS } from './idRecord';

export const HELD = 'external ID';

/** What this execution has done with an external ID, as n8n keeps it for the next try. */
export interface HeldId extends IDataObject {
	external_id: string;
	hash: string;
	/** Its place among the executions that took the ID, while it is the last. */
	holder?: number;
	/** The ID was used before this execution. */
	is_repeat?: boolean;
	/** This execution went on with the job of another one. */
	is_continued?: boolean;
	is_used_up?: boolean;
	/** More is recorded of it than that it was taken. */
	is_heard?: boolean;
}

interface Hold {
	steps: CompletedSteps;
	held: HeldId & { holder: number };
}

/** The external IDs that this run of the node holds, of all items by default. */
export function heldIn(context: IExecuteFunctions, items = context.getInputData().keys()): Hold[] {
	return CompletedSteps.ofItems(context, items).flatMap((steps) => {
		const held = steps.find(HELD)?.result as HeldId | undefined;
		return held?.holder === undefined || held.is_used_up ? [] : [{ steps, held } as Hold];
	});
}

/**
 * Runs the node, and has it heard of as the holder of its external IDs meanwhile. Then those are used up whose items it
 * puts out. The others are kept where the execution waits, and left to whoever runs next where it doesn't.
 */
export async function withHeldIds(
	context: IExecuteFunctions,
	run: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	const end = new AbortController();
	void sayWords(context, end.signal);
	try {
		const outputs = await run();
		const nextCheck = waitsUntil(context);
		if (nextCheck !== undefined) {
			await forEach(context, heldIn(context), async (record, { held }) => {
				held.is_heard = true;
				await record.suspend(held.holder, nextCheck);
			});
			return outputs;
		}
		const putOut = new Set(outputs.filter(({ json }) => json.error === undefined).map(itemIndexOf));
		await forEach(context, heldIn(context, putOut.keys()), async (record, { held, steps }) => {
			held.is_used_up = true;
			await record.useUp(held.holder, steps.createdJob, !held.is_heard);
		});
		for (const steps of CompletedSteps.ofItems(context, putOut)) steps.forgetCompletedCall();
		return outputs;
	} finally {
		end.abort();
		if (waitsUntil(context) === undefined) {
			await forEach(context, heldIn(context), async (record, { held }) => {
				const { holder } = held;
				delete (held as HeldId).holder;
				await record.leave(holder);
			});
		}
	}
}

async function sayWords(context: IExecuteFunctions, end: AbortSignal): Promise<void> {
	for (;;) {
		await cancellableSleep(WORD_MS, end);
		if (end.aborted) return;
		await forEach(context, heldIn(context), async (record, { held }) => {
			held.is_heard = true;
			await record.hear(held.holder);
		});
	}
}

/** What fails for one fails for this one alone: who reads the records can do without. */
async function forEach(
	context: IExecuteFunctions,
	holds: Hold[],
	write: (record: IdRecord, hold: Hold) => Promise<void>,
): Promise<void> {
	const records = new Records(context);
	const slots = new Slots(CALLS_AT_A_TIME);
	const writes = holds.map(async (hold) => {
		const record = new IdRecord(records, hold.held.hash);
		await slots
			.use(async () => await write(record, hold))
			.catch((error: unknown) => records.warn(String(error)));
	});
	await Promise.all(writes);
}

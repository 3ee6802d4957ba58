import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { cancellableSleep } from '../http/cancellation';
import { waitsUntil } from '../n8n/suspend';
import { CompletedSteps, CREATE } from '../run/completedSteps';
import { CALLS_AT_A_TIME, Slots } from '../run/slots';
import { itemIndexOf } from '../run/skipped';
import { HELD, type HeldId, IdRecord, WORD_MS } from './idRecord';

/** The steps of the items whose external IDs this run of the node holds. */
export function stepsWithId(context: IExecuteFunctions): Array<[CompletedSteps, HeldId]> {
	return CompletedSteps.ofItems(context, context.getInputData().keys()).flatMap((steps) => {
		const held = steps.find(HELD)?.result as HeldId | undefined;
		return held?.holder === undefined ? [] : [[steps, held]];
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
	const putOut = new Set<number>();
	try {
		const outputs = await run();
		for (const output of outputs)
			if (output.json.error === undefined) putOut.add(itemIndexOf(output));
		return outputs;
	} finally {
		end.abort();
		const nextCheck = waitsUntil(context);
		await forEachId(context, async (record, steps) => {
			if (nextCheck !== undefined) return await record.suspend(nextCheck);
			if (putOut.has(steps.item)) return await record.useUp();
			// Where nothing was made with it, the ID is as free as before.
			await record.leave(steps.find(CREATE) === undefined);
		});
		for (const steps of CompletedSteps.ofItems(context, putOut)) steps.forgetCompletedCall();
	}
}

async function sayWords(context: IExecuteFunctions, end: AbortSignal): Promise<void> {
	for (;;) {
		await cancellableSleep(WORD_MS, end);
		if (end.aborted) return;
		await forEachId(context, async (record) => await record.hear());
	}
}

/** What fails for one fails for this one alone: who reads the records can do without. */
async function forEachId(
	context: IExecuteFunctions,
	write: (record: IdRecord, steps: CompletedSteps) => Promise<void>,
): Promise<void> {
	const slots = new Slots(CALLS_AT_A_TIME);
	const writes = stepsWithId(context).map(async ([steps, held]) => {
		const record = new IdRecord(context, held);
		await slots.use(async () => await write(record, steps)).catch(record.warn);
	});
	await Promise.all(writes);
}

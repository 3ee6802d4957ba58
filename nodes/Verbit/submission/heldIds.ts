import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { cancellableSleep } from '../http/cancellation';
import { waitsUntil } from '../n8n/suspend';
import { isToolRun } from '../n8n/tools';
import { CompletedSteps, CREATE, START } from '../run/completedSteps';
import { CALLS_AT_A_TIME, Slots } from '../run/slots';
import { itemIndexOf } from '../run/skipped';
import { heldBy, IdRecord } from './idRecord';

const HEARTBEAT_MS = 30_000;

/** How soon it is seen that another node suspends the execution, ms. */
const TICK_MS = 1000;

/**
 * Runs the node, and sends heartbeats for the external IDs that it holds. Those whose items it puts out are used up
 * when n8n has saved the execution: if it is lost before, the next run outputs them. The others are kept where the
 * execution waits for their jobs, and left to whoever runs next where it doesn't.
 */
export async function withHeldIds(
	context: IExecuteFunctions,
	run: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	const end = new AbortController();
	const putOut = new Set<number>();
	const useUp = async () => {
		end.abort();
		await forEachId(context, async (record, { item }) => {
			if (putOut.has(item)) await record.useUp();
		});
	};
	void sendHeartbeats(context, end.signal, useUp);
	try {
		const outputs = await run();
		// What is output where the execution waits isn't an item's result.
		const results = waitsUntil(context) === undefined ? outputs : [];
		for (const result of results)
			if (result.json.error === undefined) putOut.add(itemIndexOf(result));
		return outputs;
	} finally {
		const nextCheck = waitsUntil(context);
		let isHeld = false;
		await forEachId(context, async (record, steps) => {
			if (putOut.has(steps.item)) isHeld = true;
			else if (nextCheck !== undefined && steps.isDone(START)) await record.suspend(nextCheck);
			// Where nothing was made with it, the ID is as free as before.
			else await record.leave(steps.find(CREATE) === undefined);
		});
		// An agent has its text at once, and a run without an execution isn't saved.
		const isSaved = !isToolRun(context) && context.getExecutionId() !== undefined;
		// n8n before 2.33 doesn't say when it has saved one.
		if (isHeld && isSaved && context.onExecutionFinish) context.onExecutionFinish(useUp);
		else await useUp();
		for (const steps of CompletedSteps.ofItems(context, putOut)) steps.forgetCompletedCall();
	}
}

/** @param useUp for when another node, behind this one, suspends the execution: n8n saves it then, and doesn't say so */
async function sendHeartbeats(
	context: IExecuteFunctions,
	end: AbortSignal,
	useUp: () => Promise<void>,
): Promise<void> {
	for (let next = Date.now() + HEARTBEAT_MS; ;) {
		await cancellableSleep(TICK_MS, end);
		if (end.aborted) return;
		if (waitsUntil(context) !== undefined) return await useUp();
		if (Date.now() < next) continue;
		next = Date.now() + HEARTBEAT_MS;
		await forEachId(context, async (record) => await record.keepAlive());
	}
}

/** A record that can't be written keeps no other from being written: the log says so. */
async function forEachId(
	context: IExecuteFunctions,
	write: (record: IdRecord, steps: CompletedSteps) => Promise<void>,
): Promise<void> {
	const slots = new Slots(CALLS_AT_A_TIME);
	const ofRun = CompletedSteps.ofItems(context, context.getInputData().keys());
	const writes = ofRun.map(async (steps) => {
		const held = heldBy(steps);
		if (held === undefined) return;
		const record = new IdRecord(context, held);
		await slots.use(async () => await write(record, steps)).catch(record.warn);
	});
	await Promise.all(writes);
}

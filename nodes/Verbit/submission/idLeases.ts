import type { IExecuteFunctions } from 'n8n-workflow';

import { cancellableSleep } from '../http/cancellation';
import { hasEnded, outermostExecution } from '../n8n/executionEnd';
import { waitsUntil } from '../n8n/suspend';
import { isToolRun } from '../n8n/tools';
import { runIndexOf } from '../run/journal';
import { CALLS_AT_A_TIME, Slots } from '../run/slots';
import type { IdLease } from './idLease';

const HEARTBEAT_MS = 30_000;

/** How soon it is seen that the execution has ended where n8n couldn't save its end, ms. */
const TICK_MS = 1000;

/** How long an execution that another node has suspended counts as at work, ms: nobody hears of its Stop. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;

const runs = new WeakMap<object, IdLeases>();

/** The latest run or try of a node, by what its execution keeps for the node. */
const latest = new WeakMap<object, IdLeases>();

/**
 * The external IDs of a run of the node, while it is at work on their items or the results aren't delivered yet. It gives a
 * sign of life for them every half minute.
 */
export class IdLeases {
	private readonly ids = new Set<IdLease>();

	private end = new AbortController();

	/** Whether the node is done, so that the end of the execution decides. */
	private isOutput = false;

	private run?: number;

	private constructor(private readonly context: IExecuteFunctions) {}

	static of(context: IExecuteFunctions): IdLeases {
		const known = runs.get(context);
		if (known !== undefined) return known;
		const held = new IdLeases(context);
		runs.set(context, held);
		if (!isToolRun(context)) held.replaceEarlierTry();
		return held;
	}

	/** What an earlier try has output isn't delivered: with Retry On Fail, n8n hands on the output of the last one. */
	private replaceEarlierTry(): void {
		this.run = runIndexOf(this.context);
		const kept = this.context.getContext('node');
		const earlier = latest.get(kept);
		latest.set(kept, this);
		// In a loop, each round is a run of its own.
		if (earlier === undefined || earlier.run !== this.run) return;
		for (const id of earlier.ids) earlier.delete(id);
	}

	add(id: IdLease): void {
		if (this.ids.size === 0) {
			this.end = new AbortController();
			void this.giveSigns(this.end.signal);
		}
		this.ids.add(id);
	}

	delete(id: IdLease): void {
		this.ids.delete(id);
		if (this.ids.size === 0) this.end.abort();
	}

	/**
	 * To be called at the end of a run whose results are delivered by its execution. What is output counts as delivered when
	 * the execution has ended well, and of a sub-workflow, when its caller has. Where that can't be known, the next
	 * execution with the ID asks n8n.
	 * @param outputs items whose results are output
	 * @param nextCheck when the execution goes on, if it is suspended, ms since 1970
	 */
	async settle(outputs: Set<number>, nextCheck?: number): Promise<void> {
		const { context } = this;
		await forEach(this.ids, async (id) => {
			if (outputs.has(id.item)) return;
			this.delete(id);
			await (nextCheck === undefined ? id.release() : id.waitForCheck(nextCheck));
		});
		// An agent has its text at once, and a run without an execution isn't saved.
		const isSaved = !isToolRun(context) && context.getExecutionId() !== undefined;
		if (!isSaved) return await this.endAll(async (id) => await id.finish());
		this.isOutput = true;
		if (context.onExecutionFinish)
			return context.onExecutionFinish(async () => await this.settleAfterEnd());
		const caller = await callerOf(context);
		await this.endAll(async (id) => await id.outputBy(caller));
	}

	private async settleAfterEnd(): Promise<void> {
		const { context } = this;
		const wait = waitsUntil(context);
		const isBad = wait === undefined && hasEnded(context);
		const caller = await callerOf(context);
		const isToldTheEnd = wait === undefined && caller === context.getExecutionId();
		await this.endAll(async (id) => {
			if (isBad) await id.release();
			else if (isToldTheEnd) await id.finish();
			else await id.outputBy(caller, wait && Math.min(wait, Date.now() + LONGEST_WAIT_MS));
		});
	}

	private async endAll(settle: (id: IdLease) => Promise<void>): Promise<void> {
		const ids = [...this.ids];
		for (const id of ids) this.delete(id);
		await forEach(ids, settle);
	}

	private async giveSigns(end: AbortSignal): Promise<void> {
		for (let next = Date.now() + HEARTBEAT_MS; ;) {
			await cancellableSleep(TICK_MS, end);
			if (end.aborted) return;
			if (this.isOutput && hasEnded(this.context)) return await this.settleAfterEnd();
			if (Date.now() < next) continue;
			next = Date.now() + HEARTBEAT_MS;
			await forEach(this.ids, async (id) => await id.keepAlive());
		}
	}
}

/** @returns nothing where n8n can't say it: then nobody can say how it ends */
async function callerOf(context: IExecuteFunctions): Promise<string | undefined> {
	return await outermostExecution(context).catch(() => undefined);
}

async function forEach(
	ids: Iterable<IdLease>,
	work: (id: IdLease) => Promise<void>,
): Promise<void> {
	const slots = new Slots(CALLS_AT_A_TIME);
	await Promise.all([...ids].map(async (id) => await slots.use(async () => await work(id))));
}

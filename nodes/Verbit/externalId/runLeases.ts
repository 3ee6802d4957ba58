import { type IExecuteFunctions, sleep } from 'n8n-workflow';

import { runIndexOf } from '../journal/storage';
import { isAgentCall } from '../n8n/agents';
import { endsWithNode, hasFailedSoFar, outermostExecution } from '../n8n/executionEnd';
import { suspendedUntil } from '../n8n/suspend';
import { CALLS_AT_A_TIME, Slots } from '../run/slots';
import type { IdLease, LeaseEnd } from './idLease';

const HEARTBEAT_MS = 30_000;

/** Interval of the check whether leases or the execution have ended, ms. */
const TICK_MS = 250;

/** How long an execution that another node suspended counts as at work, ms: n8n doesn't tell the node if it is stopped. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;

/** The leases of each node's latest run. The key is n8n's context of the node, which all tries in an execution share; for an agent, its call. */
const latestLeases = new WeakMap<object, RunLeases>();

/** The leases of a run's External IDs, from the work on the items until the results are delivered; renewed every half minute. */
export class RunLeases {
	private readonly leases = new Set<IdLease>();

	private renewal?: Promise<void>;

	/** Whether the node is done, so that the end of the execution decides about the leases. */
	private isNodeDone = false;

	private constructor(private readonly context: IExecuteFunctions) {}

	static of(context: IExecuteFunctions): RunLeases {
		const key = isAgentCall(context) ? context : context.getContext('node');
		const latest = latestLeases.get(key);
		if (latest?.context === context) return latest;
		// With Retry On Fail, n8n uses only the last try's output. Another index means another round of a loop, whose output counts, too.
		if (latest && runIndexOf(latest.context) === runIndexOf(context)) latest.leases.clear();
		const leases = new RunLeases(context);
		latestLeases.set(key, leases);
		return leases;
	}

	add(lease: IdLease): void {
		this.leases.add(lease);
		this.renewal ??= this.renew().finally(() => (this.renewal = undefined));
	}

	/**
	 * Settles the leases at the end of a run. A result counts as delivered when the execution has ended well, or for a
	 * sub-workflow, when its caller has; if the end is unknown, the next execution with the ID asks n8n.
	 * @param outputs items whose results are output
	 * @param awaited items for which the execution goes on if it is suspended
	 */
	async settleAtNodeEnd(outputs: Set<number>, awaited: Set<number>): Promise<void> {
		const { context, leases } = this;
		const nextCheck = suspendedUntil(context);
		if (leases.size === 0) return;
		const withoutOutput = [...leases].filter(({ itemIndex }) => !outputs.has(itemIndex));
		await this.end(withoutOutput, ({ itemIndex }) => {
			const isAwaited = nextCheck !== undefined && awaited.has(itemIndex);
			return isAwaited ? { as: 'suspended', nextCheck } : { as: 'left' };
		});
		if (endsWithNode(context)) return await this.end(leases, () => ({ as: 'left' }));
		// The end of an agent's execution isn't waited for, and a call without an execution has none. Both count as delivered.
		const hasKnownEnd = !isAgentCall(context) && context.getExecutionId() !== undefined;
		if (!hasKnownEnd) return await this.end(leases, () => ({ as: 'free', isGoalReached: true }));
		this.isNodeDone = true;
		if (context.onExecutionFinish)
			return context.onExecutionFinish(async () => await this.settleAtExecutionEnd());
		const execution = await outermostExecution(context);
		await this.end(leases, () => ({ as: 'output', execution }));
	}

	private async settleAtExecutionEnd(): Promise<void> {
		const { context } = this;
		const wait = suspendedUntil(context);
		const isBad = wait === undefined && hasFailedSoFar(context);
		const execution = await outermostExecution(context);
		const isToldTheEnd = wait === undefined && execution === context.getExecutionId();
		const until = wait && Math.min(wait, Date.now() + LONGEST_WAIT_MS);
		await this.end(this.leases, () => {
			if (isBad) return { as: 'left' };
			return isToldTheEnd
				? { as: 'free', isGoalReached: true }
				: { as: 'output', execution, until };
		});
	}

	private async end(leases: Iterable<IdLease>, howOf: (lease: IdLease) => LeaseEnd) {
		const ending = [...leases];
		for (const lease of ending) this.leases.delete(lease);
		await forEach(ending, async (lease) => await lease.end(howOf(lease)));
	}

	private async renew(): Promise<void> {
		for (let next = Date.now() + HEARTBEAT_MS; ;) {
			await sleep(TICK_MS);
			if (![...this.leases].some(({ isHeld }) => isHeld)) return;
			const { context, isNodeDone } = this;
			if (isNodeDone && (hasFailedSoFar(context) || suspendedUntil(context) !== undefined))
				return await this.settleAtExecutionEnd();
			if (Date.now() < next) continue;
			next = Date.now() + HEARTBEAT_MS;
			await forEach(this.leases, async (lease) => await lease.renew());
		}
	}
}

async function forEach(leases: Iterable<IdLease>, work: (lease: IdLease) => Promise<void>) {
	const slots = new Slots(CALLS_AT_A_TIME);
	const inTurn = async (lease: IdLease) => await slots.use(async () => await work(lease));
	await Promise.all([...leases].map(inTurn));
}

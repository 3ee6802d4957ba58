import { createHash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { cancellableSleep } from '../http/cancellation';
import { Records } from './records';

/** How far the call came that an external ID is used up by. */
export type LastCall = 'none' | 'begun' | 'done';

/** Executions that work on an ID are numbered: what a crash left behind keeps its number, and the next one follows. */
export interface Work {
	/** From 1; 0 where there was none. */
	number: number;
	/** Whether it has not ended, as far as is known: a crash looks the same. */
	isOpen: boolean;
}

/** The values of a record of work: it gives a sign of life by changing between the first two. */
const OPEN = 1;
const OPEN_WITH_SIGN = 2;
const ENDED = 3;

/** Between two signs of life, ms. */
export const SIGN_MS = 4000;

/** Between two looks for a sign of life, ms. Also how late others learn that work has ended. */
const LOOK_MS = 500;

/** Without a sign of life in so many looks, 20 s, work is dead. A process that is busy looks less often. */
const MAX_SILENT_LOOKS = 40;

/** What this node of the workflow remembers of one external ID, over all its executions and processes. */
export class UsedId {
	/** @param hash of the ID and of Verbit's base URL: the same ID means another job under another base URL */
	constructor(
		private readonly records: Records,
		readonly hash: string,
	) {}

	async lastCall(): Promise<LastCall> {
		const value = await this.records.read(this.lastCallName);
		if (value === 0) return 'none';
		return value === 1 ? 'begun' : 'done';
	}

	/** @returns false where another execution has begun it */
	async beginLastCall(): Promise<boolean> {
		return await this.records.make(this.lastCallName);
	}

	async finishLastCall(): Promise<void> {
		await this.records.raise(this.lastCallName, 2);
	}

	async forgetLastCall(): Promise<void> {
		await this.records.remove(this.lastCallName);
	}

	async latestWork(): Promise<Work> {
		let number = 0;
		let value = 0;
		for (;;) {
			const next = await this.records.read(this.workName(number + 1));
			if (next === 0) return { number, isOpen: isOpen(value) };
			number++;
			value = next;
		}
	}

	/** @returns false where another execution has begun this number */
	async beginWork(number: number): Promise<boolean> {
		return await this.records.make(this.workName(number));
	}

	async giveSign(number: number): Promise<void> {
		await this.records.toggle(this.workName(number));
	}

	async endWork(number: number): Promise<void> {
		await this.records.raise(this.workName(number), ENDED);
	}

	async forgetWork(number: number): Promise<void> {
		await this.records.remove(this.workName(number));
	}

	/**
	 * Waits while an execution works on the ID, however long it takes.
	 * @returns whether it died: otherwise it has ended
	 */
	async isDead(number: number, signal: AbortSignal): Promise<boolean> {
		let last = 0;
		for (let silentLooks = 0; silentLooks < MAX_SILENT_LOOKS; silentLooks++) {
			const value = await this.records.read(this.workName(number));
			if (!isOpen(value)) return false;
			if (value !== last) silentLooks = 0;
			last = value;
			await cancellableSleep(LOOK_MS, signal);
			signal.throwIfAborted();
		}
		return true;
	}

	private get lastCallName(): string {
		return `${this.hash}:last call`;
	}

	private workName(number: number): string {
		return `${this.hash}:work ${number}`;
	}
}

function isOpen(value: number): boolean {
	return value === OPEN || value === OPEN_WITH_SIGN;
}

/** What a run of the node knows of external IDs. */
export interface ExternalIds {
	of(externalId: string): UsedId;
	/** @param hash of a `UsedId` */
	ofHash(hash: string): UsedId;
	/** Logs, once per run, that n8n doesn't remember external IDs. */
	warn(reason: string): void;
}

/**
 * The external IDs that this node of the workflow has used, as n8n's database remembers them.
 * @param baseUrl of Verbit's API: the same ID in another environment is another ID
 */
export function externalIdsOf(context: IExecuteFunctions, baseUrl: string): ExternalIds {
	const records = new Records(context);
	let isWarned = false;
	return {
		of: (externalId) => new UsedId(records, hashOf(baseUrl, externalId)),
		ofHash: (hash) => new UsedId(records, hash),
		warn: (reason) => {
			if (isWarned) return;
			isWarned = true;
			const { name } = context.getNode();
			context.logger.warn(`${name} can't remember which external IDs were used: ${reason}`);
		},
	};
}

function hashOf(baseUrl: string, externalId: string): string {
	const text = JSON.stringify([baseUrl, externalId]);
	return createHash('sha256').update(text).digest('hex');
}

/** What this execution itself has done with an ID: its own earlier try doesn't count as use. */
export interface Own {
	/** The number of its work; 0 before the first try. */
	work: number;
	hasBegunLastCall: boolean;
}

/** How a claim of an external ID ended: this execution works on it, or others have used it, surely or perhaps. */
export type Claim =
	/** The ID is this execution's to work on. */
	| { found: 'free'; work: number; isUsed: boolean }
	/** Others have used it up, or it is open whether they have. */
	| { found: 'begun' | 'done' };

/**
 * Claims an ID: of all executions that want it, one works on it, and the others wait for it. If that one finishes
 * without having used the ID up, or dies, the next one takes over.
 * @param signal ends the wait
 */
export async function claimId(id: UsedId, own: Own, signal: AbortSignal): Promise<Claim> {
	for (;;) {
		const { number, isOpen } = await id.latestWork();
		const isOthers = number > own.work;
		if (isOthers && isOpen && !(await id.isDead(number, signal))) continue;
		const found = await othersLastCall(id, own);
		// Others wait for a dead one too: the call may be that of one which has taken over meanwhile, and is alive, or
		// has just ended. That one finishes the call before it frees its number, hence the order of these reads.
		if (found === 'begun') {
			if ((await id.latestWork()).number !== number) continue;
			if ((await othersLastCall(id, own)) !== found) continue;
		}
		if (found !== 'none') return { found };
		const work = number + 1;
		if (!(await id.beginWork(work))) continue;
		// Work that ended since then has used the ID up first and then made its number free.
		if ((await othersLastCall(id, own)) === 'none')
			return { found: 'free', work, isUsed: isOthers };
		await id.forgetWork(work);
	}
}

/** Marks an ID as in work without claiming it, for those who wait for it to see. */
export async function shareId(id: UsedId, own: Own): Promise<Claim> {
	const { number } = await id.latestWork();
	const isUsed = number > own.work || (await othersLastCall(id, own)) !== 'none';
	const work = number + 1;
	const hasBegun = await id.beginWork(work);
	return { found: 'free', work: hasBegun ? work : 0, isUsed: isUsed || !hasBegun };
}

async function othersLastCall(id: UsedId, { hasBegunLastCall }: Own) {
	return hasBegunLastCall ? 'none' : await id.lastCall();
}

import type { UsedId } from './usedIds';

/** What this execution itself has done with an ID: its own earlier try doesn't count as use. */
export interface Own {
	/** The number of its work; 0 before the first try. */
	work: number;
	hasBegunLastCall: boolean;
}

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

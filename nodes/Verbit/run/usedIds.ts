import type { IExecuteFunctions } from 'n8n-workflow';

import { Slots } from './slots';

/** How far the work with an external ID came, in this order. */
export const STAGES = ['unused', 'creating', 'starting', 'done'] as const;

export type Stage = (typeof STAGES)[number];

type Mark = 'used' | 'unfinished' | 'starting';

/**
 * A stage is saved as a set of marks. All marks together mean *starting*, so that a crash between two writes leaves a
 * doubt, which is reported: never a stage that would skip or start something unasked.
 */
const MARKS: Record<Stage, Mark[]> = {
	unused: [],
	creating: ['used', 'unfinished'],
	starting: ['used', 'unfinished', 'starting'],
	done: ['used'],
};

/** n8n reads and writes all entries of a node as one row. The oldest are dropped. An ID takes one when it is done. */
const MAX_ENTRIES = 10_000;

/** n8n reads the row, changes it and writes it without a lock: within this process one at a time. */
const oneAtATime = new Slots(1);

/**
 * What this node of the workflow remembers of external IDs, over all its executions: written to n8n's database at once,
 * so that it is there after a crash. n8n holds hashes only.
 */
export class UsedIds {
	/** @param baseUrl of Verbit: the same ID means another job elsewhere */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly baseUrl: string,
	) {}

	/** @throws Error where n8n can't tell: before 1.66, or when its database fails */
	async find(externalId: string): Promise<Stage> {
		return await oneAtATime.use(async () => {
			const missing = await this.record(externalId, MARKS.starting);
			const found = stageWithout(missing);
			await this.remove(externalId, without(MARKS.starting, MARKS[found]));
			return found;
		});
	}

	/** @throws Error as `find` does */
	async change(externalId: string, from: Stage, to: Stage): Promise<void> {
		await oneAtATime.use(async () => {
			await this.record(externalId, without(MARKS[to], MARKS[from]));
			await this.remove(externalId, without(MARKS[from], MARKS[to]));
		});
	}

	/** @returns the marks that were not there before */
	private async record(externalId: string, marks: Mark[]): Promise<Mark[]> {
		if (marks.length === 0) return [];
		const { checkProcessedAndRecord } = this.context.helpers;
		const entries = this.entriesOf(externalId, marks);
		const limits = { mode: 'entries' as const, maxEntries: MAX_ENTRIES };
		const { new: added } = await checkProcessedAndRecord(entries, 'node', limits);
		return marks.filter((_mark, index) => added.includes(entries[index]));
	}

	private async remove(externalId: string, marks: Mark[]): Promise<void> {
		if (marks.length === 0) return;
		const entries = this.entriesOf(externalId, marks);
		await this.context.helpers.removeProcessed(entries, 'node', { mode: 'entries' });
	}

	private entriesOf(externalId: string, marks: Mark[]): string[] {
		return marks.map((mark) => JSON.stringify([this.baseUrl, externalId, mark]));
	}
}

/** n8n drops the oldest entries first: without `used`, what is left of an ID is nothing. */
function stageWithout(missing: Mark[]): Stage {
	if (missing.includes('used')) return 'unused';
	if (missing.includes('unfinished')) return 'done';
	return missing.includes('starting') ? 'creating' : 'starting';
}

function without(marks: Mark[], others: Mark[]): Mark[] {
	return marks.filter((mark) => !others.includes(mark));
}

/** What a run of the node knows of external IDs. */
export interface ExternalIds {
	used: Pick<UsedIds, 'find' | 'change'>;
	/** Tells the memory of this node from the memories of others in this process. */
	scope: string;
	/** Tells n8n's log, once a run, that n8n does not remember external IDs. */
	warn(reason: string): void;
}

/** @param baseUrl of Verbit */
export function externalIdsOf(context: IExecuteFunctions, baseUrl: string): ExternalIds {
	const { id, name } = context.getNode();
	let isWarned = false;
	return {
		used: new UsedIds(context, baseUrl),
		scope: JSON.stringify([context.getWorkflow().id, id, baseUrl]),
		warn: (reason) => {
			if (isWarned) return;
			isWarned = true;
			context.logger.warn(`${name} can't remember which external IDs were used: ${reason}`);
		},
	};
}

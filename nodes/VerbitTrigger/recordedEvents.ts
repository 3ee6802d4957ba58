import { type IExecuteFunctions, sleep } from 'n8n-workflow';

import { Slots } from '../Verbit/run/slots';

/** Two for each of the newest thousand events: about 60 KB in n8n's database. */
const MAX_ENTRIES = 2000;

/** What n8n takes at most to write the entries, ms: another process that began before can't overwrite them later. */
const WRITE_MS = 250;

/** How often entries are written again that another process has overwritten. */
const MAX_CHECKS = 5;

/** n8n reads, changes and writes the entries without a lock, so each process does it once at a time. */
const turns = new Slots(1);

/**
 * Records in n8n's database that an execution has started with an event. Unlike static data, n8n writes it at once, and
 * every process reads it.
 * @returns whether another execution had started with it before
 * @throws Error where n8n can't record it
 */
export async function recordEvent(context: IExecuteFunctions, event: string): Promise<boolean> {
	// n8n 1 runs an execution again whose worker is gone, under the same ID: that is no repeat.
	const ownEntry = `${event} in execution ${context.getExecutionId()}`;
	const entries = [event, ownEntry];
	const known = await checkAndRecord(context, entries).catch(async () => {
		// The first entries of a node fail where another process writes its first ones at the same moment.
		return await checkAndRecord(context, entries);
	});
	if (known.length === 0) await keepRecorded(context, entries);
	return known.includes(event) && !known.includes(ownEntry);
}

async function keepRecorded(context: IExecuteFunctions, entries: string[]): Promise<void> {
	for (let check = 1; check <= MAX_CHECKS; check++) {
		await sleep(WRITE_MS);
		const known = await checkAndRecord(context, entries);
		if (known.length === entries.length) return;
	}
}

/** @returns the entries that n8n had; it has all of them then */
async function checkAndRecord(context: IExecuteFunctions, entries: string[]): Promise<string[]> {
	return await turns.use(async () => {
		const { processed } = await context.helpers.checkProcessedAndRecord(entries, 'node', {
			mode: 'entries',
			maxEntries: MAX_ENTRIES,
		});
		return processed.map(String);
	});
}

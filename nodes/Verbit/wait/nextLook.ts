import type { Entry } from './entry';
import { isWaiting } from './entry';

/** n8n keeps a shorter wait in the process: from 65 s on its node Wait puts the execution into the database. */
const SHORTEST_S = 66;

/** A job that takes long is looked at more rarely, so that the data of its waiting execution stays small. */
const PART_OF_THE_WAIT = 10;

/** By the growing part; a longer Poll Interval holds. */
const LONGEST_S = 600;

/**
 * Seconds until jobs are looked at again: the shortest of their poll intervals, a tenth of the time waited so far, but
 * not less than n8n's waits can be, and not beyond the next deadline.
 * @param since when the wait began, ms since 1970
 */
export function nextLookIn(entries: Entry[], since: number, now = Date.now()): number {
	const waiting = entries.filter(isWaiting);
	const wanted = Math.min(...waiting.map(({ pollInterval }) => pollInterval));
	const waited = (now - since) / 1000;
	const interval = Math.max(SHORTEST_S, wanted, Math.min(LONGEST_S, waited / PART_OF_THE_WAIT));
	const left = (Math.min(...waiting.map(({ deadline }) => deadline)) - now) / 1000;
	return Math.max(1, Math.ceil(Math.min(interval, left)));
}

import type { WorkflowExecuteMode } from 'n8n-workflow';

import type { BegunWait } from '../journal/saved';

/** The shortest time between two checks of a suspended execution, s: n8n looks for due executions once a minute. */
const SHORTEST_INTERVAL_S = 66;

const PART_OF_THE_WAIT = 10;

/** Upper limit of the growing interval, s. A longer Poll Interval overrides this limit. */
const LONGEST_INTERVAL_S = 600;

/** The longest timeout of a wait in place, s. A longer wait suspends the execution, so that it occupies no worker. */
const LONGEST_IN_PLACE_S = 5 * 60;

/** The first two pauses of a wait in place, s. Later pauses grow with the time waited so far, so a short job is seen soon. */
const FIRST_PAUSES_S = [2, 3];

/** How long a wait stays in place in the editor, ms. A short job is seen soon, after 2, 5, 10, 20 and 40 s. */
const IN_PLACE_IN_EDITOR_MS = 40_000;

/** Returns the time until the deadline of a wait, ms; 0 or less after the deadline. */
export function timeLeft({ since, timeoutHours }: BegunWait['job'], now = Date.now()): number {
	return since + Math.round(timeoutHours * 3600) * 1000 - now;
}

/** Returns for how long a wait stays in place because a person watches it in the editor, ms; 0 or less if it doesn't. */
function leftInEditor({ since }: BegunWait['job'], mode: WorkflowExecuteMode, now: number): number {
	return mode === 'manual' ? since + IN_PLACE_IN_EDITOR_MS - now : 0;
}

/**
 * Returns when a suspended execution checks a job again, ms since 1970: after the poll interval or a tenth of the time waited so
 * far, but not sooner than n8n can, and not after the deadline. Returns undefined if the wait stays in place: in the editor for a while,
 * and if it is too short to suspend the execution.
 */
export function nextCheckAt(job: BegunWait['job'], mode: WorkflowExecuteMode, now = Date.now()) {
	const left = timeLeft(job, now) / 1000;
	const waited = (now - job.since) / 1000;
	const timeout = timeLeft(job, job.since) / 1000;
	const isShort = timeout <= LONGEST_IN_PLACE_S || left < SHORTEST_INTERVAL_S;
	if (isShort || leftInEditor(job, mode, now) > 0) return undefined;
	const growing = Math.min(LONGEST_INTERVAL_S, waited / PART_OF_THE_WAIT);
	const interval = Math.max(SHORTEST_INTERVAL_S, job.pollInterval, growing);
	return now + Math.ceil(Math.min(interval, left)) * 1000;
}

export function pauseInPlace(job: BegunWait['job'], mode: WorkflowExecuteMode, now = Date.now()) {
	const waited = (now - job.since) / 1000;
	const [first, second] = FIRST_PAUSES_S;
	const interval = Math.min(job.pollInterval, waited < first ? first : Math.max(second, waited));
	const inEditor = leftInEditor(job, mode, now);
	return Math.min(interval * 1000, timeLeft(job, now), inEditor > 0 ? inEditor : Infinity);
}

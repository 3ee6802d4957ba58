/** n8n looks once a minute for executions that are due. */
const SHORTEST_S = 66;

/** A job that takes long is checked more rarely. */
const PART_OF_THE_WAIT = 10;

/** By the growing part; a longer Poll Interval holds. */
const LONGEST_S = 600;

/** A wait that may take longer gives the worker back to n8n, s. */
const LONGEST_IN_PLACE_S = 5 * 60;

interface Wait {
	/** Seconds between two checks. */
	pollInterval: number;
	/** Seconds from the start to the end of the wait. */
	timeout: number;
	/** When it began, ms since 1970. */
	since: number;
}

/**
 * When a suspended execution is to check a job again, ms since 1970: after the poll interval or a tenth of the time
 * waited so far, but not sooner than n8n's waits can be, and not beyond the deadline.
 * @returns nothing where the rest of the wait is too short to suspend the execution
 */
export function nextCheckAt(
	{ pollInterval, timeout, since }: Wait,
	now = Date.now(),
): number | undefined {
	const left = (since - now) / 1000 + timeout;
	if (timeout <= LONGEST_IN_PLACE_S || left < SHORTEST_S) return undefined;
	const waited = (now - since) / 1000;
	const interval = Math.max(
		SHORTEST_S,
		pollInterval,
		Math.min(LONGEST_S, waited / PART_OF_THE_WAIT),
	);
	return now + Math.ceil(Math.min(interval, left)) * 1000;
}

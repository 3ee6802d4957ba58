const { nextCheckAt, pauseInPlace } = require('../../../nodes/Verbit/wait/nextCheck');
const fc = require('../../support/fastCheck');

const HOUR = 3600;
const DAY = 24 * HOUR;

/** When each wait began, ms since 1970. */
const since = Date.UTC(2026, 10, 21);

const job = { jobId: 7, isSimple: true, since };

/**
 * Seconds until the next check of a job.
 * @param {{ after: number, pollInterval?: number, left?: number }} wait seconds
 */
const next = ({ after, pollInterval = 60, left = DAY }) => {
	const now = since + after * 1000;
	const wait = { ...job, pollInterval, timeoutHours: (after + left) / 3600 };
	const time = nextCheckAt(wait, 'trigger', now);
	return time === undefined ? undefined : (time - now) / 1000;
};

test.each([
	['the first check comes as soon as n8n can resume an execution', { after: 0 }, 66],
	['a long poll interval holds', { after: 0, pollInterval: 900 }, 900],
	['after an hour a tenth of it is waited', { after: HOUR }, 360],
	['after a day ten minutes are waited', { after: DAY }, 600],
	['the last check is at the deadline', { after: HOUR, left: 100 }, 100],
	['the last minute is waited in place', { after: HOUR, left: 65 }, undefined],
	['so is what comes after the deadline', { after: HOUR, left: -10 }, undefined],
	['and a wait of five minutes', { after: 0, left: 300 }, undefined],
	['but no longer one', { after: 0, left: 301 }, 66],
])('%s', (_what, wait, seconds) => {
	expect(next(wait)).toBe(seconds);
});

test('a job is checked some 200 times a day at the most, and never later than its deadline', () => {
	fc.assert(
		fc.property(fc.integer({ min: 301, max: 30 * DAY }), (timeout) => {
			let checks = 0;
			let after = 0;
			for (;;) {
				const seconds = next({ after, left: timeout - after });
				if (seconds === undefined) break;
				after += seconds;
				checks++;
			}
			expect(after).toBeLessThanOrEqual(timeout);
			expect(timeout - after).toBeLessThan(66);
			expect(checks).toBeLessThan(60 + 144 * (timeout / DAY));
		}),
		{ numRuns: 50 },
	);
});

/**
 * After how many seconds a job is checked in place, and for how long.
 * @param {typeof job & { pollInterval: number, timeoutHours: number }} wait
 * @param {import('n8n-workflow').WorkflowExecuteMode} [mode]
 */
function checksInPlace(wait, mode = 'trigger') {
	const checks = [0];
	const isInPlace = (/** @type {number} */ after) =>
		after < wait.timeoutHours * HOUR && nextCheckAt(wait, mode, since + after * 1000) === undefined;
	for (let after = 0; isInPlace(after); checks.push(after))
		after += pauseInPlace(wait, mode, since + after * 1000) / 1000;
	return checks;
}

test('in place, the first checks come soon, then every poll interval, and the last one at the deadline', () => {
	const wait = { ...job, pollInterval: 60, timeoutHours: 300 / HOUR };
	expect(checksInPlace(wait)).toEqual([0, 2, 5, 10, 20, 40, 80, 140, 200, 260, 300]);
	expect(checksInPlace({ ...wait, pollInterval: 1 }).slice(0, 4)).toEqual([0, 1, 2, 3]);
});

test('in the editor, the first checks are made in place, whatever the poll interval, and nowhere else', () => {
	const wait = { ...job, pollInterval: 900, timeoutHours: 24 };
	expect(checksInPlace(wait, 'manual')).toEqual([0, 2, 5, 10, 20, 40]);
	expect(nextCheckAt(wait, 'trigger', since)).toBe(since + 900_000);
});

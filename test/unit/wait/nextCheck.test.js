const fc = require('../../support/fastCheck');
const { nextCheckAt, pauseInPlace } = require('../../../nodes/Verbit/wait/nextCheck');

const HOUR = 3600;
const DAY = 24 * HOUR;

/**
 * Seconds until the next check of a job whose wait began at 0.
 * @param {{ after: number, pollInterval?: number, left?: number }} wait seconds
 */
const next = ({ after, pollInterval = 60, left = DAY }) => {
	const now = after * 1000;
	const time = nextCheckAt({ pollInterval, timeoutHours: (after + left) / 3600, since: 0 }, now);
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

test('in place, the first checks come soon, then every poll interval, and the last one at the deadline', () => {
	const checksOf = (/** @type {number} */ pollInterval) => {
		const checks = [0];
		const wait = { pollInterval, timeoutHours: 300 / 3600, since: 0 };
		while (checks[checks.length - 1] < 300) {
			const now = checks[checks.length - 1];
			checks.push(now + pauseInPlace(wait, now * 1000) / 1000);
		}
		return checks;
	};
	expect(checksOf(60)).toEqual([0, 2, 4, 8, 16, 32, 64, 124, 184, 244, 300]);
	expect(checksOf(1).slice(0, 4)).toEqual([0, 1, 2, 3]);
});

const fc = require('fast-check');
const { nextLookIn } = require('../../../nodes/Verbit/wait/nextLook');

const HOUR = 3600;

/** The wait began at 0. @param {{ after: number, pollInterval?: number, left?: number }} wait seconds */
const next = ({ after, pollInterval = 60, left = 24 * HOUR }) => {
	const now = after * 1000;
	const job = { call: { jobId: 1, apiVersion: 4 }, timeout: after + left };
	const entries = [
		{ ...job, pollInterval, deadline: now + left * 1000 },
		{ ...job, pollInterval: 1, deadline: 1, end: /** @type {const} */ ('completed') },
	];
	return nextLookIn(entries, 0, now);
};

test.each([
	['the first look comes as soon as n8n can put an execution to wait', { after: 0 }, 66],
	['a long poll interval holds', { after: 0, pollInterval: 900 }, 900],
	['after an hour a tenth of it is waited', { after: HOUR }, 360],
	['after a day ten minutes are waited', { after: 24 * HOUR }, 600],
	['the last look is at the deadline', { after: HOUR, left: 100 }, 100],
	['a deadline that has just gone by is looked at next', { after: HOUR, left: 0 }, 1],
])('%s', (_what, wait, seconds) => {
	expect(next(wait)).toBe(seconds);
});

test('a job of any length is looked at some 200 times a day at the most, and never later than it may', () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 30 * 24 * HOUR }), (timeout) => {
			let looks = 0;
			let after = 0;
			for (; after < timeout; looks++) after += next({ after, left: timeout - after });
			expect(after).toBe(timeout);
			expect(looks).toBeLessThan(60 + 144 * (timeout / (24 * HOUR)));
		}),
		{ numRuns: 50 },
	);
});

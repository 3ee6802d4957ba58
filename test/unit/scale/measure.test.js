const { Measuring } = require('../../tools/scale/measure');
const { render } = require('../../tools/scale/page');
const { QUICK } = require('../../tools/scale/scope');

const GET = /** @type {const} */ ({ job: 'get' });

/** Called after each measure. */
const kept = jest.fn();

beforeEach(() => {
	kept.mockClear();
	// The progress.
	jest.spyOn(process.stderr, 'write').mockReturnValue(true);
	jest.spyOn(console, 'error').mockImplementation();
});

afterEach(() => jest.restoreAllMocks());

/**
 * @param {number} minutes
 * @param {Array<[title: string, run: (measuring: Measuring) => Promise<string>]>} measures that need no n8n
 */
async function runMeasures(minutes, ...measures) {
	const measuring = new Measuring(QUICK, minutes, kept);
	measuring.measures = measures.map(([title, run]) => ({
		title,
		run: async () => await run(measuring),
	}));
	return await measuring.run();
}

/** @param {Measuring} measuring */
async function measureSlow({ results }) {
	results.slow.push({ workers: 1, recordings: 10, delayMs: 300, seconds: 5 });
	return '5 s';
}

/** @param {string} why */
const failing = (why) => async () => await Promise.reject(new Error(why));

test('a measure that fails costs its own figure alone, and the page says which it is', async () => {
	const results = await runMeasures(
		1,
		['One with 2 workers', failing('3 executions have failed')],
		['Slow', measureSlow],
	);
	expect(results.missing).toEqual([
		{ title: 'One with 2 workers', why: '3 executions have failed' },
	]);
	expect(results.slow).toHaveLength(1);
	const page = render(results, '1.2.3', () => NaN);
	expect(page).toContain('| One with 2 workers | 3 executions have failed |');
	expect(page).toContain('| 1 | 300 ms | 10 × 1 MiB | 120 |');
	expect(page).not.toContain('NaN');
});

test('each measure is kept when it is there, also for a run that is interrupted later', async () => {
	const { missing } = await runMeasures(
		1,
		['Slow', measureSlow],
		[
			'Later',
			async () => {
				expect(kept).toHaveBeenCalledTimes(1);
				expect(kept.mock.lastCall[0].slow).toHaveLength(1);
				return '';
			},
		],
	);
	expect(missing).toEqual([]);
	expect(kept).toHaveBeenCalledTimes(2);
});

test('a measure that hangs ends when the time is up', async () => {
	jest.useFakeTimers();
	try {
		const running = runMeasures(1, ['Hangs', async () => await new Promise(() => undefined)]);
		await jest.advanceTimersByTimeAsync(61_000);
		expect((await running).missing).toEqual([{ title: 'Hangs', why: 'not finished within 60 s' }]);
	} finally {
		jest.useRealTimers();
	}
});

test('nothing begins when the time is up', async () => {
	const results = await runMeasures(0.1, ['Slow', measureSlow]);
	expect(results.slow).toEqual([]);
	expect(results.missing).toEqual([{ title: 'Slow', why: 'the time was up' }]);
});

test('all of a plan has a title of its own, and the most important is the first', () => {
	const titles = new Measuring(QUICK, 1, kept).measures.map(({ title }) => title);
	expect(new Set(titles).size).toBe(titles.length);
	expect(titles[0]).toBe('filesystem, workers: 2, 6 × 1 MiB, none');
	expect(titles.at(-1)).toBe('database, workers: 1, 2 × 20 MiB, verbit');
});

test('of several runs of one measure, the middle one counts', async () => {
	const results = await runMeasures(1, ['Slow', measureSlow]);
	results.rounds = 3;
	results.small.measured.push(
		...[7, 5, 6].map((seconds) => ({ ...GET, way: /** @type {const} */ ('verbit'), seconds })),
		...[4, 9, 8].map((seconds) => ({ ...GET, way: /** @type {const} */ ('http'), seconds })),
	);
	const page = render(results, '1.2.3', () => NaN);
	expect(page).toContain('at least as fast | 6.00 s, HTTP Request 8.00 s | yes |');
	expect(page.match(/\| Get \|/g)).toHaveLength(2);
});

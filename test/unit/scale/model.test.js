const fs = require('node:fs');
const path = require('node:path');
const { checkout } = require('../../support/setup/paths');
const { fit, passedLimits, predict } = require('../../tools/scale/model');
const { table } = require('../../tools/docs/markdown');
const { checkRows } = require('../../tools/scale/tables');
const { waitRule } = require('../../tools/scale/waits');

const checksOf = waitRule((source) => require(path.join(checkout, source)));

const MIB = 1024 * 1024;

/** @type {import('../../tools/scale/model').Model} */
const MODEL = {
	a: 0.1,
	b: 0.01,
	pace: 10,
	databaseBytes: MIB / 1024,
	workerBytes: 512 * MIB,
	bare: 0.09,
	call: 0.01,
};

/** @param {Partial<import('../../tools/scale/model').Load>} [load] */
const needOf = (load) =>
	predict(MODEL, { recordings: 28_800, mib: 100, minutes: 60, checks: 0, ...load });

/** @param {number} mib @param {number} recordings @param {{ seconds: number, cpu: number, databaseBytes?: number }} measured @param {'none' | 'verbit'} [way] */
const series = (mib, recordings, { cpu, seconds, databaseBytes = NaN }, way = 'verbit') => ({
	...{ mode: 'filesystem', way, workers: 2, mib, recordings, seconds, databaseBytes },
	cpu: { n8n: cpu, database: 0, redis: 0, emulator: 0 },
});

const RESULTS = /** @type {import('../../tools/scale/scope').Results} */ (
	/** @type {unknown} */ ({
		workerBytes: 512 * MIB,
		small: { items: 1000, measured: [{ job: 'get', way: 'verbit', seconds: 4 }] },
		series: [
			series(200, 1, { cpu: 2.1, seconds: 2 }),
			series(1, 10, { cpu: 1.1, seconds: 1, databaseBytes: MIB }),
			series(20, 10, { cpu: 4, seconds: 3 }),
			series(1, 10, { cpu: 0.9, seconds: 1 }, 'none'),
		],
		checked: [series(1, 30, { cpu: 3, seconds: 4, databaseBytes: 2 * MIB })],
	})
);

describe('checks of a wait', () => {
	test.each([
		[0.5, 2],
		[30, 22],
		[60, 29],
		[240, 49],
		[1440, 169],
	])('a job of %d minutes is checked by the rule of the node', (minutes, checks) => {
		expect(checksOf(minutes)).toBe(checks);
	});

	test('a longer poll interval means fewer of them', () => {
		expect(checksOf(60, 1800)).toBe(3);
	});

	test('nothing is checked after the default timeout', () => {
		expect(checksOf(3 * 1440)).toBe(checksOf(1440));
	});

	test('the page has what the node does now', () => {
		const page = fs.readFileSync(path.join(checkout, 'docs/maintainers/scale.md'), 'utf8');
		for (const minutes of [30, 60, 240]) {
			const checks = checksOf(minutes);
			expect(page).toContain(`| Wait for Completion | ${minutes} | ${checks} | ${checks - 1} |`);
		}
	});
});

describe('what a day needs', () => {
	test('with the trigger: the calls of the submission and one more execution', () => {
		const need = needOf();
		expect(need).toMatchObject({ calls: 4, mediaCalls: 2, resumed: 0, resumedASecond: 0 });
		// One recording a second, on cores that are half busy: two calls more than Add Media.
		expect(need.uploadCores).toBeCloseTo(2 * (0.1 + 1 + 2 * 0.01));
		expect(need.cores - need.uploadCores).toBeCloseTo(2 * 0.09);
		expect(need.databaseMib).toBeCloseTo(10_000 / 1024);
	});

	test('with a wait: its calls, the executions that it resumes, and those that wait', () => {
		const need = needOf({ checks: 29 });
		expect(need).toMatchObject({ calls: 33, mediaCalls: 2, resumedASecond: 28, jobs: 3600 });
		expect(need.cores - need.uploadCores).toBeCloseTo(2 * (28 * 0.09 + 29 * 0.01));
		expect(need.databaseMib).toBeCloseTo(13_600 / 1024);
	});

	test('the longer a transcription takes, the more jobs wait', () => {
		expect(needOf({ checks: 49, minutes: 240 }).jobs).toBe(4 * needOf({ checks: 29 }).jobs);
	});

	test('External IDs grow with each recording', () => {
		expect(needOf({ recordings: 100_000 }).idGibAYear).toBeCloseTo(8.5, 1);
	});
});

test('what breaks first is what a load passes by most, and what smaller ones do not', () => {
	const [small, middle, large] = [100, 1000, 100_000].map((recordings) => needOf({ recordings }));
	const names = (/** @type {Parameters<typeof passedLimits>} */ ...needs) =>
		passedLimits(...needs).map(({ need }) => need);
	expect(names(small)).toEqual([]);
	expect(names(middle, small)).toEqual(['executions', 'keptGib']);
	expect(names(large, middle)).toEqual(['cores', 'uploadCores', 'atOnce', 'mbits']);
});

describe('the check of the model', () => {
	test('the line goes through the smallest and the largest file', () => {
		const fitted = fit(RESULTS, RESULTS.checked[0]);
		expect(fitted?.a).toBeCloseTo(0.1);
		expect(fitted?.b).toBeCloseTo(0.01);
		expect(fitted).toMatchObject({ bare: 0.09, call: 0.004 });
	});

	test('each figure has by how much it is off, also a size that the line was not fitted to', () => {
		const [, , more, between] = table(checkRows(RESULTS)).split('\n');
		expect(more).toContain(
			'| 30 × 1 MiB | 3.3 | 3.0 | 10 % | 3.0 | 4.0 | -25 % | 3.0 MiB | 2.0 MiB | 50 % |',
		);
		expect(between).toContain('| 10 × 20 MiB | 3.0 | 4.0 | -25 % | – |');
	});
});

const { TransferLog } = require('../../../nodes/Verbit/upload/transferLog');

const MIB = 1024 * 1024;

/** @type {Array<[string, string]>} */
let lines = [];
const logger = /** @type {any} */ (
	Object.fromEntries(
		['debug', 'info', 'warn'].map((level) => [
			level,
			(/** @type {string} */ text) => lines.push([level, text]),
		]),
	)
);

beforeEach(() => {
	lines = [];
	jest.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => jest.useRealTimers());

const newLog = () => new TransferLog(logger, '"talk.wav" for job 17');

test('the start tells the size, and the attempt from the second on', () => {
	const log = newLog();
	log.started(1.5 * MIB, 1);
	log.started(1.5 * MIB, 2);
	expect(lines).toEqual([
		['info', 'Upload of "talk.wav" for job 17: started, 1.5 MiB'],
		['info', 'Upload of "talk.wav" for job 17: started (attempt 2), 1.5 MiB'],
	]);
});

test('the end tells the rate of the whole', () => {
	const log = newLog();
	log.started(10 * MIB, 1);
	jest.advanceTimersByTime(4000);
	log.ended();
	expect(lines[1]).toEqual(['info', 'Upload of "talk.wav" for job 17: done, 10.0 MiB, 2.5 MiB/s']);
});

test('an upload that takes no time has a rate all the same', () => {
	const log = newLog();
	log.started(MIB, 1);
	log.ended();
	expect(lines[1][1]).toContain('1000.0 MiB/s');
});

test('a repeat tells the attempt that ended, the wait and the reason', () => {
	newLog().retrying(/** @type {any} */ ({ message: 'the connection was cut' }), 2, 1234);
	expect(lines).toEqual([
		[
			'warn',
			'Upload of "talk.wav" for job 17: attempt 2 failed, retrying in 1.2 s. the connection was cut',
		],
	]);
});

describe('a tenth', () => {
	/** Tenths that are told while a file goes out. @param {number} size @param {number[]} shares */
	const tenthsOf = (size, shares) => {
		const log = newLog();
		log.started(size, 1);
		jest.advanceTimersByTime(1000);
		for (const share of shares) log.moved(size * share);
		return lines.slice(1);
	};

	test('is told once, with the rate so far', () => {
		expect(tenthsOf(100 * MIB, [0.05, 0.1, 0.15, 0.3])).toEqual([
			['info', 'Upload of "talk.wav" for job 17: 10 %, 10.0 MiB/s'],
			['info', 'Upload of "talk.wav" for job 17: 30 %, 30.0 MiB/s'],
		]);
	});

	test('is not told at the end, which has a line of its own', () => {
		expect(tenthsOf(100 * MIB, [0.9, 1]).map(([, text]) => text)).toEqual([
			expect.stringContaining('90 %'),
		]);
	});

	test.each([
		[64 * MIB, 'info'],
		[64 * MIB - 1, 'debug'],
	])('of %d bytes is told on the level %s', (size, level) => {
		expect(tenthsOf(size, [0.55])).toEqual([[level, expect.stringContaining('50 %')]]);
	});

	test('is told again in the next attempt', () => {
		const log = newLog();
		for (const attempt of [1, 2]) {
			log.started(100 * MIB, attempt);
			log.moved(50 * MIB);
		}
		expect(lines.filter(([, text]) => text.includes('50 %'))).toHaveLength(2);
	});
});

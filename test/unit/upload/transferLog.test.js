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

test('start, repeat and end are told with size, attempt, wait, reason and rate', () => {
	const log = newLog();
	log.started(1.5 * MIB, 1);
	log.retrying(/** @type {any} */ ({ message: 'the connection was cut' }), 1, 1234);
	log.started(10 * MIB, 2);
	jest.advanceTimersByTime(4000);
	log.ended();
	log.started(MIB, 1);
	// In no time at all.
	log.ended();
	const texts = lines.map(([level, text]) => [
		level,
		text.replace('Upload of "talk.wav" for job 17: ', ''),
	]);
	expect(texts).toEqual([
		['info', 'started, 1.5 MiB'],
		['warn', 'attempt 1 failed, retrying in 1.2 s. the connection was cut'],
		['info', 'started (attempt 2), 10.0 MiB'],
		['info', 'done, 10.0 MiB, 2.5 MiB/s'],
		['info', 'started, 1.0 MiB'],
		['info', 'done, 1.0 MiB, 1000.0 MiB/s'],
	]);
});

test.each([
	[
		'once, with the rate so far',
		100 * MIB,
		[0.05, 0.1, 0.15, 0.3],
		['10 %, 10.0', '30 %, 30.0'],
		'info',
	],
	['not at the end, which has a line of its own', 100 * MIB, [0.9, 1], ['90 %, 90.0'], 'info'],
	['of 64 MiB', 64 * MIB, [0.55], ['50 %, 35.2'], 'info'],
	['of less than 64 MiB', 64 * MIB - 1, [0.55], ['50 %, 35.2'], 'debug'],
])('a tenth is told %s, in each attempt', (_what, size, shares, told, level) => {
	const log = newLog();
	for (const attempt of [1, 2]) {
		lines = [];
		log.started(size, attempt);
		jest.advanceTimersByTime(1000);
		for (const share of shares) log.moved(size * share);
		const texts = told.map((text) => `Upload of "talk.wav" for job 17: ${text} MiB/s`);
		expect(lines.slice(1)).toEqual(texts.map((text) => [level, text]));
	}
});

const os = require('node:os');
const { fastClock } = require('../../support/n8n/settings');
const { originNow } = require('../../support/origin');
const { step } = require('../../support/setup/progress');
const { until } = require('../../support/until');
const { reckon } = require('../chaos/reckoning');
const { isStartedOnce } = require('../chaos/results');
const { tally } = require('../tally');
const { HOUR } = require('./outside');
const { sample } = require('./samples');
const { Week } = require('./week');

/** @typedef {{ factor: number, days: number }} Scope */

/** Of n8n's time. */
const SAMPLE_HOURS = 6;

/** One in the middle of each day, in turn. @type {Array<import('./week').ProcessName>} */
const RESTARTED = ['worker 1', 'main', 'worker 2', 'webhooks'];

/** Each process is asked to end, and the next time killed, or the other way round. @param {number} day from 0 */
const signalOf = (day) => ((day + Math.floor(day / RESTARTED.length)) % 2 ? 'SIGKILL' : 'SIGTERM');

/**
 * A week with this node beside a week without it, at the same time on the same machine.
 * @param {Scope} scope
 */
async function runSoak(scope) {
	const origin = originNow();
	const clock = fastClock(scope.factor);
	const startedAt = Number(clock.FAST_CLOCK_ORIGIN);
	const now = () => startedAt + (Date.now() - startedAt) * scope.factor;
	/** @type {Week[]} */
	const weeks = [];
	try {
		for (const kind of /** @type {const} */ (['verbit', 'plain'])) {
			const open = async () => await Week.open(kind, clock);
			weeks.push(await step(`Start n8n in queue mode, ${kind}`, open));
		}
		await Promise.all(weeks.map(async (week) => await week.begin(now, 24 * scope.days)));
		const start = now();
		const outside = weeks.map(async (week) => await week.live());
		// Whoever fails first ends it.
		await Promise.race([live(weeks, scope, () => now() - start), ...outside]);
		const results = weeks.map(resultOf);
		const minutes = (Date.now() - startedAt) / 60_000;
		const n8n = weeks[0].queue.main.n8n.version;
		return { ...scope, origin, minutes, n8n, loadAfter: os.loadavg()[0], results };
	} finally {
		for (const week of weeks) await week.close();
	}
}

/**
 * @param {Week[]} weeks
 * @param {Scope} scope
 * @param {() => number} time of n8n since the start, ms
 */
async function live(weeks, { days }, time) {
	for (let hour = SAMPLE_HOURS; hour <= 24 * days; hour += SAMPLE_HOURS) {
		await step(`Hour ${hour} of ${24 * days}`, async () => {
			await until(() => time() >= hour * HOUR, { maxMs: Infinity, pollMs: 100 });
			for (const week of weeks) {
				week.samples.push(await sample(week, time() / HOUR));
				await week.noteExecutions();
			}
			const day = Math.floor(hour / 24);
			const name = RESTARTED[day % RESTARTED.length];
			const restart = async (/** @type {Week} */ week) => await week.restart(name, signalOf(day));
			if (hour % 24 === 12) await Promise.all(weeks.map(restart));
			if (hour % 24 === 0) for (const week of weeks) await week.retryFailed();
		});
	}
	await step('Let everything finish', async () => {
		await Promise.all(weeks.map(async (week) => await week.finish()));
	});
	for (const week of weeks) week.samples.push(await sample(week, time() / HOUR));
}

/** @param {Week} week */
function resultOf({ kind, emulator, executions, errors, outside: around, samples, downHours }) {
	const { journal } = emulator;
	const outcomes = [...executions.values()].map(
		({ flow, status, isRetry }) => `${flow}${isRetry ? ', retry' : ''}: ${status}`,
	);
	const reckoned = kind === 'verbit' ? reckon({ emulator }, around.recordings, []) : [];
	const captions = reckoned
		.flatMap(({ started }) => started)
		.map((jobId) => journal.count({ operation: 'get_caption', jobId, status: 200 }));
	return {
		kind,
		samples,
		errors: tally(errors),
		downHours,
		executions: tally(outcomes),
		recordings: around.recordings.length,
		startedOnce: reckoned.filter(isStartedOnce).length,
		reportedOnce: captions.filter((times) => times === 1).length,
		reportedTwice: captions.filter((times) => times > 1).length,
		repeats: around.repeated,
		exchanges: journal.count({ operation: 'auth', status: 200 }),
		calls: journal.filter(({ host }) => host === 'service').length,
	};
}

module.exports = { runSoak };

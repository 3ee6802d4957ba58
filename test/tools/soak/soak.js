const { fastClock } = require('../../support/n8n/settings');
const { step } = require('../../support/setup/progress');
const { until } = require('../../support/until');
const { sectionsOf } = require('./tables');
const { HOUR, openWeek } = require('./week');

/** One in the middle of each day, in turn. @type {Array<import('./week').ProcessName>} */
const RESTARTED = ['worker 1', 'main', 'worker 2', 'webhooks'];

/** Each process is asked to end, and the next time killed, or the other way round. @param {number} day from 0 */
const signalOf = (day) => ((day + Math.floor(day / RESTARTED.length)) % 2 ? 'SIGKILL' : 'SIGTERM');

/** A week with this node beside a week without it, at the same time on the same machine. @param {{ days: number, factor: number }} scope */
async function runSoak({ days, factor }) {
	const clock = fastClock(factor);
	const startedAt = Number(clock.FAST_CLOCK_ORIGIN);
	const now = () => startedAt + (Date.now() - startedAt) * factor;
	/** @type {Array<Awaited<ReturnType<typeof openWeek>>>} */
	const weeks = [];
	try {
		for (const kind of /** @type {const} */ (['verbit', 'plain'])) {
			const open = async () => await openWeek(kind, clock, now);
			weeks.push(await step(`Start n8n in queue mode, ${kind}`, open));
		}
		await Promise.all(weeks.map(async (week) => await week.begin(24 * days)));
		// Whoever fails first ends it.
		await Promise.race([passDays(weeks, days, now), ...weeks.map(async (week) => week.live())]);
		return sectionsOf(weeks.map((week) => week.result()));
	} finally {
		for (const week of weeks) week.isOver = true;
		for (const week of weeks) await week.world.close();
	}
}

/** @param {Array<Awaited<ReturnType<typeof openWeek>>>} weeks @param {number} days @param {() => number} now */
async function passDays(weeks, days, now) {
	const start = now();
	const hours = () => (now() - start) / HOUR;
	for (let hour = 6; hour <= 24 * days; hour += 6) {
		await step(`Hour ${hour} of ${24 * days}`, async () => {
			await until(() => hours() >= hour, { maxMs: Infinity, pollMs: 100 });
			for (const week of weeks) await week.sample(hours());
			const day = Math.floor(hour / 24);
			const name = RESTARTED[day % RESTARTED.length];
			const restarts = hour % 24 === 12 ? weeks : [];
			await Promise.all(restarts.map(async (week) => await week.restart(name, signalOf(day))));
			if (hour % 24 === 0) for (const week of weeks) await week.retryFailed();
		});
	}
	const finish = weeks.map(async (week) => await week.finish());
	await step('Let everything finish', async () => void (await Promise.all(finish)));
	for (const week of weeks) await week.sample(hours());
}

module.exports = { runSoak };

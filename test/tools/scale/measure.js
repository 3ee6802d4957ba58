const os = require('node:os');
const { residentMemory } = require('../bench/machine');
const { originNow } = require('../../support/origin');
const { step } = require('../../support/setup/progress');
const { ScaleLab } = require('./lab');
const { Plan } = require('./plan');
const { newResults } = require('./scope');
const { warmUp } = require('./series');

/** Of one measure, with the start of the n8n that it needs. */
const MAX_MS = 300_000;

/** With less time left nothing is begun. */
const MIN_MS = 15_000;

/** Carries out one measure after the other: what fails costs its own figure alone. */
class Measuring {
	/**
	 * @param {import('./scope').Scope} scope
	 * @param {number} minutes after which nothing goes on
	 * @param {(results: import('./scope').Results) => void} keep called after each measure
	 */
	constructor(scope, minutes, keep) {
		this.results = newResults(scope, originNow());
		this.measures = new Plan(scope, this.results).measures();
		this.startedAt = Date.now();
		this.deadline = this.startedAt + minutes * 60_000;
		this.keep = keep;
		/** @type {{ mode: import('./scope').Mode, lab: Promise<ScaleLab> } | undefined} */
		this.opened = undefined;
	}

	async run() {
		for (const [index, measure] of this.measures.entries()) {
			await this.attempt(measure, `${index + 1} of ${this.measures.length}`);
			this.results.minutes = (Date.now() - this.startedAt) / 60_000;
			[this.results.loadAfter] = os.loadavg();
			this.keep(this.results);
		}
		await this.closeLab();
		return this.results;
	}

	/** @param {import('./plan').Measure} measure @param {string} number */
	async attempt(measure, number) {
		const ms = Math.min(MAX_MS, this.deadline - Date.now());
		if (ms < MIN_MS) return this.miss(measure, 'the time was up');
		try {
			const work = async () => await within(ms, this.labFor(measure.lab).then(measure.run));
			const figure = await step(`${number}: ${measure.title}`, work);
			console.error(`  ${figure}, ${Math.round((Date.now() - this.startedAt) / 1000)} s so far`);
		} catch (error) {
			this.miss(measure, /** @type {Error} */ (error).message);
			// Its executions may still be running.
			await this.closeLab();
		}
	}

	/** @param {import('./plan').Measure} measure @param {string} why */
	miss({ title }, why) {
		console.error(`  Not measured: ${title}: ${why}`);
		this.results.missing.push({ title, why });
	}

	/** An n8n with nothing else to do, warmed up. @param {import('./plan').Measure['lab']} wanted */
	async labFor(wanted) {
		if (this.opened?.mode !== wanted?.mode) await this.closeLab();
		// The measure brings a whole n8n of its own.
		if (wanted === undefined) return /** @type {any} */ (undefined);
		this.opened ??= { mode: wanted.mode, lab: ScaleLab.open(wanted.mode) };
		const lab = await this.opened.lab;
		if (await lab.setWorkers(wanted.workers)) await warmUp(lab);
		this.results.workerBytes ??= residentMemory(Number(lab.queue.workers[0].server?.pid));
		return lab;
	}

	async closeLab() {
		const { opened } = this;
		this.opened = undefined;
		// One that did not open is closed already.
		const lab = await opened?.lab.catch(() => undefined);
		await lab?.close();
	}
}

/** Fails when it takes longer; the work goes on. @param {number} ms @param {Promise<string>} work */
async function within(ms, work) {
	const late = new Error(`not finished within ${Math.round(ms / 1000)} s`);
	/** @type {Promise<never>} */
	const limit = new Promise((_, reject) => void setTimeout(reject, ms, late).unref());
	return await Promise.race([work, limit]);
}

module.exports = { Measuring };

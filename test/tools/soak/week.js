const fs = require('node:fs');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { until } = require('../../support/until');
const { quiet, retryFailed } = require('../chaos/operator');
const { isStartedOnce, putIntoFolder, reckon } = require('../chaos/recordings');
const { openSupervisedQueue } = require('../../cluster/supervisedQueue');
const { plainFlows, verbitFlows } = require('./flows');

/**
 * @typedef {import('../../emulator/state').Job} Job
 * @typedef {'main' | 'webhooks' | 'worker 1' | 'worker 2'} ProcessName
 * @typedef {{ inUse: number, openFiles: number, pid: number | undefined }} ProcessState `inUse` in bytes, after a collection
 * @typedef {{ hour: number, processes: Record<ProcessName, ProcessState>, records: number, otherRows: number,
 *   databaseBytes: number, redisKeys: number }} Sample at an hour of n8n's clock since the start
 */

const HOUR = 3_600_000;

/** Jobs take 4 to 30 hours. @param {Job} job of the nth recording */
const durationOf = ({ externalId = '' }) =>
	(4 + ((Number(externalId.split('-')[1]) * 7) % 27)) * HOUR;

const SETTINGS = {
	// n8n keeps executions for two days of its time.
	EXECUTIONS_DATA_MAX_AGE: '48',
	GENERIC_TIMEZONE: 'UTC',
	// See docs/wait-for-a-job.md.
	N8N_DISABLED_MODULES: 'mcp-registry,otel',
};

/** Rows of the list of processed data, and of all other tables but those of executions, which n8n deletes. */
const ROWS = `select sum(n) filter (where "of" = 'processed_data')::int "records", sum(n) filter (where "of" <> 'processed_data')::int "otherRows" from (select table_name "of", (xpath('/row/c/text()', query_to_xml('select count(*) c from "' || table_name || '"', false, true, '')))[1]::text::int n from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name !~ '^(execution|binary|insights)') counted`;

/** @param {'verbit' | 'plain'} kind with this node, or with n8n's own nodes alone @param {NodeJS.ProcessEnv} clock settings @param {() => number} now the time of n8n, ms since 1970 */
async function openWeek(kind, clock, now) {
	// In the sandbox, jobs finish when the week lets them.
	const switches = /** @type {const} */ ({ environment: 'sandbox' });
	const env = { ...clock, ...SETTINGS };
	return new Week(kind, await openSupervisedQueue({ env, switches }), now);
}

/**
 * n8n in queue mode with a schedule and a trigger, and all that happens around it: a recorder that puts a file into a folder
 * each hour, and jobs that finish and are reported.
 */
class Week {
	count = NaN;
	/** IDs. */
	workflows = { schedule: '', trigger: '' };
	/** Where jobs are reported that n8n doesn't create itself. @type {string | undefined} */
	receiver = undefined;
	/** @type {import('../chaos/plan').PlannedRecording[]} */
	recordings = [];
	/** When a job finishes, by its ID. @type {Map<number, number>} */
	due = new Map();
	/** When its report comes once more, after two hours; gone when n8n took it. @type {Map<number, number>} */
	repeatAt = new Map();
	/** @type {Sample[]} */
	samples = [];
	isOver = false;

	/** @param {'verbit' | 'plain'} kind @param {import('../../cluster/supervisedQueue').SupervisedQueue} world @param {() => number} now */
	constructor(kind, world, now) {
		this.kind = kind;
		this.world = world;
		this.now = now;
		// Its files are written at half past, not while a schedule reads them.
		this.start = Math.floor(now() / HOUR) * HOUR - HOUR / 2;
	}

	/** @returns {Record<ProcessName, import('../../cluster/queue').Instance>} */
	get processes() {
		const { main, webhooks, workers } = this.world.queue;
		return { main, webhooks, 'worker 1': workers[0], 'worker 2': workers[1] };
	}

	/** Publishes the workflows, and lets the week begin. @param {number} count of recordings */
	async begin(count) {
		this.count = count;
		const { client, credential, folder, queue } = this.world;
		const url = `${queue.webhooks.url}/webhook`;
		const isPlain = this.kind === 'plain';
		const flows = isPlain ? plainFlows(folder) : verbitFlows(folder, url, credential);
		if (isPlain) this.receiver = `${url}/${flows.path}`;
		this.record();
		this.workflows.trigger = await client.publish(flows.trigger);
		this.workflows.schedule = await client.publish(flows.schedule);
	}

	/** Lets everything around n8n happen until the week is over. */
	async live() {
		for (; !this.isOver; await sleep(100)) {
			this.record();
			this.world.emulator.clock.set(this.now());
			for (const job of this.jobs()) await this.carryOn(job);
		}
	}

	jobs() {
		return Object.values(this.world.emulator.state.data.jobs);
	}

	record() {
		const { folder, emulator } = this.world;
		const hours = Math.floor((this.now() - this.start) / HOUR);
		while (this.recordings.length < Math.min(this.count, hours + 1)) {
			const id = `recording-${this.recordings.length}`;
			const recording = { id, way: /** @type {const} */ ('folder'), at: 0, bytes: 8192 };
			putIntoFolder(folder, recording);
			this.recordings.push(recording);
			if (this.receiver === undefined) continue;
			const job = { profile: 'standard', externalId: id, callbackUrl: this.receiver };
			emulator.createJob({ ...job, status: 'In Progress' });
		}
		// Longer than any restart takes.
		for (const { id } of this.recordings.slice(0, -18)) {
			fs.rmSync(path.join(folder, `${id}.wav`), { force: true });
		}
	}

	/** @param {Job} job */
	async carryOn(job) {
		const { id, status } = job;
		const { emulator } = this.world;
		const now = this.now();
		const due = this.due.get(id) ?? now + durationOf(job);
		if (status === 'In Progress') this.due.set(id, due);
		if (status === 'In Progress' && now >= due) {
			emulator.setJobStatus(id, 'Completed');
			if (this.receiver === undefined) this.repeatAt.set(id, now + 2 * HOUR);
		}
		if (now < (this.repeatAt.get(id) ?? Infinity)) return;
		const { answer } = await emulator.deliverCallback(id);
		if (answer === 'OK') this.repeatAt.delete(id);
	}

	/** @param {number} hour of n8n's clock since the start */
	async sample(hour) {
		const { queue } = this.world;
		/** @type {any} */
		const processes = {};
		for (const [name, instance] of Object.entries(this.processes)) {
			const [openFiles, pid] = [instance.openFiles().length, instance.server?.pid];
			processes[name] = { ...(await queue.memoryOf(instance)), openFiles, pid };
		}
		const [rows] = await queue.postgres.query(ROWS);
		this.samples.push({ hour, processes, ...rows, ...(await queue.stored()) });
	}

	/** @param {ProcessName} name @param {NodeJS.Signals} signal */
	async restart(name, signal) {
		await this.processes[name].stop(signal);
		await this.world.supervisor.allUp();
	}

	/** What an operator does who looks once a day. */
	async retryFailed() {
		const { client, owner } = this.world.queue.main;
		// n8n's session ends after a week, and on a busy machine its database isn't always ready.
		await until(async () => await client.signIn(owner).catch(() => false), { pollMs: 1000 });
		// Not to its end: it may go on for days.
		await retryFailed(this.world, Object.values(this.workflows), { maxMs: 0 });
	}

	/** Waits until all recordings have been reported and no execution is under way, with the schedule ended. */
	async finish() {
		// What has begun ends within ten minutes of the real clock.
		const limits = { maxMs: 600_000, pollMs: 1000 };
		const isReported = () =>
			this.now() > this.start + (this.count + 2) * HOUR &&
			this.jobs().every(({ status }) => status !== 'In Progress') &&
			this.world.emulator.state.data.callbacks.length + this.repeatAt.size === 0;
		await until(isReported, limits).catch(() => undefined);
		await this.retryFailed();
		await this.world.client.deactivate(this.workflows.schedule);
		await quiet(this.world, Object.values(this.workflows), limits);
	}

	/** What has become of the recordings, by what Verbit has. */
	result() {
		const { emulator } = this.world;
		const { journal } = emulator;
		const reckoned = this.receiver ? [] : reckon(emulator, this.recordings, []);
		const captions = reckoned
			.flatMap(({ started }) => started)
			.map((jobId) => journal.count({ operation: 'get_caption', jobId, status: 200 }));
		return {
			samples: this.samples,
			recordings: this.recordings.length,
			startedOnce: reckoned.filter(isStartedOnce).length,
			reportedOnce: captions.filter((times) => times === 1).length,
			reportedTwice: captions.filter((times) => times > 1).length,
			exchanges: journal.count({ operation: 'auth', status: 200 }),
		};
	}
}

module.exports = { HOUR, openWeek };

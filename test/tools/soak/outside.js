const fs = require('node:fs');
const path = require('node:path');
const { putIntoFolder } = require('../chaos/recordings');

/** @typedef {import('../../emulator/state').Job} Job */

const HOUR = 3_600_000;
const BYTES = 8192;

/** A recorder deletes what is older; longer than any restart takes. */
const KEPT_HOURS = 18;

/** What has been reported is reported again after this time. */
const REPEAT_AFTER = 2 * HOUR;

/** Jobs take 4 to 30 hours. @param {Job} job of the nth recording */
const durationOf = ({ externalId = '' }) =>
	(4 + ((Number(externalId.split('-')[1]) * 7) % 27)) * HOUR;
const MEAN_HOURS = 17;

/** Everything around n8n: a recorder that puts a file into a folder each hour, and jobs that finish and are reported. */
class Outside {
	/**
	 * @param {object} parts
	 * @param {() => number} parts.now the time of n8n, ms since 1970
	 * @param {string} parts.folder
	 * @param {number} parts.count of recordings
	 * @param {Awaited<ReturnType<typeof import('../../emulator').startEmulator>>} parts.emulator
	 * @param {string} [parts.receiver] of reports: the recorder then creates the jobs, not n8n, and no report is repeated
	 */
	constructor({ now, folder, count, emulator, receiver }) {
		this.now = now;
		this.folder = folder;
		this.count = count;
		this.emulator = emulator;
		this.receiver = receiver;
		// Its files are written at half past, not while a schedule reads them.
		this.start = Math.floor(now() / HOUR) * HOUR - HOUR / 2;
		/** @type {import('../chaos/plan').PlannedRecording[]} */
		this.recordings = [];
		/** When a job finishes, by its ID. @type {Map<number, number>} */
		this.due = new Map();
		/** When its report comes once more; gone when n8n took it. @type {Map<number, number>} */
		this.repeatAt = new Map();
		this.repeated = 0;
	}

	/** Does what is due. */
	async tick() {
		this.record();
		this.emulator.clock.set(this.now());
		for (const job of this.jobs()) await this.carryOn(job);
	}

	jobs() {
		return Object.values(this.emulator.state.data.jobs);
	}

	/** Whether every job has finished, and n8n has taken each report. */
	isOver() {
		const isRunning = this.jobs().some(({ status }) => status === 'In Progress');
		const missed = this.emulator.state.data.callbacks.length + this.repeatAt.size;
		return this.now() > this.start + (this.count + 2) * HOUR && !isRunning && missed === 0;
	}

	record() {
		const hours = Math.floor((this.now() - this.start) / HOUR);
		while (this.recordings.length < Math.min(this.count, hours + 1)) {
			const externalId = `recording-${this.recordings.length}`;
			const way = /** @type {const} */ ('folder');
			const recording = { id: externalId, way, at: 0, bytes: BYTES };
			putIntoFolder(this.folder, recording);
			this.recordings.push(recording);
			if (this.receiver === undefined) continue;
			const job = { profile: 'standard', externalId, callbackUrl: this.receiver };
			this.emulator.createJob({ ...job, status: 'In Progress' });
		}
		for (const { id } of this.recordings.slice(0, -KEPT_HOURS)) {
			fs.rmSync(path.join(this.folder, `${id}.wav`), { force: true });
		}
	}

	/** @param {Job} job */
	async carryOn(job) {
		const { id, status } = job;
		const now = this.now();
		const due = this.due.get(id) ?? now + durationOf(job);
		if (status === 'In Progress') this.due.set(id, due);
		if (status === 'In Progress' && now >= due) {
			this.emulator.setJobStatus(id, 'Completed');
			if (this.receiver === undefined) this.repeatAt.set(id, now + REPEAT_AFTER);
		}
		if (now < (this.repeatAt.get(id) ?? Infinity)) return;
		const { answer } = await this.emulator.deliverCallback(id);
		if (answer !== 'OK') return;
		this.repeatAt.delete(id);
		this.repeated++;
	}
}

module.exports = { HOUR, KEPT_HOURS, MEAN_HOURS, Outside };

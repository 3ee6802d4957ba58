const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { itemsOf } = require('../../support/n8n/executionData');
const { verbitNodes } = require('../../support/n8n/workflow');
const { step } = require('../../support/setup/progress');
const { table } = require('../docs/markdown');
const { faultsOf, scenesOf, TO_TRANSCRIPT } = require('./scenes');

/**
 * @typedef {ReturnType<Story['row']>} Upload without bytes where the file was announced only
 * @typedef {Awaited<ReturnType<Story['playFaults']>>} ShownFaults
 */

/** The demo's workflows, run by n8n as its editor does. */
class Story {
	/** @type {ReturnType<typeof scenesOf>} */
	scenes = [];

	/** @type {ReturnType<typeof faultsOf>} */
	faults = [];

	/** @param {import('./stage').Stage} stage */
	constructor(stage) {
		this.stage = stage;
	}

	async prepare() {
		const { emulator } = this.stage;
		const newJob = () => emulator.createJob({ profile: 'standard' });
		const node = await this.nodesWith('Verbit emulator');
		const wrong = { apiKey: 'not-the-key' };
		const nodeWithWrongKey = await this.nodesWith('Verbit emulator, wrong key', wrong);
		this.scenes = scenesOf({ newJob, node });
		this.faults = faultsOf({ newJob, node, nodeWithWrongKey });
	}

	/** @param {string} name of a new credential @param {{ apiKey?: string }} [changes] */
	async nodesWith(name, changes) {
		const { emulator, n8n } = this.stage;
		const data = { ...emulator.credential, ...changes };
		return verbitNodes(await n8n.client.createCredential({ name, type: 'verbitApi', data }));
	}

	async playScenes() {
		const uploads = [];
		/** An item's json. @type {any} */
		let transcript;
		for (const { title, workflow } of this.scenes) {
			const run = await this.execute(title, workflow);
			const { error } = run.data.resultData;
			if (error) throw new Error(`${title}: ${error.message} ${error.description ?? ''}`);
			if (title === TO_TRANSCRIPT) transcript = itemsOf(run.data, 'Transcribe Recording')[0].json;
			uploads.push(...assetsOf(run.data).map((asset) => this.row(title, asset)));
		}
		return { uploads, transcript };
	}

	async playFaults() {
		const shown = [];
		for (const { title, workflow, expected } of this.faults) {
			const run = await this.execute(title, workflow);
			const { message = 'no message', description = '' } = run.data.resultData.error ?? {};
			shown.push({ title, message: String(message), description: String(description), expected });
		}
		return shown;
	}

	/** @param {string} title @param {import('../../support/n8n/workflow').Workflow} workflow */
	async execute(title, workflow) {
		const { client } = this.stage.n8n;
		return await step(`Run "${title}"`, async () => {
			const { id } = await client.createWorkflow(workflow);
			return await client.waitForExecution(await client.runWorkflow(id));
		});
	}

	/** A row of the table. @param {string} workflow @param {any} asset as the node put it out */
	row(workflow, { job_id: job, asset_id, file_name: file = 'announced', ...asset }) {
		const { bytes, md5: md5Sent, duration_ms: ms } = asset;
		const path = this.stage.emulator.objectPath(asset_id);
		// Of the bytes on the store's disk.
		const md5Stored = md5Sent && createHash('md5').update(readFileSync(path)).digest('hex');
		return { workflow, job, file, bytes, md5Sent, md5Stored, ms };
	}

	/** @param {Awaited<ReturnType<Story['playScenes']>>} results @param {ShownFaults} faults */
	check({ uploads, transcript }, faults) {
		const files = uploads.filter(({ bytes }) => bytes !== undefined);
		const isWhole = files.every(({ md5Sent, md5Stored }) => md5Sent === md5Stored);
		if (files.length !== 5 || !isWhole) throw new Error('Not every file was stored whole');
		const names = transcript?.speakers?.join();
		if (names !== 'Speaker 1,Speaker 2' || !transcript.text.startsWith('Speaker 1: Welcome')) {
			throw new Error("The transcript isn't in the item with its speakers");
		}
		const other = faults.find(({ message, expected }) => !message.includes(expected));
		if (other) throw new Error(`${other.title}: the message was to say "${other.expected}"`);
		console.log('All files are in the storage byte for byte, and each error says what to do.');
	}
}

/** Every asset that an execution has made, with its job. @param {any} data */
function assetsOf(data) {
	const outputs = Object.keys(data.resultData.runData).flatMap((node) => itemsOf(data, node));
	return outputs.flatMap(({ json }) => {
		const files = /** @type {any[]} */ (json.files ?? (json.asset_id ? [json] : []));
		return files.map((file) => ({ job_id: json.job_id, ...file }));
	});
}

/** At most 100 columns wide, also with six digits of ms. Of an MD5, the first seven digits. @param {Upload[]} uploads */
function uploadTable(uploads) {
	const text = (/** @type {string | number | undefined} */ value) => String(value ?? '–');
	return table(
		uploads.map(({ workflow, job, file, bytes, md5Sent, md5Stored, ms }) => ({
			Workflow: workflow,
			Job: text(job),
			File: file,
			Bytes: text(bytes),
			MD5: text(md5Sent?.slice(0, 7)),
			Stored: text(md5Stored?.slice(0, 7)),
			ms: text(ms),
		})),
		{ isPadded: true },
	);
}

module.exports = { Story, uploadTable };

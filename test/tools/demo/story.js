const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { itemsOf } = require('../../support/n8n/executionData');
const { step } = require('../../support/setup/progress');
const { table } = require('../docs/markdown');
const { CREDENTIALS, faultsOf, scenesOf, TO_TRANSCRIPT } = require('./scenes');

/**
 * @typedef {object} Stage
 * @property {Awaited<ReturnType<typeof import('../../emulator').startEmulator>>} emulator
 * @property {import('../../support/n8n/instance').Instance} n8n
 * @property {string} captionsFile where the captions go
 *
 * @typedef {ReturnType<Story['row']>} Upload without bytes where the file was announced only
 * @typedef {Awaited<ReturnType<Story['playFaults']>>} ShownFaults
 */

/** The demo's workflows, imported into n8n and run by its own command line. */
class Story {
	/** @param {Stage} stage */
	constructor(stage) {
		this.stage = stage;
		const newJob = () => stage.emulator.createJob({ profile: 'standard' });
		this.scenes = scenesOf({ captionsFile: stage.captionsFile, newJob });
		this.faults = faultsOf(newJob);
	}

	async import() {
		const { emulator, n8n } = this.stage;
		const data = { ...emulator.credential, accessToken: '' };
		await n8n.commandLine.importCredentials([
			{ ...CREDENTIALS.right, type: 'verbitApi', data },
			{ ...CREDENTIALS.wrong, type: 'verbitApi', data: { ...data, apiKey: 'not-the-key' } },
		]);
		const stories = [...this.scenes, ...this.faults];
		await n8n.commandLine.importWorkflows(stories.map(({ workflow }) => workflow));
	}

	async playScenes() {
		const uploads = [];
		/** An item's json. @type {any} */
		let transcript;
		for (const { title, workflow } of this.scenes) {
			const run = await this.execute(title, workflow);
			const { error } = run.data.resultData;
			if (error) throw new Error(`${title}: ${error.message} ${error.description ?? ''}`);
			if (title === TO_TRANSCRIPT) transcript = itemsOf(run.data, 'Get Transcript')[0].json;
			uploads.push(...assetsOf(run.data).map((asset) => this.row(title, asset)));
		}
		const captions = readFileSync(this.stage.captionsFile, 'utf8');
		return { uploads, captions, transcript };
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

	/** @param {string} title @param {import('../../support/n8n/workflow').Workflow} workflow @returns {Promise<any>} */
	async execute(title, workflow) {
		const { commandLine } = this.stage.n8n;
		const { run, stdout, stderr } = await step(
			`Run "${title}"`,
			async () => await commandLine.execute(/** @type {string} */ (workflow.id)),
		);
		if (!run) throw new Error(`${title}: n8n printed no execution: ${stdout}${stderr}`);
		return run;
	}

	/** A row of the table. @param {string} workflow @param {any} asset as the node put it out */
	row(workflow, { job_id: job, asset_id, file_name: file = 'announced', ...asset }) {
		const { bytes, md5: md5Sent, duration_ms: ms } = asset;
		const path = this.stage.emulator.objectPath(asset_id);
		// Of the bytes on the store's disk.
		const md5Stored = md5Sent && createHash('md5').update(readFileSync(path)).digest('hex');
		return { workflow, job, file, bytes, md5Sent, md5Stored, ms };
	}

	/** Runs the main story as its editor does. @returns {Promise<string>} where the editor shows the execution */
	async playInEditor() {
		const { client, url } = this.stage.n8n;
		const scene = this.scenes.find(({ title }) => title === TO_TRANSCRIPT);
		const workflowId = String(scene?.workflow.id);
		const { id, data } = await step(
			`Run "${TO_TRANSCRIPT}" in the editor`,
			async () => await client.waitForExecution(await client.runWorkflow(workflowId)),
		);
		this.checkTranscript(itemsOf(data, 'Get Transcript')[0]?.json);
		return `${url}/workflow/${workflowId}/executions/${id}`;
	}

	/** @param {any} item the json of the last node's item */
	checkTranscript(item) {
		if (item?.text !== String(this.stage.emulator.captions('txt'))) {
			throw new Error("The transcript isn't in the item as text");
		}
	}

	/** @param {Awaited<ReturnType<Story['playScenes']>>} results @param {ShownFaults} faults */
	check({ uploads, captions, transcript }, faults) {
		const files = uploads.filter(({ bytes }) => bytes !== undefined);
		const isWhole = files.every(({ md5Sent, md5Stored }) => md5Sent === md5Stored);
		if (files.length !== 5 || !isWhole) throw new Error('Not every file was stored whole');
		if (captions !== String(this.stage.emulator.captions('srt'))) {
			throw new Error("The captions aren't those of the emulator");
		}
		this.checkTranscript(transcript);
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

#!/usr/bin/env node
/** `npm run tool -- screenshots`: takes the pictures of the docs anew, in the editor of a real n8n. Needs Chromium. */
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const workflows = require('../support/n8n/workflow');
const { runMain } = require('../support/setup/main');
const { setUp } = require('../support/setup/setUp');
const { checkout } = require('../support/setup/paths');
const { step } = require('../support/setup/progress');

const FOLDER = path.join(checkout, 'docs/images');

/** The path that the pictures show. */
const RECORDING = path.join(os.tmpdir(), 'recordings', 'lecture-42.wav');

/** As for users, whose n8n is on the internet. */
const PUBLIC_URL = 'https://n8n.example.com/';

/** Who says what, from which second on. */
const SPOKEN = /** @type {const} */ ([
	['Ms. Lee', 0, 'Welcome to the first lecture.'],
	['Ms. Lee', 3, 'Today we look at how rivers shape a valley.'],
	['Student', 8, 'Does that also hold for dry regions?'],
	['Ms. Lee', 11, 'It does, only much more slowly.'],
]);

const TEXT = SPOKEN.map(([, , text]) => text).join('\n');

const TRANSCRIPT = {
	...{ version: 1, kind: 'transcript', features: ['speakers'] },
	speakers: ['Ms. Lee', 'Student'].map((name) => ({ id: name, text: name })),
	segments: SPOKEN.map(([speaker_id, start_time, text], index) => {
		const times = { start_time, end_time: SPOKEN[index + 1]?.[1] ?? 14 };
		return { speaker_id, ...times, tokens: [{ text, kind: 'word', ...times }] };
	}),
};

/** Messages that go by themselves, over what is to be seen. */
const HIDE_MESSAGES = '.el-notification { display: none !important; }';

/** Of the window, in px: a panel with all its fields fits in. */
const SIZE = { width: 1440, height: 1060 };

/** @typedef {import('./world').EditorWorld} World */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/**
 * Runs a workflow that transcribes a recording, and shows its output.
 * @param {World} world @param {string | object} captions @param {Record<string, unknown>} [parameters]
 */
async function transcribe(world, captions, parameters = {}) {
	const { editor, emulator } = world;
	const operation = 'get_caption';
	emulator.faults.add({ where: 'service', operation, kind: 'status', status: 200, body: captions });
	const name = 'Transcribe recording';
	const node = world.verbit(name, 'recording:transcribe', parameters);
	const steps = [workflows.manualTrigger(), workflows.readFiles(RECORDING), node];
	await world.open(workflows.workflow('Transcribe', steps));
	await editor.openNode(name);
	await editor.panel.pickFromList('profile', 'standard');
	await editor.panel.execute();
	await editor.panel.outputFields();
	const button = editor.panel.panel.getByTestId('node-execute-button');
	await button.locator('.n8n-spinner').waitFor({ state: 'hidden' });
	return editor.panel;
}

/** The upper part of something that is higher than what it shows. @param {import('playwright-core').Locator} part @param {number} height */
const topOf = async (part, height) => ({
	.../** @type {Box} */ (await part.boundingBox()),
	height,
});

/** What each picture shows, by its name: a part of the page, or where it is. @type {Record<string, (world: World) => Promise<import('playwright-core').Locator | Box>>} */
const PICTURES = {
	async canvas(world) {
		const { client } = world.n8n;
		const type = 'googleDriveOAuth2Api';
		const drive = await client.createCredential({ name: 'Google Drive', type, data: {} });
		const google = (/** @type {string} */ name, /** @type {object} */ parameters) => ({
			...workflows.ownNode(name, 'googleDrive', 3, { ...parameters }),
			credentials: { [type]: drive },
		});
		const id = { __rl: true, mode: 'id', value: 'lecture-42' };
		const profile = { __rl: true, mode: 'name', value: 'standard' };
		const file = { outputAs: 'file', captionFormat: 'srt', profile };
		await world.open(
			workflows.workflow('Captions', [
				{ ...workflows.manualTrigger(), name: 'When clicking ‘Execute workflow’' },
				google('Download file', { operation: 'download', fileId: id }),
				world.verbit('Transcribe recording', 'recording:transcribe', file),
				google('Save captions', { operation: 'upload', name: 'lecture-42.srt', folderId: id }),
			]),
		);
		const nodes = world.editor.page.getByTestId('canvas-node');
		await world.editor.page.waitForTimeout(2000);
		const boxes = await Promise.all(
			(await nodes.all()).map(async (node) => await node.boundingBox()),
		);
		const all = /** @type {Box[]} */ (boxes);
		const [left, top] = [Math.min(...all.map(({ x }) => x)), Math.min(...all.map(({ y }) => y))];
		const right = Math.max(...all.map(({ x, width }) => x + width));
		const bottom = Math.max(...all.map(({ y, height }) => y + height));
		return { x: left - 60, y: top - 40, width: right - left + 120, height: bottom - top + 90 };
	},

	async actions({ editor }) {
		await editor.newWorkflow();
		await editor.addTrigger('Trigger manually');
		await editor.openNodeList();
		await editor.searchBar.fill('transcription');
		await editor.entry('Verbit').click();
		await editor.entry('Transcribe recording').waitFor();
		return editor.page.getByTestId('node-creator');
	},

	async 'transcribe-recording'(world) {
		const externalId = '={{ $binary.data.fileName }} {{ $binary.data.bytes }}';
		return (await transcribe(world, TEXT, { externalId })).panel;
	},

	async 'segments-table'(world) {
		const { output } = await transcribe(world, TRANSCRIPT, { outputAs: 'segments' });
		await output.getByTestId('radio-button-table').click();
		await output.getByText('Ms. Lee').first().waitFor();
		return await topOf(output, 480);
	},

	async error(world) {
		const { panel } = world.editor;
		const get = world.verbit('Get job', 'job:get', { jobId: '1' });
		await world.open(workflows.workflow('Error', [workflows.manualTrigger(), get]));
		await world.editor.openNode('Get job');
		await panel.execute();
		await panel.outputText('Error details');
		await panel.output.getByText('From Verbit').first().click();
		await panel.outputText('CALL_REFUSED');
		return await topOf(panel.output, 480);
	},

	async trigger(world) {
		const node = workflows.verbitTrigger({}, world.credential);
		await world.open(workflows.workflow('Trigger', [node]));
		await world.editor.openNode(node.name);
		const { parameters } = world.editor.panel;
		await parameters.getByText('Webhook URLs').click();
		await parameters.getByText('Production URL').click();
		return parameters;
	},

	async credential(world) {
		await world.deleteCredential();
		const node = world.verbit('Verbit', 'job:get', {});
		await world.open(workflows.workflow('Credential', [workflows.manualTrigger(), node]));
		await world.editor.openNode('Verbit');
		await world.editor.panel.parameters.getByText('Connect to Verbit').click();
		const form = world.editor.credentialForm;
		await form.getByTestId('parameter-input-environment').click();
		await world.editor.panel.listed('Sandbox').click();
		await form.getByTestId('parameter-input-apiKey').waitFor();
		return form;
	},
};

/** @param {World} world */
async function takePictures(world) {
	const { page } = world.editor;
	fs.mkdirSync(path.dirname(RECORDING), { recursive: true });
	fs.copyFileSync(world.recordings.partOne, RECORDING);
	world.emulator.switches.set({ transcriptionSeconds: 0 });
	const { id, type, data } = world.credential;
	world.credential.name = 'Verbit sandbox';
	const renamed = { name: world.credential.name, type, data };
	await world.n8n.client.request('PATCH', `/credentials/${id}`, renamed);
	await page.setViewportSize(SIZE);
	for (const [name, show] of Object.entries(PICTURES)) {
		await step(`Take ${name}.png`, async () => {
			const part = await show(world);
			await page.addStyleTag({ content: HIDE_MESSAGES });
			const options = /** @type {const} */ ({
				path: path.join(FOLDER, `${name}.png`),
				animations: 'disabled',
			});
			if ('screenshot' in part) await part.screenshot(options);
			else await page.screenshot({ ...options, clip: part });
		});
	}
}

async function main() {
	await setUp();
	// These need what has been installed by now.
	const { EditorWorld } = require('./world');
	const world = new EditorWorld();
	try {
		await step('Start n8n and a browser', async () => {
			const folder = path.dirname(RECORDING);
			await world.start({ N8N_RESTRICT_FILE_ACCESS_TO: folder, N8N_WEBHOOK_URL: PUBLIC_URL });
		});
		await takePictures(world);
	} finally {
		await world.stop();
		fs.rmSync(path.dirname(RECORDING), { recursive: true, force: true });
	}
}

runMain(main);

#!/usr/bin/env node
/**
 * `npm run tool -- screenshots`: takes the pictures of the docs anew, in the editor of a real n8n; with names, such as
 * `canvas error`, only these. Needs Chromium.
 */
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { default: UPNG } = require('@pdf-lib/upng');
const workflows = require('../support/n8n/workflow');
const { checkout } = require('../support/setup/paths');
const { step } = require('../support/setup/progress');
const { until } = require('../support/until');
const { runCommand } = require('../tools/command');

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

/** Messages that go by themselves, over what is to be seen, and the line to a node that may follow. */
const HIDE = '.el-notification, [data-test-id^="canvas-handle-plus"] { display: none !important; }';

/** Of the window, in px: a panel with all its fields fits in. */
const SIZE = { width: 1440, height: 1130 };

/** Of the animation. */
const SMALL = { width: 1100, height: 620 };

/** From the editor's first checks, for which an execution stays running, to a check that finds the job finished. */
const LONG = { timeout: 240_000 };

/** With which the output's table fits in. */
const WIDE = { ...SIZE, width: 2000 };

/** @typedef {import('./world').EditorWorld} World */
/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/** @param {World} world @param {string | object} captions @param {Record<string, unknown>} parameters @returns the node's name */
async function openTranscribe(world, captions, parameters) {
	world.fault('get_caption', { status: 200, body: captions });
	const name = 'Transcribe recording';
	const node = world.verbit(name, 'recording:transcribe', parameters);
	const steps = [workflows.manualTrigger(), workflows.readFiles(RECORDING), node];
	await world.open(workflows.workflow('Transcribe', steps));
	return name;
}

/**
 * Runs a workflow that transcribes a recording, and shows its output.
 * @param {World} world @param {string | object} captions @param {Record<string, unknown>} [parameters]
 */
async function transcribe(world, captions, parameters = {}) {
	const { editor } = world;
	const name = await openTranscribe(world, captions, parameters);
	await editor.openNode(name);
	await editor.panel.pickFromList('profile', 'standard');
	await editor.panel.execute();
	await editor.panel.outputFields();
	const button = editor.panel.panel.getByTestId('node-execute-button');
	await button.locator('.n8n-spinner').waitFor({ state: 'hidden' });
	// The fields' expressions are evaluated with what is there when a panel opens.
	await editor.openNode(name);
	await editor.panel.outputFields();
	return editor.panel;
}

/** @param {Locator} part @returns {Promise<Box>} */
const boxOf = async (part) => /** @type {Box} */ (await part.boundingBox());

/** n8n moves the view until all nodes are in it. @param {Locator} nodes */
async function settled(nodes) {
	let seen = '';
	await until(async () => seen === (seen = JSON.stringify(await boxOf(nodes.last()))));
}

/** Something as far down as a part of it. @param {Locator} whole @param {Locator} last @param {number} [margin] in px */
async function downTo(whole, last, margin = 12) {
	const [box, { y, height }] = [await boxOf(whole), await boxOf(last)];
	return { ...box, height: y + height + margin - box.y };
}

/** What each picture shows, by its name: a part of the page, where it is, or the pictures of an animation. @type {Record<string, (world: World) => Promise<Locator | Box | Frame[]>>} */
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
		await settled(nodes);
		const [first, last] = [await boxOf(nodes.first()), await boxOf(nodes.last())];
		const width = last.x + last.width - first.x;
		return { x: first.x - 60, y: first.y - 30, width: width + 120, height: first.height + 100 };
	},

	async actions({ editor }) {
		await editor.newWorkflow();
		await editor.openNodeList();
		await editor.searchBar.fill('transcription');
		await editor.entry('Verbit').click();
		await editor.entry('Transcribe recording').waitFor();
		return await downTo(
			editor.page.getByTestId('node-creator'),
			editor.entry('Upload binary file'),
			20,
		);
	},

	async 'transcribe-recording'(world) {
		const externalId = '={{ $binary.data.fileName }} {{ $binary.data.bytes }}';
		return (await transcribe(world, TEXT, { externalId })).panel;
	},

	async demo(world) {
		const { editor, emulator } = world;
		const { page } = editor;
		await page.setViewportSize(SMALL);
		emulator.switches.set({ transcriptionSeconds: 3600 });
		const profile = { __rl: true, mode: 'name', value: 'standard' };
		const name = await openTranscribe(world, TEXT, { profile });
		await settled(page.getByTestId('canvas-node'));
		await page.addStyleTag({ content: HIDE });
		const frames = [{ png: await page.screenshot(), ms: 1500 }];
		emulator.journal.clear();
		const button = page.getByTestId('execute-workflow-button');
		await button.click();
		await until(() => emulator.journal.count({ operation: 'perform_transcription' }) > 0);
		frames.push({ png: await page.screenshot(), ms: 1500 });
		const list = await page.context().newPage();
		await list.setViewportSize(SMALL);
		await list.goto(`${page.url()}/executions`);
		await list.getByText('Waiting').first().waitFor(LONG);
		frames.push({ png: await list.screenshot(), ms: 2500 });
		await list.close();
		const jobId = Number(Object.keys(emulator.state.data.jobs).at(-1));
		emulator.setJobStatus(jobId, 'Completed');
		await page.getByTestId('canvas-node-status-success').nth(2).waitFor(LONG);
		await button.locator('.n8n-spinner').waitFor({ state: 'hidden' });
		frames.push({ png: await page.screenshot({ animations: 'disabled' }), ms: 1500 });
		await editor.openNode(name);
		await editor.panel.outputFields();
		frames.push({ png: await page.screenshot(), ms: 4000 });
		emulator.switches.set({ transcriptionSeconds: 0 });
		return frames;
	},

	async 'segments-table'(world) {
		await world.editor.page.setViewportSize(WIDE);
		const { output } = await transcribe(world, TRANSCRIPT, { outputAs: 'segments' });
		await output.getByTestId('radio-button-table').click();
		await output.getByText('Ms. Lee').first().waitFor();
		const [table, last] = [
			await boxOf(output.locator('table')),
			output.locator('th', { hasText: 'speakers' }),
		];
		const { x, width } = await boxOf(last);
		return { ...table, width: x + width - table.x };
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
		return await downTo(panel.output, panel.output.getByText('Other info'), 24);
	},

	async trigger(world) {
		const node = workflows.verbitTrigger({}, world.credential);
		await world.open(workflows.workflow('Trigger', [node]));
		await world.editor.openNode(node.name);
		const { parameters } = world.editor.panel;
		await parameters.getByText('Webhook URLs', { exact: true }).click();
		await parameters.getByText('Production URL', { exact: true }).click();
		return await downTo(parameters, parameters.getByPlaceholder('Add option'), 24);
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
		// What is below the mouse shows more of itself.
		await form.getByText('Verbit API', { exact: true }).hover();
		return form;
	},
};

/** @typedef {{ png: Buffer, ms: number }} Frame a picture, and for how long it is seen */

/** Makes an animated PNG, which every browser shows, of pictures of one size. @param {Frame[]} frames */
function animate(frames) {
	const images = frames.map(({ png }) => UPNG.decode(/** @type {any} */ (png)));
	const [{ width, height }] = images;
	const pixels = images.map((image) => UPNG.toRGBA8(image)[0]);
	const times = frames.map(({ ms }) => ms);
	return Buffer.from(UPNG.encode(pixels, width, height, 0, times));
}

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
	const names = process.argv.slice(2);
	const chosen = Object.entries(PICTURES).filter(([name]) => !names.length || names.includes(name));
	for (const [name, show] of chosen) {
		await step(`Take ${name}.png`, async () => {
			await page.setViewportSize(SIZE);
			const part = await show(world);
			await page.addStyleTag({ content: HIDE });
			const options = /** @type {const} */ ({
				path: path.join(FOLDER, `${name}.png`),
				animations: 'disabled',
			});
			if (Array.isArray(part)) fs.writeFileSync(options.path, animate(part));
			else if ('screenshot' in part) await part.screenshot(options);
			else await page.screenshot({ ...options, clip: part });
		});
	}
}

runCommand(async () => {
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
});

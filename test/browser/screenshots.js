#!/usr/bin/env node
/** `npm run screenshots`: takes the pictures of the README anew, in the editor of a real n8n. Needs Chromium. */
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { manualTrigger, readFiles, workflow } = require('../support/n8n/workflow');
const { runMain } = require('../support/setup/main');
const { setUp } = require('../support/setup/setUp');
const { checkout } = require('../support/setup/paths');
const { step } = require('../support/setup/progress');

const FOLDER = path.join(checkout, 'docs/images');

/** The path that the pictures show. */
const RECORDING = path.join(os.tmpdir(), 'recordings', 'lecture-42.wav');

/** Messages that go by themselves, over what is to be seen. */
const HIDE_MESSAGES = '.el-notification { display: none !important; }';

/** In px: an output's title fits in. */
const WIDTH = 1440;

/** In px: all actions, or a panel with all its fields, fit in. */
const HEIGHT = 1060;

async function main() {
	await setUp();
	// These need what has been installed by now.
	const { EditorWorld } = require('./world');
	fs.mkdirSync(FOLDER, { recursive: true });
	const world = new EditorWorld();
	try {
		await step('Start n8n and a browser', async () => {
			await world.start({ N8N_RESTRICT_FILE_ACCESS_TO: path.dirname(RECORDING) });
		});
		fs.mkdirSync(path.dirname(RECORDING), { recursive: true });
		fs.copyFileSync(world.recordings.partOne, RECORDING);
		const { page } = world.editor;
		await page.setViewportSize({ width: WIDTH, height: HEIGHT });
		/** @type {Take} */
		const take = async (name, part) => {
			await page.addStyleTag({ content: HIDE_MESSAGES });
			const file = path.join(FOLDER, `${name}.png`);
			await step(`Take ${name}.png`, async () => {
				await part.screenshot({ path: file, animations: 'disabled' });
			});
		};
		await showActions(world, take);
		await showTranscription(world, take);
		await showSegments(world, take);
		await showError(world, take);
		await showCredential(world, take);
	} finally {
		await world.stop();
		fs.rmSync(path.dirname(RECORDING), { recursive: true, force: true });
	}
}

/** @typedef {(name: string, part: import('playwright-core').Locator) => Promise<void>} Take */

/** @param {import('./world').EditorWorld} world @param {Take} take */
async function showActions({ editor }, take) {
	await editor.newWorkflow();
	await editor.addTrigger('Trigger manually');
	await editor.openNodeList();
	await editor.search('transcription');
	await editor.pick('Verbit');
	await editor.entry('Transcribe recording').waitFor();
	await take('actions', editor.page.getByTestId('node-creator'));
}

/** Runs a workflow that transcribes a recording, and shows its output. @param {import('./world').EditorWorld} world @param {object} parameters */
async function transcribe(world, parameters) {
	const { editor } = world;
	world.emulator.switches.set({ transcriptionSeconds: 0 });
	const name = 'Transcribe recording';
	const node = world.verbit(name, 'recording:transcribe', { ...parameters });
	await world.open(workflow('Transcribe', [manualTrigger(), readFiles(RECORDING), node]));
	await editor.openNode(name);
	await editor.panel.pickFromList('profile', 'standard');
	await editor.panel.execute();
	await editor.panel.outputFields();
	await editor.panel.executed();
	return editor.panel;
}

/** @param {import('./world').EditorWorld} world @param {Take} take */
async function showTranscription(world, take) {
	const { panel } = await transcribe(world, {});
	await take('transcribe-recording', panel);
}

/** Who said what, as n8n's table and JSON views show it. @param {import('./world').EditorWorld} world @param {Take} take */
async function showSegments(world, take) {
	const { output } = await transcribe(world, { outputAs: 'segments' });
	for (const view of ['table', 'json']) {
		await output.getByTestId(`radio-button-${view}`).click();
		await output.getByText('Speaker 1').first().waitFor();
		await take(`segments-${view}`, output);
	}
}

/** @param {import('./world').EditorWorld} world @param {Take} take */
async function showError(world, take) {
	const { panel } = world.editor;
	const get = world.verbit('Get job', 'job:get', { jobId: '1' });
	await world.open(workflow('Error', [manualTrigger(), get]));
	await world.editor.openNode('Get job');
	await panel.execute();
	await panel.outputText('Error details');
	await panel.output.getByText('From Verbit').first().click();
	await panel.outputText('CALL_REFUSED');
	await take('error', panel.output);
}

/** @param {import('./world').EditorWorld} world @param {Take} take */
async function showCredential(world, take) {
	await world.deleteCredential();
	await world.open(
		workflow('Credential', [manualTrigger(), world.verbit('Verbit', 'job:get', {})]),
	);
	await world.editor.openNode('Verbit');
	await world.editor.panel.connect();
	const { form } = world.editor.credentialForm;
	await form.getByTestId('parameter-input-apiKey').waitFor();
	await take('credential', form);
}

runMain(main);

#!/usr/bin/env node
/** `npm run tool -- screenshots`: takes the pictures of the README anew, in the editor of a real n8n. Needs Chromium. */
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

/** @typedef {import('./world').EditorWorld} World */

/** Runs a workflow that transcribes a recording, and shows its output. @param {World} world @param {Record<string, unknown>} [parameters] */
async function transcribe(world, parameters = {}) {
	const { editor } = world;
	const name = 'Transcribe recording';
	const node = world.verbit(name, 'recording:transcribe', parameters);
	await world.open(workflow('Transcribe', [manualTrigger(), readFiles(RECORDING), node]));
	await editor.openNode(name);
	await editor.panel.pickFromList('profile', 'standard');
	await editor.panel.execute();
	await editor.panel.outputFields();
	const button = editor.panel.panel.getByTestId('node-execute-button');
	await button.locator('.n8n-spinner').waitFor({ state: 'hidden' });
	return editor.panel;
}

/** Who said what, in one of n8n's views. @param {World} world @param {'table' | 'json'} view */
async function segments(world, view) {
	const { output } = await transcribe(world, { outputAs: 'segments' });
	await output.getByTestId(`radio-button-${view}`).click();
	await output.getByText('Speaker 1').first().waitFor();
	return output;
}

/** What each picture shows, by its name. @type {Record<string, (world: World) => Promise<import('playwright-core').Locator>>} */
const PICTURES = {
	async actions({ editor }) {
		await editor.newWorkflow();
		await editor.addTrigger('Trigger manually');
		await editor.openNodeList();
		await editor.searchBar.fill('transcription');
		await editor.entry('Verbit').click();
		await editor.entry('Transcribe recording').waitFor();
		return editor.page.getByTestId('node-creator');
	},

	'transcribe-recording': async (world) => (await transcribe(world)).panel,
	'segments-table': async (world) => await segments(world, 'table'),
	'segments-json': async (world) => await segments(world, 'json'),

	async error(world) {
		const { panel } = world.editor;
		const get = world.verbit('Get job', 'job:get', { jobId: '1' });
		await world.open(workflow('Error', [manualTrigger(), get]));
		await world.editor.openNode('Get job');
		await panel.execute();
		await panel.outputText('Error details');
		await panel.output.getByText('From Verbit').first().click();
		await panel.outputText('CALL_REFUSED');
		return panel.output;
	},

	async credential(world) {
		await world.deleteCredential();
		const node = world.verbit('Verbit', 'job:get', {});
		await world.open(workflow('Credential', [manualTrigger(), node]));
		await world.editor.openNode('Verbit');
		await world.editor.panel.parameters.getByText('Connect to Verbit').click();
		const form = world.editor.credentialForm;
		await form.getByTestId('parameter-input-apiKey').waitFor();
		return form;
	},
};

async function main() {
	await setUp();
	// These need what has been installed by now.
	const { EditorWorld } = require('./world');
	const world = new EditorWorld();
	try {
		await step('Start n8n and a browser', async () => {
			await world.start({ N8N_RESTRICT_FILE_ACCESS_TO: path.dirname(RECORDING) });
		});
		fs.mkdirSync(path.dirname(RECORDING), { recursive: true });
		fs.copyFileSync(world.recordings.partOne, RECORDING);
		world.emulator.switches.set({ transcriptionSeconds: 0 });
		await world.editor.page.setViewportSize({ width: WIDTH, height: HEIGHT });
		for (const [name, show] of Object.entries(PICTURES)) {
			await step(`Take ${name}.png`, async () => {
				const part = await show(world);
				await world.editor.page.addStyleTag({ content: HIDE_MESSAGES });
				await part.screenshot({ path: path.join(FOLDER, `${name}.png`), animations: 'disabled' });
			});
		}
	} finally {
		await world.stop();
		fs.rmSync(path.dirname(RECORDING), { recursive: true, force: true });
	}
}

runMain(main);

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
	fs.mkdirSync(path.dirname(RECORDING), { recursive: true });
	const world = new EditorWorld();
	try {
		await step('Start n8n and a browser', async () => {
			await world.start({ N8N_RESTRICT_FILE_ACCESS_TO: path.dirname(RECORDING) });
		});
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

/** @param {import('./world').EditorWorld} world @param {Take} take */
async function showTranscription(world, take) {
	const { panel } = world.editor;
	world.emulator.switches.set({ transcriptionSeconds: 0 });
	const transcribe = world.verbit('Transcribe recording', 'recording:transcribe', {});
	await world.open(workflow('Transcribe', [manualTrigger(), readFiles(RECORDING), transcribe]));
	await world.editor.openNode('Transcribe recording');
	await panel.pickFromList('profile', 'standard');
	await panel.execute();
	await panel.outputFields();
	await panel.executed();
	await take('transcribe-recording', panel.panel);
}

runMain(main);

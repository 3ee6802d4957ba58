#!/usr/bin/env node
/** `npm run screenshots`: takes the pictures of the README anew, in the editor of a real n8n. Needs Chromium. */
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { runMain } = require('../support/setup/main');
const { setUp } = require('../support/setup/setUp');
const { checkout } = require('../support/setup/paths');
const { step } = require('../support/setup/progress');

const FOLDER = path.join(checkout, 'docs/images');

/** The path that the pictures show. */
const RECORDING = path.join(os.tmpdir(), 'recordings', 'lecture-42.wav');

/** Messages that go by themselves, over what is to be seen. */
const HIDE_MESSAGES = '.el-notification { display: none !important; }';

async function main() {
	await setUp();
	// These need what has been installed by now.
	const { EditorWorld } = require('./world');
	const { takeScenes } = require('./scenes');
	fs.mkdirSync(FOLDER, { recursive: true });
	fs.mkdirSync(path.dirname(RECORDING), { recursive: true });
	const world = new EditorWorld();
	try {
		await step('Start n8n and a browser', async () => {
			await world.start({ N8N_RESTRICT_FILE_ACCESS_TO: path.dirname(RECORDING) });
		});
		fs.copyFileSync(world.recordings.partOne, RECORDING);
		await takeScenes(world, RECORDING, async (name, part) => {
			const { page } = world.editor;
			await page.addStyleTag({ content: HIDE_MESSAGES });
			const file = path.join(FOLDER, `${name}.png`);
			await step(`Take ${name}.png`, async () => {
				await part.screenshot({ path: file, animations: 'disabled' });
			});
		});
	} finally {
		await world.stop();
		fs.rmSync(path.dirname(RECORDING), { recursive: true, force: true });
	}
}

runMain(main);

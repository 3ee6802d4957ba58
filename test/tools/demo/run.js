#!/usr/bin/env node
/**
 * `npm run demo`: a real recording goes through a real n8n to the emulator, and comes back as captions.
 * Installs what is missing. `--keep` leaves n8n's editor open.
 */
const { once } = require('node:events');
const path = require('node:path');
const { recordings } = require('../../support/recordings/recordings');
const { runMain } = require('../../support/setup/main');
const { setUp } = require('../../support/setup/setUp');
const { step } = require('../../support/setup/progress');
const { temporaryFolder } = require('../bench/machine');
const { readOptions } = require('../command');
const { fill } = require('../docs/markdown');

const values = readOptions({ keep: { type: 'boolean', default: false } });

async function main() {
	const { tarball } = await setUp();
	// These need what has been installed by now.
	const { startEmulator } = require('../../emulator');
	const { createInstance } = require('../../support/n8n/instance');
	const folder = temporaryFolder();
	const emulator = await startEmulator({ switches: { transcriptionSeconds: 3 } });
	const n8n = await createInstance({
		env: { N8N_RESTRICT_FILE_ACCESS_TO: `${recordings.folder};${folder}` },
	});
	const stop = async () => {
		await n8n.remove();
		await emulator.stop();
	};
	process.once('SIGINT', () => void stop().then(() => process.exit(130)));
	process.once('SIGTERM', () => void stop().then(() => process.exit(143)));
	try {
		await step('Start n8n with the packed node in it', async () => {
			await n8n.installNode(tarball);
			await n8n.start();
		});
		const captionsFile = path.join(folder, 'lincoln.srt');
		const story = await play({ emulator, n8n, captionsFile });
		if (values.keep) await keepOpen(story);
	} finally {
		await stop();
	}
}

/** @param {import('./story').Stage} stage */
async function play(stage) {
	const { Story, uploadTable } = require('./story');
	const story = new Story(stage);
	await story.prepare();
	const results = await story.playScenes();
	const faults = await story.playFaults();
	console.log('\nWhat was uploaded, and what the storage has:\n');
	console.log(uploadTable(results.uploads));
	console.log('\nWhat a user sees when something is wrong:');
	for (const { title, message, description } of faults) {
		console.log(`\n  ${title}\n    ${message}\n    → ${description}`);
	}
	console.log('\nThe captions are canned: the emulator returns the same ones for every recording.');
	console.log('\nThe captions file that n8n saved:\n');
	console.log(results.captions.replace(/^/gm, '  '));
	console.log("The transcript, in the item of the workflow's last node as `text`:\n");
	console.log(results.transcript.text.replace(/^/gm, '  '));
	story.check(results, faults);
	return story;
}

/** @param {import('./story').Story} story */
async function keepOpen(story) {
	const { emulator, n8n } = story.stage;
	const { baseUrl, authUrl, apiKey } = emulator;
	const { email, password } = n8n.owner;
	const facts = {
		url: n8n.url,
		email,
		password,
		execution: story.execution,
		baseUrl,
		authUrl,
		apiKey,
	};
	console.log(fill(path.join(__dirname, 'editor.txt'), facts));
	await once(/** @type {import('node:child_process').ChildProcess} */ (n8n.server), 'exit');
}

runMain(main);

#!/usr/bin/env node
/**
 * `npm run demo`: the main job on a real recording, through a real n8n to the emulator of the service.
 * On a machine with nothing installed it sets up what it needs. `--keep` leaves n8n's editor open.
 */
const { once } = require('node:events');
const path = require('node:path');
const { parseArgs } = require('node:util');
const { runMain } = require('../../support/setup/main');
const { setUp } = require('../../support/setup/setUp');
const { step } = require('../../support/setup/progress');

const { values } = parseArgs({ options: { keep: { type: 'boolean', default: false } } });

async function main() {
	const { tarball, recordings } = await setUp();
	// These need what has been installed by now.
	const { startEmulator } = require('../../emulator');
	const { createInstance } = require('../../support/n8n/instance');
	const emulator = await startEmulator({ switches: { transcriptionSeconds: 3 } });
	const n8n = await createInstance({
		env: { N8N_RESTRICT_FILE_ACCESS_TO: path.dirname(recordings.whole) },
	});
	const stop = async () => {
		await n8n.remove();
		await emulator.stop();
	};
	process.once('SIGINT', () => void stop().then(() => process.exit(130)));
	process.once('SIGTERM', () => void stop().then(() => process.exit(143)));
	try {
		await step('Install the packed node in n8n', async () => await n8n.installNode(tarball));
		await play({ emulator, n8n, recordings });
		if (values.keep) await keepOpen(emulator, n8n);
	} finally {
		await stop();
	}
}

/** @param {import('./story').Stage} stage */
async function play(stage) {
	const { Story } = require('./story');
	const story = new Story(stage);
	await step('Import the credentials and the workflows', async () => await story.import());
	const { uploads, captions } = await story.playScenes();
	const faults = await story.playFaults();
	console.log('\nWhat went to the service, and what its store has:');
	console.table(uploads);
	console.log('\nWhat a user sees when something is wrong:');
	for (const { title, message, description } of faults) {
		console.log(`\n  ${title}\n    ${message}\n    → ${description}`);
	}
	console.log('\nThe captions of the first recording, from the service by way of n8n:\n');
	console.log(captions.replace(/^/gm, '  '));
	story.check(uploads, captions, faults);
}

/**
 * @param {Awaited<ReturnType<typeof import('../../emulator').startEmulator>>} emulator
 * @param {import('../../support/n8n/instance').Instance} n8n
 */
async function keepOpen(emulator, n8n) {
	await step('Start the editor', async () => await n8n.start());
	console.log(`The editor is open at ${n8n.url}

  Email     ${n8n.owner.email}
  Password  ${n8n.owner.password}

The workflows of this demo are there. The first can be run again as it is. The others are about a job that is
there already, which takes media once; for a new job:

  curl -X POST ${emulator.authUrl}/_emulator/jobs -H 'Content-Type: application/json' -d '{"profile":"standard"}'

Ctrl+C ends it all.`);
	await once(/** @type {import('node:child_process').ChildProcess} */ (n8n.server), 'exit');
}

runMain(main);

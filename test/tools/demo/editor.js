#!/usr/bin/env node
/**
 * `npm run demo:editor`: n8n's editor with the node, the emulator and a workflow that is ready to run.
 * Installs what is missing. Ctrl+C ends it.
 */
const { once } = require('node:events');
const path = require('node:path');
const { recordings } = require('../../support/recordings/recordings');
const { runMain } = require('../../support/setup/main');
const { readOptions } = require('../command');
const { fill } = require('../docs/markdown');
const { withStage } = require('./stage');

readOptions({});

/** @param {import('./stage').Stage} stage */
async function open({ emulator, n8n, folder, nodesWith }) {
	const { transcriptScene } = require('./scenes');
	const { workflow } = transcriptScene(await nodesWith('Verbit emulator'));
	const { id } = await n8n.client.createWorkflow(workflow);
	const { baseUrl, authUrl, apiKey } = emulator;
	const { email, password } = n8n.owner;
	const facts = {
		workflow: `${n8n.url}/workflow/${id}`,
		email,
		password,
		recordings: recordings.folder,
		folder,
		baseUrl,
		authUrl,
		apiKey,
	};
	console.log(fill(path.join(__dirname, 'editor.txt'), facts));
	await once(/** @type {import('node:child_process').ChildProcess} */ (n8n.server), 'exit');
}

runMain(async () => await withStage(open));

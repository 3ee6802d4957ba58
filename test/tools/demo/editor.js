#!/usr/bin/env node
/**
 * `npm run demo:editor`: n8n's editor with the node, the emulator and a workflow that is ready to run.
 * Installs what is missing. Ctrl+C ends it.
 */
const { once } = require('node:events');
const { recordings } = require('../../support/recordings/recordings');
const { runMain } = require('../../support/setup/main');
const { withStage } = require('./stage');

/** @param {import('./stage').Stage} stage */
async function open({ emulator, n8n, folder, node }) {
	const { transcriptFlow } = require('./transcript');
	const { id } = await n8n.client.createWorkflow(transcriptFlow(node));
	const { baseUrl, authUrl, apiKey } = emulator;
	const { email, password } = n8n.owner;
	const url = `${n8n.url}/workflow/${id}`;
	console.log(`A workflow is ready to run: open it, sign in, and click 'Execute workflow'

  ${url}

  Email     ${email}
  Password  ${password}

It transcribes a recording of this folder:

  ${recordings.folder}

To transcribe a file of your own, put it into this folder, and enter its path in 'Read Files'. n8n may read only
this folder and the one above:

  ${folder}

In a workflow of your own, the transcript comes with the second check, after about a minute: n8n suspends it meanwhile.
With the option 'Timeout (Hours)' set to 0.08 or less, as here, it comes within seconds.

The transcript is canned: the emulator returns the same one for every recording.
To make a credential of your own, set 'Environment' to Custom:

  Base URL            ${baseUrl}
  Authentication URL  ${authUrl}
  API Key             ${apiKey}

Press Ctrl+C to stop.
`);
	await once(/** @type {import('node:child_process').ChildProcess} */ (n8n.server), 'exit');
}

runMain(async () => await withStage(open));

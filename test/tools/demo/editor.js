const { once } = require('node:events');
const { recordings } = require('../../support/recordings/recordings');
const { transcriptFlow } = require('./stage');

/** n8n's editor with a workflow that is ready to run, until somebody ends it. @param {import('./stage').World} world */
async function openEditor(world) {
	const { emulator, n8n, scratch } = world;
	const { id } = await n8n.client.createWorkflow(transcriptFlow(world));
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

  ${scratch}

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

module.exports = { openEditor };

#!/usr/bin/env node
/**
 * `npm run demo`: a real recording goes through a real n8n to the emulator, and comes back as text.
 * Installs what is missing, and ends by itself. With `-- --keep` it leaves n8n's editor open until Ctrl+C.
 */
const { hash } = require('node:crypto');
const { once } = require('node:events');
const { itemsOf, manualTrigger, readFiles, workflow } = require('../../support/n8n/workflow');
const { step } = require('../../support/setup/progress');
const { runCommand } = require('../command');

/** @typedef {import('../../e2e/world').World} World */

/** Above 5 minutes the wait suspends the execution, and n8n looks for what is suspended once a minute only. */
const SHORT_WAIT = { pollInterval: 2, timeoutHours: 0.05 };

/** A file node and this node. @param {World} world @param {object} [more] parameters */
const nodesIn = (world, more) => [
	readFiles(world.recordings.whole),
	world.verbit('Transcribe Recording', 'recording:transcribe', {
		profile: { __rl: true, mode: 'name', value: 'standard' },
		outputAs: 'segments',
		options: SHORT_WAIT,
		...more,
	}),
];

/** @param {World} world @param {boolean} isKept */
async function play(world, isKept) {
	// Simplify leaves out the file's bytes and checksum.
	const nodes = nodesIn(world, { simplify: false });
	const { data } = await step('Transcribe a recording', async () => await world.run(...nodes));
	const { error } = data.resultData;
	if (error) throw new Error(`${error.message} ${error.description ?? ''}`);
	const json = /** @type {any} */ (itemsOf(data, 'Transcribe Recording')[0].json);
	const { text, segments, speakers, job_id: jobId, file_name: name, bytes, md5 } = json;
	const stored = world.stored(json.asset_id);
	if (hash('md5', stored) !== md5) throw new Error('The recording was not stored whole');
	if (speakers?.join() !== 'Speaker 1,Speaker 2' || !text.startsWith('Speaker 1: Welcome'))
		throw new Error("The transcript isn't in the item with its speakers");
	console.log(`
${name} is in the storage byte for byte: ${bytes} bytes, MD5 ${md5}. It is the media of job ${jobId}.

The transcript, in the output of 'Transcribe Recording' as \`text\`. 'Output As' is Segments.
It is canned: the emulator returns the same one for every recording.

${text.replace(/^/gm, '  ')}

The first of its ${segments.length} \`segments\`:
  ${JSON.stringify(segments[0])}
`);
	if (isKept) return;
	console.log(`To try it yourself in n8n's editor:  npm run demo -- --keep
To run all tests:                    npm test`);
}

/** n8n's editor with a workflow that is ready to run, until somebody ends it. @param {World} world */
async function openEditor(world) {
	const { emulator, n8n, scratch } = world;
	const flow = workflow('From a recording to its text', [manualTrigger(), ...nodesIn(world)]);
	const { id } = await n8n.client.createWorkflow(flow);
	const { baseUrl, authUrl, apiKey } = emulator;
	const { email, password } = n8n.owner;
	const url = `${n8n.url}/workflow/${id}`;
	console.log(`A workflow is ready to run: open it, sign in, and click 'Execute workflow'

  ${url}

  Email     ${email}
  Password  ${password}

It transcribes a recording of this folder:

  ${scratch}

To transcribe a file of your own, put it there, and enter its path in 'Read Files': n8n may read only what is there
and in the folder above.

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

runCommand(async () => {
	// This needs what has been installed by now.
	const { World } = require('../../e2e/world');
	const world = new World();
	world.emulatorOptions = { switches: { transcriptionSeconds: 3 } };
	const isKept = process.argv.includes('--keep');
	// Whoever tries the node may want a Code node beside it.
	const env = isKept ? { N8N_RUNNERS_MODE: 'internal', N8N_DISABLE_UI: undefined } : {};
	try {
		await step('Start n8n with the packed node in it', async () => await world.start(env));
		await play(world, isKept);
		if (isKept) await openEditor(world);
	} finally {
		await world.stop();
	}
});

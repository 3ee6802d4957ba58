#!/usr/bin/env node
/**
 * `npm run demo`: a real recording goes through a real n8n to the emulator, and comes back as text.
 * Installs what is missing, and ends by itself. With `-- --editor` it opens n8n's editor instead; Ctrl+C ends that.
 */
const { createHash } = require('node:crypto');
const { itemsOf } = require('../../support/n8n/executionData');
const { step } = require('../../support/setup/progress');
const { openEditor } = require('./editor');
const { runOnStage, transcriptFlow } = require('./stage');

/** @param {import('./stage').World} world */
async function play(world) {
	const { client } = world.n8n;
	// Simplify leaves out the file's bytes and checksum.
	const flow = transcriptFlow(world, { simplify: false });
	const { data } = await step('Transcribe a recording', async () => await client.execute(flow));
	const { error } = data.resultData;
	if (error) throw new Error(`${error.message} ${error.description ?? ''}`);
	const json = /** @type {any} */ (itemsOf(data, 'Transcribe Recording')[0].json);
	const { text, segments, speakers, job_id: jobId, file_name: name, bytes, md5 } = json;
	const stored = world.stored(json.asset_id);
	if (createHash('md5').update(stored).digest('hex') !== md5)
		throw new Error('The recording was not stored whole');
	if (speakers?.join() !== 'Speaker 1,Speaker 2' || !text.startsWith('Speaker 1: Welcome'))
		throw new Error("The transcript isn't in the item with its speakers");
	console.log(`
${name} is in the storage byte for byte: ${bytes} bytes, MD5 ${md5}. It is the media of job ${jobId}.

The transcript, in the output of 'Transcribe Recording' as \`text\`. 'Output As' is Segments.
It is canned: the emulator returns the same one for every recording.

${text.replace(/^/gm, '  ')}

The first of its ${segments.length} \`segments\`:
  ${JSON.stringify(segments[0])}

To try it yourself in n8n's editor:  npm run demo -- --editor
To run all tests:                    npm test`);
}

runOnStage(process.argv.includes('--editor') ? openEditor : play);

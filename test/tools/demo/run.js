#!/usr/bin/env node
/**
 * `npm run demo`: a real recording goes through a real n8n to the emulator, and comes back as text.
 * Installs what is missing, and ends by itself. `npm run demo:editor` opens n8n's editor.
 */
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { runMain } = require('../../support/setup/main');
const { readOptions } = require('../command');
const { withStage } = require('./stage');

readOptions({});

/** Every file that a node has uploaded. Of an MD5, the first seven digits. @param {string} Workflow @param {any} json the node's output @param {import('./stage').Stage} stage */
const rowsOf = (Workflow, json, { emulator }) =>
	/** @type {any[]} */ (json.files ?? [json]).map(
		({ asset_id: id, file_name: File, bytes: Bytes, md5 }) => {
			// Of the bytes on the store's disk.
			const stored = createHash('md5')
				.update(readFileSync(emulator.objectPath(id)))
				.digest('hex');
			return { Workflow, File, Bytes, MD5: md5.slice(0, 7), Stored: stored.slice(0, 7) };
		},
	);

/** @param {import('./stage').Stage} stage */
async function play(stage) {
	const { itemsOf } = require('../../support/n8n/executionData');
	const { step } = require('../../support/setup/progress');
	const { faultsOf, scenesOf } = require('./scenes');
	const newJob = () => stage.emulator.createJob({ profile: 'standard' });
	const execute = async (/** @type {ReturnType<typeof scenesOf>[0]} */ { title, workflow }) =>
		(await step(`Run "${title}"`, async () => await stage.n8n.client.execute(workflow))).data;

	const outputs = [];
	for (const scene of scenesOf(stage.node, newJob)) {
		const data = await execute(scene);
		const { error } = data.resultData;
		if (error) throw new Error(`${scene.title}: ${error.message} ${error.description ?? ''}`);
		outputs.push({ ...scene, json: itemsOf(data, scene.workflow.nodes[2].name)[0].json });
	}
	const uploads = outputs.flatMap(({ title, json }) => rowsOf(title, json, stage));
	const faults = [];
	for (const scene of faultsOf(stage.node, newJob)) {
		const { message = 'no message', description } = (await execute(scene)).resultData.error ?? {};
		faults.push({ ...scene, message, description });
	}
	tell(uploads, faults, outputs[0].json);
	check(uploads, faults, outputs[0].json);
}

/** @param {ReturnType<typeof rowsOf>} uploads @param {Array<{ title: string, message: string, description?: string | null }>} faults @param {any} transcript an item's json */
function tell(uploads, faults, { text, segments }) {
	console.log('\nWhat was uploaded, and what the storage has:\n');
	console.table(uploads);
	console.log('\nWhat a user sees when something is wrong:');
	for (const { title, message, description } of faults) {
		console.log(`\n  ${title}\n    ${message}\n    → ${description}`);
	}
	console.log(
		"\nThe transcript, in the output of 'Transcribe Recording' as `text`. 'Output As' is Segments.",
	);
	console.log('It is canned: the emulator returns the same one for every recording.\n');
	console.log(text.replace(/^/gm, '  '));
	console.log(`\nThe first of its ${segments.length} \`segments\`:`);
	console.log(`  ${JSON.stringify(segments[0])}\n`);
}

/** @param {ReturnType<typeof rowsOf>} uploads @param {Array<{ title: string, message: string, expected: string }>} faults @param {any} transcript */
function check(uploads, faults, { text, speakers }) {
	if (uploads.length !== 3 || !uploads.every(({ MD5, Stored }) => MD5 === Stored))
		throw new Error('Not every file was stored whole');
	if (speakers?.join() !== 'Speaker 1,Speaker 2' || !text.startsWith('Speaker 1: Welcome'))
		throw new Error("The transcript isn't in the item with its speakers");
	const other = faults.find(({ message, expected }) => !message.includes(expected));
	if (other) throw new Error(`${other.title}: the message was to say "${other.expected}"`);
	console.log('All files are in the storage byte for byte, and each error says what to do.');
	console.log("\nTo try it yourself in n8n's editor:  npm run demo:editor");
	console.log('To run all tests:                    npm test');
}

runMain(async () => await withStage(play));

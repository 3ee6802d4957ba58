#!/usr/bin/env node
/**
 * `npm run demo`: a real recording goes through a real n8n to the emulator, and comes back as text.
 * Installs what is missing, and ends by itself. `npm run demo:editor` opens n8n's editor.
 */
const { runMain } = require('../../support/setup/main');
const { readOptions } = require('../command');
const { withStage } = require('./stage');

readOptions({});

/** @param {import('./stage').Stage} stage */
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
	console.log(
		"\nThe transcript, in the output of 'Transcribe Recording' as `text`. 'Output As' is Segments.",
	);
	console.log('It is canned: the emulator returns the same one for every recording.\n');
	console.log(results.transcript.text.replace(/^/gm, '  '));
	console.log(`\nThe first of its ${results.transcript.segments.length} \`segments\`:`);
	console.log(`  ${JSON.stringify(results.transcript.segments[0])}\n`);
	story.check(results, faults);
	console.log("\nTo try it yourself in n8n's editor:  npm run demo:editor");
	console.log('To run all tests:                    npm test');
}

runMain(async () => await withStage(play));

const { manualTrigger, readFiles, workflow } = require('../../support/n8n/workflow');
const { recordings } = require('../../support/recordings/recordings');
const { step } = require('../../support/setup/progress');
const { runCommand } = require('../command');

/** @typedef {import('../../e2e/world').World} World */

/** Above 5 minutes the wait suspends the execution, and n8n looks for what is suspended once a minute only. */
const SHORT_WAIT = { pollInterval: 2, timeoutHours: 0.05 };

/**
 * Starts n8n with the packed node in it, and the emulator, and stops both at the end. Installs what is missing.
 * @param {(world: World) => Promise<void>} main
 */
function runOnStage(main) {
	runCommand(async () => {
		// This needs what has been installed by now.
		const { World } = require('../../e2e/world');
		const world = new World();
		world.emulatorOptions = { switches: { transcriptionSeconds: 3 } };
		try {
			await step('Start n8n with the packed node in it', async () => await world.start());
			await main(world);
		} finally {
			await world.stop();
		}
	});
}

/** A file node and this node. @param {World} world @param {object} [more] parameters */
const transcriptFlow = (world, more) =>
	workflow('From a recording to its text', [
		manualTrigger(),
		readFiles(recordings.whole),
		world.verbit('Transcribe Recording', 'recording:transcribe', {
			profile: { __rl: true, mode: 'name', value: 'standard' },
			outputAs: 'segments',
			options: SHORT_WAIT,
			...more,
		}),
	]);

module.exports = { runOnStage, transcriptFlow };

const { manualTrigger, readFiles, workflow } = require('../support/n8n/workflow');

/** In px: an output's title fits in. */
const WIDTH = 1440;

/** In px: all actions, or a panel with all its fields, fit in. */
const HEIGHT = 1060;

/** @typedef {(name: string, part: import('playwright-core').Locator) => Promise<void>} Take */

/**
 * What the README shows of the editor.
 * @param {import('./world').EditorWorld} world
 * @param {string} recording
 * @param {Take} take
 */
async function takeScenes(world, recording, take) {
	await world.editor.page.setViewportSize({ width: WIDTH, height: HEIGHT });
	await showActions(world, take);
	await showTranscription(world, recording, take);
}

/** @param {import('./world').EditorWorld} world @param {Take} take */
async function showActions({ editor }, take) {
	await editor.newWorkflow();
	await editor.addTrigger('Trigger manually');
	await editor.openNodeList();
	await editor.search('transcription');
	await editor.pick('Verbit');
	await editor.entry('Transcribe recording').waitFor();
	await take('actions', editor.page.getByTestId('node-creator'));
}

/** @param {import('./world').EditorWorld} world @param {string} recording @param {Take} take */
async function showTranscription(world, recording, take) {
	const { panel } = world.editor;
	world.emulator.switches.set({ transcriptionSeconds: 0 });
	const transcribe = world.verbit('Transcribe recording', 'recording:transcribe', {});
	await world.open(workflow('Transcribe', [manualTrigger(), readFiles(recording), transcribe]));
	await world.editor.openNode('Transcribe recording');
	await panel.pickFromList('profile', 'standard');
	await panel.execute();
	await panel.outputFields();
	await panel.executed();
	await take('transcribe-recording', panel.panel);
}

module.exports = { takeScenes };

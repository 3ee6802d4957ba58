const { manualTrigger, readFiles, workflow } = require('../support/n8n/workflow');

/** In px: an output's title fits in. */
const WIDTH = 1440;

/** In px: all actions, or a panel with all its fields, fit in. */
const HEIGHT = 1000;

/** @typedef {(name: string, part: import('playwright-core').Locator) => Promise<void>} Take */

/**
 * What the README shows of the editor.
 * @param {import('./world').EditorWorld} world
 * @param {string} recording
 * @param {Take} take
 */
async function takeScenes(world, recording, take) {
	const { page } = world.editor;
	await page.setViewportSize({ width: WIDTH, height: HEIGHT });
	await world.deleteCredential();
	await showActions(world, take);
	await showCredential(world, take);
	world.credential = await world.createCredential();
	await showTranscription(world, recording, take);
	await page.setViewportSize({ width: WIDTH, height: 0.7 * HEIGHT });
	await showFailure(world, take);
}

/** @param {import('./world').EditorWorld} world @param {Take} take */
async function showActions({ editor }, take) {
	await editor.newWorkflow();
	await editor.addTrigger('Trigger manually');
	await editor.openNodeList();
	await editor.search('transcription');
	await editor.pick('Verbit');
	await editor.entry('Verbit').waitFor({ state: 'hidden' });
	await take('actions', editor.page.getByTestId('node-creator'));
}

/** Continues where the actions are listed. @param {import('./world').EditorWorld} world @param {Take} take */
async function showCredential({ editor }, take) {
	await editor.pick('Transcribe recording');
	await editor.panel.connect();
	await editor.credentialForm.fill('apiKey', 'a key of the account');
	await take('credential', editor.credentialForm.form);
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

/** @param {import('./world').EditorWorld} world @param {Take} take */
async function showFailure(world, take) {
	const { panel } = world.editor;
	const signedAt = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
	const signature = `X-Amz-Date=${signedAt}&X-Amz-Expires=3600&X-Amz-Signature=6fa459ea`;
	const mediaUrl = `https://recordings.s3.amazonaws.com/lecture-42.mp4?${signature}`;
	const add = world.verbit('Add media', 'media:add', {
		jobId: world.newJob(),
		mediaSource: 'url',
		mediaUrl,
	});
	await world.open(workflow('Add a link that ends soon', [manualTrigger(), add]));
	await world.editor.openNode('Add media');
	await panel.execute();
	await panel.outputText('Error details');
	await panel.executed();
	await take('error', panel.panel);
}

module.exports = { takeScenes };

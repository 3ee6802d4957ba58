const { useWorld, World } = require('../e2e/world');
const { startChromium } = require('./chromium');
const { Editor } = require('./editor');

/** A real n8n with the packed node in it, its editor in a browser, and the emulator, for one test file. */
function useEditor() {
	return useWorld(new EditorWorld());
}

class EditorWorld extends World {
	/** @type {Awaited<ReturnType<typeof startChromium>>} */
	chromium = /** @type {any} */ (undefined);

	/** @type {Editor} */
	editor = /** @type {any} */ (undefined);

	/** @override @param {NodeJS.ProcessEnv} [env] */
	async start(env) {
		await super.start(env);
		this.chromium = await startChromium(this.n8n.client);
		this.editor = new Editor(this.chromium.page, this.n8n.url);
	}

	/** @override */
	async stop() {
		await this.chromium?.browser.close();
		await super.stop();
	}

	async deleteCredential() {
		await this.n8n.client.request('DELETE', `/credentials/${this.credential.id}`);
	}

	/**
	 * Opens a workflow that there is already.
	 * @param {import('../support/n8n/workflow').Workflow} flow
	 */
	async open(flow) {
		const { id } = await this.n8n.client.createWorkflow(flow);
		await this.editor.openWorkflow(id);
	}
}

module.exports = { EditorWorld, useEditor };

const { chromium, selectors } = require('playwright-core');
const { requireProgram } = require('../cluster/debian');
const { World } = require('../e2e/world');
const { Editor } = require('./editor');

/** A real n8n with the packed node in it, its editor in a browser, and the emulator. */
class EditorWorld extends World {
	/** @type {import('playwright-core').Browser | undefined} */
	browser = undefined;

	/** @type {Editor} */
	editor = /** @type {any} */ (undefined);

	/** @override @param {NodeJS.ProcessEnv} [env] */
	async start(env) {
		// As in n8n's Docker image: the browser keeps the editor's 560 files, and each page doesn't ask for them again.
		await super.start({ N8N_DISABLE_UI: undefined, NODE_ENV: 'production', ...env });
		// What n8n's own tests of the editor find things by.
		selectors.setTestIdAttribute('data-test-id');
		const executablePath = requireProgram('chromium');
		const args = ['--disable-gpu', '--disable-quic'];
		this.browser = await chromium.launch({ executablePath, args });
		// As much of the editor as a laptop shows.
		const context = await this.browser.newContext({ viewport: { width: 1280, height: 800 } });
		const { url, client } = this.n8n;
		const [name, value] = client.cookie.split('=');
		await context.addCookies([{ name, value, url }]);
		const page = await context.newPage();
		// For whatever a user does to show its effect, on a machine with other work.
		page.setDefaultTimeout(60_000);
		this.editor = new Editor(page, url);
	}

	/** @override */
	async stop() {
		await this.browser?.close();
		await super.stop();
	}

	async deleteCredential() {
		await this.n8n.client.request('DELETE', `/credentials/${this.credential.id}`);
	}

	/** Opens a workflow that there is already. @param {import('../support/n8n/workflow').Workflow} flow */
	async open(flow) {
		const { id } = await this.n8n.client.createWorkflow(flow);
		const { page } = this.editor;
		await page.goto(`${this.n8n.url}/workflow/${id}`);
		await page.getByTestId('canvas-node').first().waitFor();
	}
}

module.exports = { EditorWorld };

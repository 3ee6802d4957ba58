const { again, NodePanel, PICK_MS } = require('./nodePanel');

/** n8n's editor of workflows, as its users see it. */
class Editor {
	/** @param {import('playwright-core').Page} page @param {string} url of n8n */
	constructor(page, url) {
		this.page = page;
		this.url = url;
		this.panel = new NodePanel(page);
		/** In which a credential is made. */
		this.credentialForm = page.getByTestId('editCredential-modal');
		this.searchBar = page.getByTestId('node-creator-search-bar');
	}

	async newWorkflow() {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.page.getByTestId('canvas-plus-button').waitFor();
	}

	/**
	 * Puts a first node on an empty canvas. On a busy machine n8n's list may have been made before what it searches, and
	 * stay so, or go away with the page that n8n makes anew: then it is a new page's turn, as for a user.
	 * @param {string} name as the list shows it
	 */
	async addTrigger(name) {
		let tries = 0;
		await again(this.page, async () => {
			if (tries++ > 0) await this.newWorkflow();
			await this.pickFirst(name);
		});
	}

	/** @param {string} name @throws Error when no node comes of it in time */
	async pickFirst(name) {
		const limit = { timeout: PICK_MS };
		await this.page.getByTestId('canvas-plus-button').click(limit);
		await this.searchBar.fill(name, limit);
		await this.entry(name).click(limit);
		await this.page.getByTestId('canvas-node').first().waitFor(limit);
	}

	/** Opens the list of nodes that can follow the last one. */
	async openNodeList() {
		await this.page.getByTestId('canvas-handle-plus').last().click();
	}

	/** An entry of the list of nodes, or of the list of a node's actions. @param {string} name */
	entry(name) {
		return this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true }).first();
	}

	/** Adds a node after the last one and opens it. @param {string} node @param {string} action */
	async addNode(node, action) {
		await this.openNodeList();
		await this.searchBar.fill(node);
		await this.entry(node).click();
		await this.entry(action).click();
		await this.panel.parameters.waitFor();
	}

	/** Opens a node of the canvas. @param {string} name */
	async openNode(name) {
		// A test that has failed leaves it open.
		if (await this.panel.panel.isVisible()) await this.panel.close();
		await this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
		await this.panel.parameters.waitFor();
	}
}

module.exports = { Editor };

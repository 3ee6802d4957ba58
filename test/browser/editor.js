const { CredentialForm } = require('./credentialForm');
const { MAX_MS, until } = require('../support/until');
const { NodePanel } = require('./nodePanel');

/** What a click leads to, on a machine that is not busy. */
const CLICK_MS = 5000;

/** In this time a node that was picked is on the canvas, also on a busy machine: a second click would add another. */
const ADDED_MS = 20_000;

/** @param {Promise<void>} action that may come too late */
const succeeds = async (action) =>
	await action.then(
		() => true,
		() => false,
	);

/** n8n's editor of workflows, as its users see it. */
class Editor {
	/**
	 * @param {import('playwright-core').Page} page
	 * @param {string} url of n8n
	 */
	constructor(page, url) {
		this.page = page;
		this.url = url;
		this.panel = new NodePanel(page);
		this.credentialForm = new CredentialForm(page);
		this.searchBar = page.getByTestId('node-creator-search-bar');
	}

	async newWorkflow() {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.page.getByTestId('canvas-plus-button').waitFor();
	}

	/** @param {string} id */
	async openWorkflow(id) {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** Searches for a first node, and puts it on the canvas. @param {string} name as the list shows it */
	async addTrigger(name) {
		const { page } = this;
		const node = page.getByTestId('canvas-node').first();
		let seen = '';
		const isAdded = async () => {
			if (await node.isVisible()) return true;
			seen = await page.locator('body').innerText();
			// n8n makes a new workflow's page anew when it has a place to save it: the list is closed then, or its click lost.
			if (!(await this.searchBar.isVisible())) {
				await succeeds(page.getByTestId('canvas-plus-button').click({ timeout: CLICK_MS }));
			}
			await succeeds(this.searchBar.fill(name, { timeout: CLICK_MS }));
			const isPicked = await succeeds(this.entry(name).click({ timeout: CLICK_MS }));
			return isPicked && (await succeeds(node.waitFor({ timeout: ADDED_MS })));
		};
		await until(isAdded, { maxMs: 2 * MAX_MS, tell: () => `The page showed: ${seen}` });
	}

	/** Opens the list of nodes that can follow the last one. */
	async openNodeList() {
		await this.page.getByTestId('canvas-handle-plus').last().click();
	}

	/** @param {string} words */
	async search(words) {
		await this.searchBar.fill(words);
	}

	/** An entry of the list of nodes, or of the list of a node's actions. @param {string} name */
	entry(name) {
		return this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true }).first();
	}

	/** @param {string} name */
	async pick(name) {
		await this.entry(name).click();
	}

	/**
	 * Adds a node after the last one and opens it.
	 * @param {string} node
	 * @param {string} action
	 */
	async addNode(node, action) {
		await this.openNodeList();
		await this.search(node);
		await this.pick(node);
		await this.pick(action);
		await this.panel.shown();
	}

	/** A group of the open list. @param {string} title */
	group(title) {
		return this.page.getByTestId('node-creator-category-item').getByText(title);
	}

	/** The entries of the open list, from the top. */
	async entries() {
		return await this.page.getByTestId('node-creator-item-name').allInnerTexts();
	}

	async nodesOnCanvas() {
		return await this.page.getByTestId('canvas-node').count();
	}

	/** Opens a node of the canvas. @param {string} name */
	async openNode(name) {
		await this.panel.closeIfOpen();
		await this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
		await this.panel.shown();
	}
}

module.exports = { Editor };

const { CredentialForm } = require('./credentialForm');
const { MAX_MS, until } = require('../support/until');
const { NodePanel } = require('./nodePanel');

/** What a search and a pick in a list lead to, also on a busy machine. */
const PICK_MS = 15_000;

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

	/**
	 * Puts a first node on an empty canvas. On a busy machine n8n's list may have been made before what it searches, and
	 * stay so, or go away with the page that n8n makes anew: then it is a new page's turn, as for a user.
	 * @param {string} name as the list shows it
	 */
	async addTrigger(name) {
		let seen = '';
		const isAdded = async () => {
			const isPicked = await succeeds(this.pickFirst(name));
			if (isPicked) return true;
			seen = await this.page.locator('body').innerText();
			await this.newWorkflow();
			return false;
		};
		await until(isAdded, { maxMs: 2 * MAX_MS, tell: () => `The page showed: ${seen}` });
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

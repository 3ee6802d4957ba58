const { MAX_MS, until } = require('../support/until');

/** What a search and a pick in a list lead to, also on a busy machine. */
const PICK_MS = 15_000;

/** The editor takes over what is typed 100 ms after the last key, and what is dropped 200 ms after that. */
const TAKEN_OVER_MS = 300;

/** @param {import('playwright-core').Locator} field @param {string} text */
async function type(field, text) {
	await field.fill(text);
	// What helps to write expressions lies over what is below a field that has the focus.
	await field.blur();
	// A timer of the page itself that is set later, for longer, fires later than the editor's, however slow the machine.
	await field
		.page()
		.evaluate(async (ms) => await new Promise((resolve) => setTimeout(resolve, ms)), TAKEN_OVER_MS);
}

/** Does what a user does, and once more where it has not worked in time. @param {() => Promise<void>} work */
async function again(work) {
	let failure = '';
	const hasWorked = async () =>
		await work().then(
			() => true,
			({ message }) => void (failure = message),
		);
	await until(hasWorked, { maxMs: 2 * MAX_MS, tell: () => failure });
}

/** A node's panel: its parameters, with its input to the left and its output to the right. */
class NodePanel {
	/** @param {import('playwright-core').Page} page */
	constructor(page) {
		this.page = page;
		this.panel = page.getByTestId('ndv');
		this.parameters = this.panel.getByTestId('node-parameters');
		this.output = this.panel.getByTestId('output-panel');
	}

	async close() {
		await this.panel.getByTestId('ndv-close-button').click();
		await this.panel.waitFor({ state: 'hidden' });
	}

	/** @param {string} parameter its name */
	field(parameter) {
		return this.parameters.getByTestId(`parameter-input-${parameter}`);
	}

	/** An entry of the list that is open. @param {string} option */
	listed(option) {
		return this.page
			.getByRole('option')
			.filter({ visible: true, has: this.page.getByText(option, { exact: true }) });
	}

	/** @param {string} parameter whose list n8n asks the node for @param {string} entry the beginning of its text */
	async pickFromList(parameter, entry) {
		const item = this.page.getByTestId('rlc-item').filter({ hasText: entry }).first();
		await this.openList(parameter, item);
		await item.click();
	}

	/**
	 * Opens the list of a parameter. On a busy machine it may stay closed or empty: then it is another click's turn, as for a user.
	 * @param {string} parameter @param {import('playwright-core').Locator} shown what it shows when it is there
	 */
	async openList(parameter, shown) {
		await again(async () => {
			await this.field(parameter).getByTestId('rlc-input').click();
			await shown.waitFor({ timeout: PICK_MS });
		});
	}

	async execute() {
		await this.panel.getByTestId('node-execute-button').click();
	}

	/** The fields of the first item of the output, as n8n shows them. @returns {Promise<Record<string, string>>} */
	async outputFields() {
		const schema = this.output.getByTestId('radio-button-schema');
		// It is there when the workflow has run, which may take longer than any effect of a click.
		await until(async () => await schema.isVisible());
		await schema.click();
		const rows = this.output.getByTestId('run-data-schema-item');
		await rows.first().waitFor();
		const texts = await rows.allInnerTexts();
		// A name that comes again is that of a field further in.
		return Object.fromEntries(texts.map((text) => text.split('\n')).reverse());
	}

	/** All that the output shows, as soon as something is there. @param {string} something */
	async outputText(something) {
		await this.output.getByText(something).first().waitFor();
		return await this.output.innerText();
	}
}

/** n8n's editor of workflows, as its users see it. */
class Editor {
	/** @param {import('playwright-core').Page} page @param {string} url of n8n */
	constructor(page, url) {
		this.page = page;
		this.url = url;
		this.panel = new NodePanel(page);
		this.credentialForm = page.getByTestId('editCredential-modal');
		this.searchBar = page.getByTestId('node-creator-search-bar');
	}

	/**
	 * Begins a workflow with a trigger that is started by hand. On a busy machine n8n's list may have been made before what it
	 * searches, and stay so, or go away with the page that n8n makes anew: then it is a new page's turn, as for a user.
	 */
	async newWorkflow() {
		const name = 'Trigger manually';
		const limit = { timeout: PICK_MS };
		await again(async () => {
			await this.page.goto(`${this.url}/workflow/new`);
			await this.page.getByTestId('canvas-plus-button').click();
			await this.searchBar.fill(name, limit);
			await this.entry(name).click(limit);
			await this.page.getByTestId('canvas-node').first().waitFor(limit);
		});
	}

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

module.exports = { Editor, type };

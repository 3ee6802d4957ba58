const { until } = require('../support/until');

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

	/** @param {string} parameter @param {string} option as the list shows it */
	async choose(parameter, option) {
		await this.field(parameter).click();
		await this.listed(option).click();
		// A list that is still open lies over what is clicked next.
		await this.listed(option).waitFor({ state: 'hidden' });
	}

	/** An entry of the list that is open. @param {string} option */
	listed(option) {
		return this.page
			.getByRole('option')
			.filter({ visible: true, has: this.page.getByText(option, { exact: true }) });
	}

	/** @param {string} parameter @param {string} text */
	async fill(parameter, text) {
		await type(this.field(parameter).getByTestId('parameter-input-field'), text);
	}

	/** @param {string} parameter whose list n8n asks the node for @param {string} entry the beginning of its text */
	async pickFromList(parameter, entry) {
		await this.field(parameter).getByTestId('rlc-input').click();
		await this.page.getByTestId('rlc-item').filter({ hasText: entry }).first().click();
	}

	/** What is shown in the place of a list that could not be had. @param {string} parameter */
	async listFailure(parameter) {
		await this.field(parameter).getByTestId('rlc-input').click();
		const failure = this.page.getByTestId('rlc-error-container');
		await failure.waitFor();
		return await failure.innerText();
	}

	/** The names of the parameters that are shown, from the top; those of collections too. */
	async shownFields() {
		const fields = this.parameters.getByTestId(/^parameter-input-(?!field$)/);
		const ids = await fields
			.filter({ visible: true })
			.evaluateAll((elements) => elements.map((element) => element.dataset.testId));
		return ids.map((id) => String(id).replace('parameter-input-', ''));
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

module.exports = { NodePanel, type };

const { until } = require('../support/until');
const { type } = require('./typing');

/** A node's panel: its parameters, with its input to the left and its output to the right. */
class NodePanel {
	/** @param {import('playwright-core').Page} page */
	constructor(page) {
		this.page = page;
		this.panel = page.getByTestId('ndv');
		this.parameters = this.panel.getByTestId('node-parameters');
		this.output = this.panel.getByTestId('output-panel');
	}

	async shown() {
		await this.parameters.waitFor();
	}

	async close() {
		await this.panel.getByTestId('ndv-close-button').click();
		await this.panel.waitFor({ state: 'hidden' });
	}

	/** A test that has failed leaves it open. */
	async closeIfOpen() {
		if (await this.panel.isVisible()) await this.close();
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

	/** Begins to make a credential, where there is none yet. */
	async connect() {
		await this.parameters.getByText('Connect to Verbit').click();
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

	/** Waits until the button of `execute` is as it was before. */
	async executed() {
		const button = this.panel.getByTestId('node-execute-button');
		await button.locator('.n8n-spinner').waitFor({ state: 'hidden' });
	}

	/** The fields of the first item of the output, as n8n shows them. @returns {Promise<Record<string, string>>} */
	async outputFields() {
		const schema = this.output.getByTestId('radio-button-schema');
		// It is there when the workflow has run, which may take longer than any effect of a click.
		await until(async () => await schema.isVisible(), {
			tell: () => 'The output is not shown',
		});
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

module.exports = { NodePanel };

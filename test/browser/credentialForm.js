const { type } = require('./typing');

/** The form in which a credential is made. */
class CredentialForm {
	/** @param {import('playwright-core').Page} page */
	constructor(page) {
		this.page = page;
		this.form = page.getByTestId('editCredential-modal');
	}

	/** @param {string} field @param {string} option */
	async choose(field, option) {
		await this.form.getByTestId(`parameter-input-${field}`).click();
		await this.page.getByRole('option', { name: option }).filter({ visible: true }).click();
	}

	/** @param {string} field @param {string} text */
	async fill(field, text) {
		await type(this.form.getByTestId(`parameter-input-${field}`).locator('input'), text);
	}

	/** Lets n8n test it too. */
	async save() {
		await this.form.getByTestId('credential-save-button').click();
	}

	/** All that the form shows after a test that has failed. */
	async refusal() {
		await this.form.getByText('More details').click();
		return await this.form.innerText();
	}

	/** It closes by itself after a test that has passed. */
	async closed() {
		await this.form.waitFor({ state: 'hidden' });
	}
}

module.exports = { CredentialForm };

/** The editor takes over what is typed 100 ms after the last key, and what is dropped 200 ms after that. */
const TAKEN_OVER_MS = 300;

/**
 * Waits until the editor has taken over what was typed or dropped: a timer of the page itself that is set later, for
 * longer, fires later, however slow the machine.
 * @param {import('playwright-core').Page} page
 */
async function takenOver(page) {
	await page.evaluate(
		async (delay) => await new Promise((resolve) => setTimeout(resolve, delay)),
		TAKEN_OVER_MS,
	);
}

/**
 * @param {import('playwright-core').Locator} field
 * @param {string} text
 */
async function type(field, text) {
	await field.fill(text);
	// What helps to write expressions lies over what is below a field that has the focus.
	await field.blur();
	await takenOver(field.page());
}

module.exports = { type };

const { chromium, selectors } = require('playwright-core');
const { requireProgram } = require('../cluster/debian');

/** Without a window and a user of its own, and without what a browser does by itself on the network. */
const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--disable-quic',
];

/** As much of the editor as a laptop shows. */
const VIEWPORT = { width: 1280, height: 800 };

/** For whatever a user does to show its effect, on a machine with other work. */
const TIMEOUT_MS = 60_000;

/**
 * Debian's Chromium, with a user of n8n signed in.
 * @param {import('../support/n8n/restClient').RestClient} session
 */
async function startChromium({ url, cookie }) {
	// What n8n's own tests of the editor find things by.
	selectors.setTestIdAttribute('data-test-id');
	const browser = await chromium.launch({
		executablePath: requireProgram('chromium'),
		args: FLAGS,
	});
	const context = await browser.newContext({ viewport: VIEWPORT });
	const [name, value] = cookie.split('=');
	await context.addCookies([{ name, value, url }]);
	const page = await context.newPage();
	page.setDefaultTimeout(TIMEOUT_MS);
	return { browser, page };
}

module.exports = { startChromium };

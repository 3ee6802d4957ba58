/** After all tests, in the same process as `globalSetup.js`. */
module.exports = async () => {
	await /** @type {any} */ (globalThis).endSharedN8n();
};

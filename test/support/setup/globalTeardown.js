/** After all tests, in the same process as `globalSetup.js`. */
module.exports = async () => {
	for (const n8n of /** @type {any} */ (globalThis).sharedN8n) await n8n.remove();
};

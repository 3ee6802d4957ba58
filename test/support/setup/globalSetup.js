const { shareN8n } = require('../../e2e/shared');
const { World } = require('../../e2e/world');
const { ensureN8n } = require('./n8n');
const { ensureTarball } = require('./package');

/** Before the tests with a whole n8n: no test's time limit holds an install or a build. */
module.exports = async () => {
	await Promise.all([ensureN8n(), ensureTarball()]);
	const end = await shareN8n(async (env) => await new World().startN8n(env));
	Object.assign(globalThis, { endSharedN8n: end });
};

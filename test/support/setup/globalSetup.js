const { SHARED_N8N, World } = require('../../e2e/world');
const { fastClock } = require('../n8n/settings');
const { ensureN8n } = require('./n8n');
const { ensureTarball } = require('./package');

/**
 * Before the tests with a whole n8n: no test's time limit holds an install or a build. Starts what files share whose tests
 * don't stop n8n: a start takes as much computing as the tests of most of them do.
 */
module.exports = async () => {
	await Promise.all([ensureN8n(), ensureTarball()]);
	const settings = [{ N8N_DISABLE_UI: undefined }, fastClock(30)];
	const started = await Promise.all(settings.map((env) => new World().startN8n(env)));
	const [real, fast] = started.map(({ n8n, port, userFolder, client }) => {
		return { n8n, port, userFolder, cookie: client.cookie };
	});
	process.env[SHARED_N8N] = JSON.stringify({ real, fast });
	Object.assign(globalThis, { sharedN8n: started });
};

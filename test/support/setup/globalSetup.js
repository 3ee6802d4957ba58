const { SHARED_N8N, World } = require('../../e2e/world');
const { fastClock } = require('../n8n/settings');
const { ensureN8n } = require('./n8n');
const { ensureTarball } = require('./package');

/** Its own defaults, the folder that it may read and write in among them. */
const DEFAULTS = { N8N_RESTRICT_FILE_ACCESS_TO: undefined };

/**
 * Before the tests with a whole n8n: no test's time limit holds an install or a build. Starts what files share whose tests
 * don't stop n8n: a start takes as much computing as the tests of most of them do.
 */
module.exports = async () => {
	await Promise.all([ensureN8n(), ensureTarball()]);
	const start = async (/** @type {NodeJS.ProcessEnv} */ env) =>
		await new World().startN8n({ ...DEFAULTS, ...env });
	const started = await Promise.all([start({ N8N_DISABLE_UI: undefined }), start(fastClock(30))]);
	const [real, fast] = started.map(({ n8n, port, userFolder, client }) => {
		return { n8n, port, userFolder, cookie: client.cookie };
	});
	process.env[SHARED_N8N] = JSON.stringify({ real, fast });
	Object.assign(globalThis, { sharedN8n: started });
};

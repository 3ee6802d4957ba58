const path = require('node:path');
const { pathStartingAt } = require('../setup/command');

/**
 * What n8n needs of the environment that it is started from. Everything else stays out: settings
 * of another n8n on this machine, and those by which jest changes how n8n behaves (NODE_ENV).
 */
const INHERITED = ['LANG', 'TMPDIR', 'TZ'];

/** Nothing is sent or fetched beyond what a workflow asks for. */
const QUIET = {
	N8N_AI_ENABLED: 'false',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	// Fetches a list of servers at each start.
	N8N_DISABLED_MODULES: 'mcp-registry',
	// Otherwise n8n makes the editor's files at each start, a sixth of its work.
	N8N_DISABLE_UI: 'true',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	// No workflow of the tests has a Code node. Otherwise n8n starts a process for them, a tenth of its start.
	N8N_RUNNERS_AUTH_TOKEN: 'of-no-runner',
	N8N_RUNNERS_MODE: 'external',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
};

/** @param {{ node: string, userFolder: string, port: number, brokerPort: number }} instance @returns {NodeJS.ProcessEnv} */
function settingsFor({ node, userFolder, port, brokerPort }) {
	const inherited = Object.entries(process.env).filter(([name]) => INHERITED.includes(name));
	return {
		...Object.fromEntries(inherited),
		...QUIET,
		PATH: pathStartingAt(node),
		// By default, it may read and write files in its folder `.n8n-files` only.
		HOME: userFolder,
		N8N_USER_FOLDER: userFolder,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(port),
		// Where a worker of a queue tells that it is ready.
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		N8N_EDITOR_BASE_URL: `http://127.0.0.1:${port}/`,
		N8N_WEBHOOK_URL: `http://127.0.0.1:${port}/`,
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		N8N_SECURE_COOKIE: 'false',
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '10',
	};
}

/** For n8n with a clock that runs ahead of the real one from now on. @param {number} factor @returns {NodeJS.ProcessEnv} */
const fastClock = (factor) => ({
	NODE_OPTIONS: `--require=${path.join(__dirname, 'fastClock.js')}`,
	FAST_CLOCK_ORIGIN: String(Date.now()),
	FAST_CLOCK_FACTOR: String(factor),
});

module.exports = { fastClock, settingsFor };

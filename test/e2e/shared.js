const { mkdirSync } = require('node:fs');
const http = require('node:http');
const path = require('node:path');
const { listen } = require('../engine/linkServer');
const { Instance } = require('../support/n8n/instance');
const { fastClock } = require('../support/n8n/settings');

/** Where it is asked for an n8n, for the processes that jest runs test files in. */
const ADDRESS = 'N8N_NODES_VERBIT_SHARED_N8N';

/**
 * The settings of n8n by the names of the clocks that it can go by. For one whose clock is fast, a minute passes in two
 * seconds. All else is n8n's own default, the folder that it may read and write in among it; of the real one, its editor too.
 */
const SETTINGS = {
	real: () => ({ N8N_RESTRICT_FILE_ACCESS_TO: undefined, N8N_DISABLE_UI: undefined }),
	fast: () => ({ N8N_RESTRICT_FILE_ACCESS_TO: undefined, ...fastClock(30) }),
};

/** @typedef {keyof typeof SETTINGS} Clock */

/**
 * Starts each n8n when the first test file asks for it, and has it run until the last file has ended: a start takes as much
 * computing as the tests of most files do. If it can't start, each file that asks learns why at once.
 * @param {(env: NodeJS.ProcessEnv) => Promise<Instance>} start @returns ends all
 */
async function shareN8n(start) {
	/** @type {Map<Clock, Promise<Instance>>} */
	const started = new Map();
	const server = http.createServer(async (request, response) => {
		const clock = /** @type {Clock} */ (request.url?.slice(1));
		if (!started.has(clock)) started.set(clock, start(SETTINGS[clock]()));
		try {
			const { n8n, port, userFolder, client } = await /** @type {any} */ (started.get(clock));
			response.end(JSON.stringify({ n8n, port, userFolder, cookie: client.cookie }));
		} catch (error) {
			response.writeHead(500).end(/** @type {Error} */ (error).message);
		}
	});
	process.env[ADDRESS] = `http://${await listen(server)}`;
	return async () => {
		server.close();
		const ends = [...started.values()].map(async (one) => await (await one).remove());
		await Promise.allSettled(ends);
	};
}

/** An n8n that other test files work with at the same time: it is neither stopped nor started anew. @param {Clock} clock */
async function joinN8n(clock) {
	const response = await fetch(`${process.env[ADDRESS]}/${clock}`);
	if (!response.ok) throw new Error(await response.text());
	const { n8n, cookie, ...place } = /** @type {any} */ (await response.json());
	const instance = new Instance(n8n, place);
	instance.client.cookie = cookie;
	// What still waits would go on waiting beside the tests of other files.
	const remove = async () => await instance.client.stopExecutions();
	return Object.assign(instance, { remove });
}

/** The only folder that it may read and write. @param {Instance} instance */
function filesOf({ userFolder }) {
	const folder = path.join(userFolder, '.n8n-files');
	mkdirSync(folder, { recursive: true });
	return folder;
}

module.exports = { filesOf, joinN8n, shareN8n };

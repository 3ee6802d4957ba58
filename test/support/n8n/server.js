const { startDaemon } = require('../setup/daemon');

/**
 * What each of n8n's processes answers when it can be worked with. `/healthz` alone answers before the interface that
 * the editor uses is there.
 */
const READY_PATHS = {
	start: ['/healthz', '/rest/settings'],
	webhook: ['/healthz/readiness'],
	worker: ['/healthz/readiness'],
};

/** @typedef {keyof READY_PATHS} Role the command of n8n: a whole n8n, or a process of a queue */

/** @param {string} url */
async function answers(url) {
	try {
		const { ok, headers } = await fetch(url, { signal: AbortSignal.timeout(5000) });
		return ok && (headers.get('content-type') ?? '').includes('json');
	} catch {
		return false;
	}
}

/**
 * Starts a process of n8n and waits until it can be worked with.
 *
 * @param {object} server
 * @param {import('../setup/n8n').N8nInstall} server.n8n
 * @param {Role} server.role
 * @param {string[]} server.flags of the command
 * @param {NodeJS.ProcessEnv} server.env
 * @param {string} server.logFile
 * @param {string} server.url
 */
async function startServer({ n8n, role, flags, env, logFile, url }) {
	return await startDaemon({
		name: `n8n ${role}`,
		command: n8n.node,
		args: [n8n.script, role, ...flags],
		env,
		logFile,
		isReady: async () => {
			for (const path of READY_PATHS[role]) if (!(await answers(url + path))) return false;
			return true;
		},
	});
}

module.exports = { startServer };

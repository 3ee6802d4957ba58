const { randomBytes } = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { run } = require('../setup/command');
const { startDaemon, stopDaemon } = require('../setup/daemon');
const { ensure } = require('../setup/ensure');
const { ensureN8n } = require('../setup/n8n');
const { ensureTarball } = require('../setup/package');
const { freePort } = require('./ports');
const { RestClient } = require('./restClient');
const { settingsFor } = require('./settings');

/**
 * What each of n8n's processes answers when it can be worked with. `/healthz` of a whole n8n answers before the interface
 * that the editor uses is there.
 */
const READY_PATHS = {
	start: '/rest/login',
	webhook: '/healthz/readiness',
	worker: '/healthz/readiness',
};

/** @typedef {keyof READY_PATHS} Role the command of n8n: a whole n8n, or a process of a queue */

/** Whether n8n answers, be it that nobody has signed in. @param {string} url */
async function answers(url) {
	const response = await fetch(url, { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
	if (!response?.ok && response?.status !== 401) return false;
	return /json/.test(response.headers.get('content-type') ?? '');
}

const newUserFolder = () => fs.mkdtempSync(path.join(os.tmpdir(), 'n8n-nodes-verbit-'));

/** A real n8n with a folder, a database and ports of its own, so that several can run at once. */
class Instance {
	/** Who signs in. n8n asks for a capital letter and a number in the password. */
	owner = {
		email: 'owner@n8n-nodes-verbit.example',
		firstName: 'Olive',
		lastName: 'Owner',
		password: `N8n-${randomBytes(9).toString('hex')}`,
	};

	/** @type {import('../setup/daemon').Daemon | undefined} */
	server = undefined;

	/** @param {import('../setup/n8n').N8nInstall} n8n @param {{ port: number, brokerPort?: number, env?: NodeJS.ProcessEnv, role?: Role, flags?: string[], userFolder?: string }} options */
	constructor(
		n8n,
		{ port, brokerPort = 0, env, role = 'start', flags = [], userFolder = newUserFolder() },
	) {
		const { node } = n8n;
		this.n8n = n8n;
		this.role = role;
		this.flags = flags;
		this.port = port;
		this.userFolder = userFolder;
		this.dataFolder = path.join(userFolder, '.n8n');
		this.logFile = path.join(userFolder, 'n8n.log');
		this.env = { ...settingsFor({ node, userFolder, port, brokerPort }), ...env };
		this.url = `http://127.0.0.1:${port}`;
		// n8n stores and sends execution data in the format of this package: the copy that it has itself certainly reads it.
		const flatted = require(require.resolve('flatted', { paths: [n8n.folder] }));
		this.client = new RestClient(this.url, flatted.parse);
	}

	/** As n8n does it with a community package from the registry: unpacked, and this one has no dependencies. @returns its folder */
	async installNode() {
		const folder = path.join(this.dataFolder, 'nodes/node_modules/n8n-nodes-verbit');
		fs.mkdirSync(folder, { recursive: true });
		await run('tar', ['-xzf', await ensureTarball(), '--strip-components=1'], { cwd: folder });
		return folder;
	}

	/** Starts n8n and, if it is a whole one, signs in as its owner, who is created at the first start. */
	async start() {
		await this.startServer();
		if (this.role === 'start') await this.client.signIn(this.owner);
	}

	async startServer() {
		const { n8n, role, flags, env, logFile, url } = this;
		this.server = await startDaemon({
			name: `n8n ${role}`,
			command: n8n.node,
			args: [n8n.script, role, ...flags],
			env,
			logFile,
			isReady: async () => await answers(url + READY_PATHS[role]),
		});
	}

	/** @param {NodeJS.Signals} [signal] */
	async stop(signal) {
		if (this.server) await stopDaemon(this.server, signal);
		this.server = undefined;
	}

	async remove() {
		await this.stop();
		fs.rmSync(this.userFolder, { recursive: true, force: true });
	}

	logs() {
		return fs.existsSync(this.logFile) ? fs.readFileSync(this.logFile, 'utf8') : '';
	}
}

/** @param {{ env?: NodeJS.ProcessEnv, version?: string, role?: Role, flags?: string[] }} [options] `flags` of the role's command */
async function createInstance({ version, ...options } = {}) {
	const n8n = await ensureN8n(version);
	const [port, brokerPort] = [await freePort(), await freePort()];
	const instance = new Instance(n8n, { port, brokerPort, ...options });
	fs.cpSync(await ensureDatabase(n8n), instance.dataFolder, { recursive: true });
	await instance.installNode();
	return instance;
}

/** An empty database that n8n has migrated, which is a third of a first start. @param {import('../setup/n8n').N8nInstall} n8n @returns its folder */
async function ensureDatabase(n8n) {
	const folder = path.join(n8n.folder, 'migrated');
	const title = `Prepare a database of n8n ${n8n.version}`;
	const stampFile = `${folder}.complete`;
	await ensure({ title, stampFile, state: () => n8n.version }, async () => {
		// Older versions don't know the module that is switched off otherwise.
		const modules = { N8N_DISABLED_MODULES: '' };
		const brokerPort = await freePort();
		const instance = new Instance(n8n, { port: 0, brokerPort, env: modules });
		const { dataFolder: cwd, env } = instance;
		fs.mkdirSync(cwd);
		await run(n8n.node, [n8n.script, 'list:workflow'], { cwd, env });
		// It has the instance's encryption key.
		fs.rmSync(path.join(cwd, 'config'));
		fs.cpSync(cwd, folder, { recursive: true });
		await instance.remove();
	});
	return folder;
}

module.exports = { createInstance, Instance };

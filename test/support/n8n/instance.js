const { randomBytes } = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { adoptDaemon, stopDaemon } = require('../setup/daemon');
const { ensureN8n } = require('../setup/n8n');
const { CommandLine } = require('./commandLine');
const { installCommunityPackage } = require('./communityPackage');
const { createExecutionParser } = require('./executionData');
const { freePort } = require('./ports');
const { RestClient } = require('./restClient');
const { startServer } = require('./server');
const { settingsFor } = require('./settings');

/**
 * @typedef {object} InstanceOptions
 * @property {string} [userFolder] kept when the instance is removed; a temporary one by default
 * @property {NodeJS.ProcessEnv} [env] more settings, over the harness's own
 * @property {string} [version] of n8n
 * @property {import('./server').Role} [role] a whole n8n by default
 * @property {string[]} [flags] of the role's command
 * @property {number} [port]
 * @property {import('./session').Owner} [owner] needed again for a user folder that is reused
 */

/** A real n8n with a folder, a database and ports of its own, so that several can run at once. */
class Instance {
	/**
	 * @param {object} parts
	 * @param {import('../setup/n8n').N8nInstall} parts.n8n
	 * @param {string} parts.userFolder
	 * @param {boolean} parts.isTemporary
	 * @param {number} parts.port
	 * @param {NodeJS.ProcessEnv} parts.env
	 * @param {import('./session').Owner} parts.owner
	 * @param {import('./server').Role} parts.role
	 * @param {string[]} parts.flags
	 */
	constructor({ n8n, userFolder, isTemporary, port, env, owner, role, flags }) {
		this.n8n = n8n;
		this.role = role;
		this.flags = flags;
		this.userFolder = userFolder;
		this.isTemporary = isTemporary;
		this.env = env;
		this.owner = owner;
		this.url = `http://127.0.0.1:${port}`;
		this.logFile = path.join(userFolder, 'n8n.log');
		this.client = new RestClient(this.url, createExecutionParser(n8n.folder));
		this.commandLine = new CommandLine(n8n, env);
		/** Where `logs` begins, characters. */
		this.logStart = 0;
		/** @type {import('../setup/daemon').Daemon | undefined} */
		this.server = undefined;
	}

	/** @param {string} tarball */
	async installNode(tarball) {
		const nodesFolder = path.join(this.userFolder, '.n8n/nodes');
		return await installCommunityPackage({ nodesFolder, tarball, env: this.env });
	}

	/** Starts n8n and, if it is a whole one, signs in as its owner, who is created at the first start. */
	async start() {
		this.server = await startServer(this);
		if (this.role === 'start') await this.client.signIn(this.owner);
	}

	/** @param {NodeJS.Signals} [signal] */
	async stop(signal) {
		if (this.server) await stopDaemon(this.server, signal);
		this.server = undefined;
	}

	/** Stops n8n and deletes what it left, unless the caller chose the folder. */
	async remove() {
		await this.stop();
		if (this.isTemporary) fs.rmSync(this.userFolder, { recursive: true, force: true });
	}

	/** What the server has open: paths of files, and sockets by their number. On Linux. */
	openFiles() {
		const folder = `/proc/${this.server?.pid}/fd`;
		return fs.readdirSync(folder).map((descriptor) => {
			try {
				return fs.readlinkSync(path.join(folder, descriptor));
			} catch {
				// Closed in the meantime.
				return '';
			}
		});
	}

	/** Everything that the server has printed, over all its starts. */
	logs() {
		if (!fs.existsSync(this.logFile)) return '';
		return fs.readFileSync(this.logFile, 'utf8').slice(this.logStart);
	}

	/** Leaves it to another test file. @returns what that needs to go on with it */
	handOver() {
		const { userFolder, owner, client, server } = this;
		this.server = undefined;
		// This process may end before it.
		server?.unref?.();
		const port = Number(new URL(this.url).port);
		return { userFolder, owner, port, pid: Number(server?.pid), cookie: client.cookie };
	}

	/** Goes on with an n8n that another test file has started. @param {Pick<ReturnType<Instance['handOver']>, 'pid' | 'cookie'>} running */
	takeOver({ pid, cookie }) {
		this.server = adoptDaemon(pid);
		this.client.cookie = cookie;
		this.logStart = this.logs().length;
	}
}

/** @returns {import('./session').Owner} */
const newOwner = () => ({
	email: 'owner@n8n-nodes-verbit.example',
	firstName: 'Olive',
	lastName: 'Owner',
	// n8n asks for a capital letter and a number.
	password: `N8n-${randomBytes(9).toString('hex')}`,
});

/**
 * @param {InstanceOptions} [options]
 * @returns {Promise<Instance>}
 */
async function createInstance(options = {}) {
	const n8n = await ensureN8n(options.version);
	const userFolder =
		options.userFolder ?? fs.mkdtempSync(path.join(os.tmpdir(), 'n8n-nodes-verbit-'));
	fs.mkdirSync(userFolder, { recursive: true });
	const port = options.port ?? (await freePort());
	const brokerPort = await freePort();
	const env = { ...settingsFor({ node: n8n.node, userFolder, port, brokerPort }), ...options.env };
	const isTemporary = options.userFolder === undefined;
	const { owner = newOwner(), role = 'start', flags = [] } = options;
	return new Instance({ n8n, userFolder, isTemporary, port, env, owner, role, flags });
}

module.exports = { createInstance, Instance };

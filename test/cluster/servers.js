const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { freePort } = require('../support/n8n/ports');
const { run } = require('../support/setup/command');
const { startDaemon, stopDaemon } = require('../support/setup/daemon');
const { requireProgram } = require('./debian');

/** A server of the tests' own: data in a temporary folder, which outlive a restart, a free port of the loopback interface. */
class Server {
	/** @type {import('../support/setup/daemon').Daemon | undefined} */
	child = undefined;

	port = 0;

	/** @param {string} name */
	constructor(name) {
		this.name = name;
		this.folder = fs.mkdtempSync(path.join(os.tmpdir(), `verbit-${name}-`));
	}

	/** @param {string[]} command what runs it @param {() => Promise<unknown>} ask rejected, or false, where it can't be worked with yet */
	async run([command, ...args], ask) {
		this.child = await startDaemon({
			name: this.name,
			command,
			args,
			env: process.env,
			logFile: path.join(this.folder, `${this.name}.log`),
			// Some listen before they have started.
			isReady: async () => await ask().then(Boolean, () => false),
		});
	}

	/** @param {NodeJS.Signals} [signal] */
	async end(signal) {
		if (this.child) await stopDaemon(this.child, signal);
		this.child = undefined;
	}

	async stop() {
		await this.end();
		fs.rmSync(this.folder, { recursive: true, force: true });
	}
}

class Redis extends Server {
	get settings() {
		return { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: String(this.port) };
	}

	async open() {
		this.port = await freePort();
		await this.start();
	}

	async start() {
		const { port, folder } = this;
		const kept = { dir: folder, appendonly: 'yes', appendfsync: 'no', save: '' };
		const options = Object.entries({ port, bind: '127.0.0.1', ...kept });
		const args = options.flatMap(([name, value]) => [`--${name}`, String(value)]);
		// It listens, and says so, while it still loads its data.
		await this.run([requireProgram('redis-server'), ...args], async () => {
			const answer = await run('redis-cli', ['-p', String(port), 'ping'], { cwd: folder });
			return answer.trim() === 'PONG';
		});
	}
}

const USER = 'n8n';
const DATABASE = 'postgres';

/** A database that is thrown away need not survive a power cut, but keeps what it has confirmed when it is killed. */
const SETTINGS = [
	'fsync=off',
	'full_page_writes=off',
	'listen_addresses=127.0.0.1',
	'unix_socket_directories=',
];

/** Postgres refuses to run as root, so that it gets the user that its Debian package has made. */
const isRoot = process.getuid?.() === 0;
const AS_POSTGRES = isRoot
	? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
	: [];

class Postgres extends Server {
	data = path.join(this.folder, 'data');

	get settings() {
		return {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(this.port),
			DB_POSTGRESDB_DATABASE: DATABASE,
			DB_POSTGRESDB_USER: USER,
		};
	}

	async open() {
		this.port = await freePort();
		if (isRoot) await run('chown', ['-R', 'postgres:postgres', this.folder], { cwd: '/' });
		const init = [`--pgdata=${this.data}`, `--username=${USER}`, '--auth=trust'];
		const rest = ['--encoding=UTF8', '--locale=C', '--no-sync'];
		const [command, ...args] = [...AS_POSTGRES, requireProgram('initdb'), ...init, ...rest];
		await run(command, args, { cwd: this.folder });
		await this.start();
	}

	async start() {
		const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
		const args = ['-D', this.data, '-p', String(this.port), ...settings];
		const command = [...AS_POSTGRES, requireProgram('postgres'), ...args];
		await this.run(command, async () => await this.query('select 1'));
	}

	async dump() {
		return await this.client('pg_dump', []);
	}

	/** @param {string} sql a query @returns {Promise<any[]>} its rows, as objects */
	async query(sql) {
		const rows = `select coalesce(json_agg(t), '[]') from (${sql}) t`;
		return JSON.parse(await this.client('psql', ['-X', '-q', '-A', '-t', '-c', rows]));
	}

	/** @param {string} program @param {string[]} args */
	async client(program, args) {
		const place = ['--host=127.0.0.1', `--port=${this.port}`, `--username=${USER}`];
		return await run(requireProgram(program), [...place, ...args, DATABASE], { cwd: os.tmpdir() });
	}

	/** @override SIGINT ends it without waiting for its clients, SIGQUIT as a crash would. @param {NodeJS.Signals} [signal] */
	async end(signal = 'SIGINT') {
		await super.end(signal);
	}
}

module.exports = { Postgres, Redis, Server };

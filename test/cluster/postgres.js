const { randomBytes } = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { freePort } = require('../support/n8n/ports');
const { run } = require('../support/setup/command');
const { startDaemon, stopDaemon } = require('../support/setup/daemon');
const { requireProgram } = require('./debian');

const USER = 'n8n';
const DATABASE = 'postgres';

/** A database that is thrown away need not survive a power cut, but keeps what it has confirmed when it is killed. */
const SETTINGS = [
	'fsync=off',
	'full_page_writes=off',
	'listen_addresses=127.0.0.1',
	'unix_socket_directories=',
];

/** For n8n, of each process: with its default of 2, webhooks wait for one, and fail, where many are called at once. */
const MANY_CONNECTIONS = { DB_POSTGRESDB_POOL_SIZE: '10' };

/** Postgres refuses to run as root, so that it gets the user that its Debian package has made. */
const isRoot = process.getuid?.() === 0;
const AS_POSTGRES = isRoot
	? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
	: [];

/** @param {string} program @param {string[]} args @returns {[command: string, args: string[]]} */
function commandOf(program, args) {
	const [command, ...rest] = [...AS_POSTGRES, requireProgram(program), ...args];
	return [command, rest];
}

/**
 * A Postgres of its own: data in a temporary folder, a free port of the loopback interface, no socket in the file system.
 * It keeps its data over a restart.
 */
class Postgres {
	/** @param {number} port */
	constructor(port) {
		this.port = port;
		this.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'verbit-postgres-'));
		this.data = path.join(this.folder, 'data');
		this.password = randomBytes(16).toString('hex');
		/** @type {import('node:child_process').ChildProcess | undefined} */
		this.child = undefined;
	}

	/** What n8n needs to reach it. */
	get settings() {
		return {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(this.port),
			DB_POSTGRESDB_DATABASE: DATABASE,
			DB_POSTGRESDB_USER: USER,
			DB_POSTGRESDB_PASSWORD: this.password,
		};
	}

	async create() {
		const passwordFile = path.join(this.folder, 'password');
		fs.writeFileSync(passwordFile, this.password);
		if (isRoot) await run('chown', ['-R', 'postgres:postgres', this.folder], { cwd: '/' });
		const init = [`--pgdata=${this.data}`, `--username=${USER}`, `--pwfile=${passwordFile}`];
		const rest = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync'];
		await run(...commandOf('initdb', [...init, ...rest]), { cwd: this.folder });
	}

	async start() {
		const place = ['-D', this.data, '-p', String(this.port)];
		const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
		const [command, args] = commandOf('postgres', [...place, ...settings]);
		this.child = await startDaemon({
			name: 'Postgres',
			command,
			args,
			env: process.env,
			logFile: path.join(this.folder, 'postgres.log'),
			// It listens before it has started.
			isReady: async () =>
				await this.query('select 1').then(
					() => true,
					() => false,
				),
		});
	}

	/** All that is in the database, as text. */
	async dump() {
		return await this.client('pg_dump', []);
	}

	/** @param {string} sql a query @returns {Promise<any[]>} its rows, as objects */
	async query(sql) {
		const rows = `select row_to_json(t) from (${sql}) t`;
		const lines = await this.client('psql', ['-X', '-q', '-A', '-t', '-c', rows]);
		return lines
			.split('\n')
			.filter(Boolean)
			.map((line) => JSON.parse(line));
	}

	/** @param {string} program @param {string[]} args */
	async client(program, args) {
		return await run(
			requireProgram(program),
			['--host=127.0.0.1', `--port=${this.port}`, `--username=${USER}`, ...args, DATABASE],
			{ cwd: os.tmpdir(), env: { ...process.env, PGPASSWORD: this.password } },
		);
	}

	/** @param {NodeJS.Signals} [signal] SIGINT ends it without waiting for its clients, SIGQUIT as a crash would */
	async end(signal = 'SIGINT') {
		if (this.child) await stopDaemon(this.child, signal);
		this.child = undefined;
	}

	async stop() {
		await this.end();
		fs.rmSync(this.folder, { recursive: true, force: true });
	}
}

async function startPostgres() {
	const postgres = new Postgres(await freePort());
	await postgres.create();
	await postgres.start();
	return postgres;
}

module.exports = { MANY_CONNECTIONS, startPostgres };

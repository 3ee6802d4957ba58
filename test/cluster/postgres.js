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

/** A database that is thrown away need not survive a power cut. */
const SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/** One that is killed has to keep what it has confirmed. */
const SURVIVES_CRASHES = ['fsync=off', 'full_page_writes=off'];

/** For n8n, of each process: with its default of 2, webhooks wait for one, and fail, where many are called at once. */
const MANY_CONNECTIONS = { DB_POSTGRESDB_POOL_SIZE: '10' };

/** Postgres refuses to run as root, so that it gets the user that its Debian package has made. */
const asPostgres =
	process.getuid?.() === 0
		? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
		: [];

/**
 * @param {string} program
 * @param {string[]} args
 * @returns {[command: string, args: string[]]}
 */
function commandOf(program, args) {
	const [command, ...rest] = [...asPostgres, requireProgram(program), ...args];
	return [command, rest];
}

/**
 * A Postgres of its own: data in a temporary folder, a free port of the loopback interface, no socket in the file system.
 * It keeps its data over a restart.
 */
class Postgres {
	/**
	 * @param {number} port
	 * @param {string[]} settings
	 */
	constructor(port, settings) {
		this.port = port;
		this.serverSettings = settings;
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
		fs.mkdirSync(this.data);
		giveToPostgres([this.folder, this.data, passwordFile]);
		const init = commandOf('initdb', [
			`--pgdata=${this.data}`,
			`--username=${USER}`,
			`--pwfile=${passwordFile}`,
			'--auth=scram-sha-256',
			'--encoding=UTF8',
			'--locale=C',
			'--no-sync',
		]);
		await run(...init, { cwd: this.folder });
	}

	async start() {
		this.child = await startServer(this);
	}

	/** All that is in the database, as text. */
	async dump() {
		return await this.client('pg_dump', []);
	}

	/**
	 * @param {string} sql a query
	 * @returns {Promise<any[]>} its rows, as objects
	 */
	async query(sql) {
		const rows = `select row_to_json(t) from (${sql}) t`;
		const lines = await this.client('psql', ['-X', '-q', '-A', '-t', '-c', rows]);
		return lines
			.split('\n')
			.filter(Boolean)
			.map((line) => JSON.parse(line));
	}

	/** @param {string} sql a command that returns no rows */
	async change(sql) {
		await this.client('psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-c', sql]);
	}

	/**
	 * @param {string} program
	 * @param {string[]} args
	 */
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

/** @param {string[]} [settings] of the server */
async function startPostgres(settings = SETTINGS) {
	const postgres = new Postgres(await freePort(), settings);
	await postgres.create();
	await postgres.start();
	return postgres;
}

/** @param {string[]} files */
function giveToPostgres(files) {
	if (asPostgres.length === 0) return;
	const owner = fs.readFileSync('/etc/passwd', 'utf8').match(/^postgres:[^:]*:(\d+):(\d+):/m);
	if (owner === null) throw new Error('There is no user "postgres" on this machine');
	for (const file of files) fs.chownSync(file, Number(owner[1]), Number(owner[2]));
}

/** @param {Postgres} postgres */
async function startServer({ folder, data, port, serverSettings }) {
	const settings = [...serverSettings, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
	const [command, args] = commandOf('postgres', [
		'-D',
		data,
		'-p',
		String(port),
		...settings.flatMap((setting) => ['-c', setting]),
	]);
	return await startDaemon({
		name: 'Postgres',
		command,
		args,
		env: process.env,
		logFile: path.join(folder, 'postgres.log'),
		isReady: async () => await isReady(port),
	});
}

/**
 * It listens before it has started.
 * @param {number} port
 */
async function isReady(port) {
	const args = ['--host=127.0.0.1', `--port=${port}`];
	return await run(requireProgram('pg_isready'), args, { cwd: os.tmpdir() }).then(
		() => true,
		() => false,
	);
}

module.exports = { MANY_CONNECTIONS, startPostgres, SURVIVES_CRASHES };

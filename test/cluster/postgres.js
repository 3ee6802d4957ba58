const os = require('node:os');
const path = require('node:path');
const { run } = require('../support/setup/command');
const { requireProgram } = require('./debian');
const { Server } = require('./server');

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

/** @param {string} program @param {string[]} args @returns {[command: string, args: string[]]} */
function commandOf(program, args) {
	const [command, ...rest] = [...AS_POSTGRES, requireProgram(program), ...args];
	return [command, rest];
}

class Postgres extends Server {
	data = path.join(this.folder, 'data');

	/** What n8n needs to reach it. */
	get settings() {
		return {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(this.port),
			DB_POSTGRESDB_DATABASE: DATABASE,
			DB_POSTGRESDB_USER: USER,
		};
	}

	/** @override */
	async create() {
		await super.create();
		if (isRoot) await run('chown', ['-R', 'postgres:postgres', this.folder], { cwd: '/' });
		const init = [`--pgdata=${this.data}`, `--username=${USER}`, '--auth=trust'];
		const rest = ['--encoding=UTF8', '--locale=C', '--no-sync'];
		await run(...commandOf('initdb', [...init, ...rest]), { cwd: this.folder });
	}

	/** @override @returns {[command: string, args: string[]]} */
	command() {
		const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
		return commandOf('postgres', ['-D', this.data, '-p', String(this.port), ...settings]);
	}

	/** @override */
	async ask() {
		return await this.query('select 1');
	}

	/** All that is in the database, as text. */
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

module.exports = { Postgres };

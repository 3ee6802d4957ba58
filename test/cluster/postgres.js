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

/** A Postgres of its own: data in a temporary folder, a free port of the loopback interface, no socket in the file system. */
async function startPostgres() {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'verbit-postgres-'));
	const data = path.join(folder, 'data');
	const password = randomBytes(16).toString('hex');
	const passwordFile = path.join(folder, 'password');
	fs.writeFileSync(passwordFile, password);
	fs.mkdirSync(data);
	giveToPostgres([folder, data, passwordFile]);
	const init = commandOf('initdb', [
		`--pgdata=${data}`,
		`--username=${USER}`,
		`--pwfile=${passwordFile}`,
		'--auth=scram-sha-256',
		'--encoding=UTF8',
		'--locale=C',
		'--no-sync',
	]);
	await run(...init, { cwd: folder });
	const port = await freePort();
	const child = await startServer(folder, data, port);
	/** @type {NodeJS.ProcessEnv} */
	const clientEnv = { ...process.env, PGPASSWORD: password };
	return {
		settings: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(port),
			DB_POSTGRESDB_DATABASE: DATABASE,
			DB_POSTGRESDB_USER: USER,
			DB_POSTGRESDB_PASSWORD: password,
		},
		/** All that is in the database, as text. */
		dump: async () =>
			await run(
				requireProgram('pg_dump'),
				['--host=127.0.0.1', `--port=${port}`, `--username=${USER}`, DATABASE],
				{ cwd: os.tmpdir(), env: clientEnv },
			),
		stop: async () => {
			// SIGINT ends it without waiting for its clients.
			await stopDaemon(child, 'SIGINT');
			fs.rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** @param {string[]} files */
function giveToPostgres(files) {
	if (asPostgres.length === 0) return;
	const owner = fs.readFileSync('/etc/passwd', 'utf8').match(/^postgres:[^:]*:(\d+):(\d+):/m);
	if (owner === null) throw new Error('There is no user "postgres" on this machine');
	for (const file of files) fs.chownSync(file, Number(owner[1]), Number(owner[2]));
}

/**
 * @param {string} folder
 * @param {string} data
 * @param {number} port
 */
async function startServer(folder, data, port) {
	const settings = [...SETTINGS, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
	const [command, args] = commandOf('postgres', [
		'-D',
		data,
		'-p',
		String(port),
		...settings.flatMap((setting) => ['-c', setting]),
	]);
	const logFile = path.join(folder, 'postgres.log');
	return await startDaemon({
		name: 'Postgres',
		command,
		args,
		env: process.env,
		logFile,
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

module.exports = { startPostgres };

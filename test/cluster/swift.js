const { randomBytes } = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { presignV4 } = require('../emulator/store/presign');
const { freePort } = require('../support/n8n/ports');
const { run } = require('../support/setup/command');
const { requireProgram } = require('./debian');
const { Server } = require('./servers');

const DEVICE = 'disk';
const REGION = 'us-east-1';

/** What s3api makes of tempauth's user `tester` of the account `test`. */
const KEY_ID = 'test:tester';

const STORAGE_SERVERS = /** @type {const} */ (['account', 'container', 'object']);

/**
 * OpenStack Swift with its S3 interface: a real object store with one replica, on free ports of the loopback interface
 * and with its data in a temporary folder.
 */
async function startSwift() {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'verbit-swift-'));
	fs.mkdirSync(path.join(folder, 'devices', DEVICE), { recursive: true });
	/** @type {Server[]} */
	const servers = [];
	const stop = async () => {
		await Promise.all(servers.map(async (server) => await server.stop()));
		fs.rmSync(folder, { recursive: true, force: true });
	};
	try {
		servers.push(...(await Promise.all(STORAGE_SERVERS.map((name) => startStorage(folder, name)))));
		const secret = randomBytes(16).toString('hex');
		const port = await freePort();
		servers.push(await startServer(folder, 'proxy', port, proxyConf(secret)));
		const storeUrl = `http://127.0.0.1:${port}`;
		const credentials = { id: KEY_ID, secret };
		const store = { storeUrl, bucket: 'recordings', region: REGION, credentials };
		await makeBucket(store);
		return { store, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

/** @param {string} folder @param {typeof STORAGE_SERVERS[number]} name */
async function startStorage(folder, name) {
	const port = await freePort();
	const builder = requireProgram('swift-ring-builder');
	const ring = path.join(folder, `${name}.builder`);
	// 2^1 partitions of one replica, which may be moved at any time.
	await run(builder, [ring, 'create', '1', '1', '0'], { cwd: folder });
	await run(builder, [ring, 'add', `r1z1-127.0.0.1:${port}/${DEVICE}`, '1'], { cwd: folder });
	await run(builder, [ring, 'rebalance'], { cwd: folder });
	const conf = `
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`;
	return await startServer(folder, name, port, conf);
}

const proxyConf = (/** @type {string} */ secret) => `
[pipeline:main]
pipeline = cache s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:cache]
use = egg:swift#memcache
# tempauth insists on a cache, and does well without its server.
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = ${REGION}
# A part of the check would ask for what only multipart uploads need.
allow_multipart_uploads = false
auth_pipeline_check = false
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = ${secret} .admin
`;

/** @param {string} folder @param {string} name @param {number} port @param {string} conf what others don't have */
async function startServer(folder, name, port, conf) {
	const file = path.join(folder, `${name}-server.conf`);
	const common = `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
# One process, which does not start others.
workers = 0
user = ${os.userInfo().username}
swift_dir = ${folder}
recon_cache_path = ${folder}/cache
devices = ${folder}/devices
mount_check = false`;
	fs.writeFileSync(file, common + conf);
	const server = new Server(`swift-${name}`);
	// They leave the process group that they are started in, and so would outlive it.
	const command = ['setpriv', '--pdeathsig=TERM', requireProgram(`swift-${name}-server`)];
	const isThere = async () => await fetch(`http://127.0.0.1:${port}/`);
	await server.run([...command, file, '--verbose'], isThere);
	return server;
}

/** @param {import('../emulator/store/presign').Store} store */
async function makeBucket(store) {
	const url = presignV4({ ...store, key: '', now: Date.now(), expiresIn: 60 });
	const answer = await fetch(url, { method: 'PUT' });
	if (!answer.ok) throw new Error(`Swift made no bucket: ${answer.status} ${await answer.text()}`);
}

module.exports = { startSwift };

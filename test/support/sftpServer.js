const fs = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');

/** A folder behind SFTP, on a free port of the loopback interface: a real server, of the package that n8n's own client is from. */
class SftpServer {
	/** The files that were opened, in their order. @type {string[]} */
	opened = [];

	/** Of those that can't be read. @type {string[]} */
	unreadable = [];

	user = { username: 'recorder', password: 'opensesame' };

	/** @param {string} folder */
	constructor(folder) {
		this.folder = folder;
	}

	/** @param {string} n8nFolder the folder with `node_modules` */
	async start(n8nFolder) {
		const requireOfN8n = createRequire(path.join(n8nFolder, 'node_modules/n8n/package.json'));
		const { Server, utils } = requireOfN8n('ssh2');
		this.utils = utils.sftp;
		const hostKeys = [utils.generateKeyPairSync('ed25519').private];
		this.server = new Server({ hostKeys }, (/** @type {any} */ client) => {
			client.on('error', () => {});
			client.on('authentication', (/** @type {any} */ attempt) => {
				const { username, password } = this.user;
				if (attempt.username === username && attempt.password === password) attempt.accept();
				else attempt.reject(['password']);
			});
			client.on('session', (/** @type {() => any} */ accept) =>
				accept().on('sftp', (/** @type {() => any} */ acceptSftp) => this.serve(acceptSftp())),
			);
		});
		await new Promise((resolve) => this.server.listen(0, '127.0.0.1', () => resolve(undefined)));
		return this;
	}

	/** What a user fills in for it. */
	get credential() {
		return { host: '127.0.0.1', port: this.server.address().port, ...this.user };
	}

	async stop() {
		await new Promise((resolve) => this.server.close(() => resolve(undefined)));
	}

	/** @param {any} sftp */
	serve(sftp) {
		const { OK, EOF, FAILURE, NO_SUCH_FILE, PERMISSION_DENIED } = this.utils.STATUS_CODE;
		/** @type {Map<number, { file?: number, entries?: Array<{ filename: string, longname: string, attrs: fs.Stats }> }>} */
		const handles = new Map();
		const newHandle = (/** @type {any} */ content) => {
			const handle = Buffer.alloc(4);
			handle.writeUInt32BE(handles.size);
			handles.set(handles.size, content);
			return handle;
		};
		const of = (/** @type {Buffer} */ handle) => handles.get(handle.readUInt32BE()) ?? {};
		const place = (/** @type {string} */ name) =>
			path.join(this.folder, path.posix.resolve('/', name));
		/** @type {Record<string, (id: number, ...args: any[]) => void>} */
		const operations = {
			REALPATH: (id, name) => {
				const filename = path.posix.resolve('/', name);
				sftp.name(id, [{ filename, longname: filename, attrs: {} }]);
			},
			STAT: (id, name) => sftp.attrs(id, attributes(fs.statSync(place(name)))),
			LSTAT: (id, name) => sftp.attrs(id, attributes(fs.lstatSync(place(name)))),
			FSTAT: (id, handle) => sftp.attrs(id, attributes(fs.fstatSync(Number(of(handle).file)))),
			OPENDIR: (id, name) => {
				const entries = fs.readdirSync(place(name)).map((filename) => {
					const attrs = fs.statSync(path.join(place(name), filename));
					const kind = attrs.isDirectory() ? 'd' : '-';
					const longname = `${kind}rw-r--r-- 1 1 1 ${attrs.size} Jan 1 00:00 ${filename}`;
					return { filename, longname, attrs: attributes(attrs) };
				});
				sftp.handle(id, newHandle({ entries }));
			},
			READDIR: (id, handle) => {
				const content = of(handle);
				if (!content.entries?.length) return sftp.status(id, EOF);
				sftp.name(id, content.entries);
				content.entries = [];
			},
			OPEN: (id, name) => {
				if (this.unreadable.includes(name)) return sftp.status(id, PERMISSION_DENIED);
				this.opened.push(name);
				sftp.handle(id, newHandle({ file: fs.openSync(place(name), 'r') }));
			},
			READ: (id, handle, offset, length) => {
				const part = Buffer.alloc(length);
				const bytes = fs.readSync(Number(of(handle).file), part, 0, length, offset);
				if (bytes === 0) sftp.status(id, EOF);
				else sftp.data(id, part.subarray(0, bytes));
			},
			CLOSE: (id, handle) => {
				const { file } = of(handle);
				if (file !== undefined) fs.closeSync(file);
				sftp.status(id, OK);
			},
		};
		for (const [name, operation] of Object.entries(operations)) {
			sftp.on(name, (/** @type {number} */ id, /** @type {any[]} */ ...args) => {
				try {
					operation(id, ...args);
				} catch (error) {
					const isMissing = /** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT';
					sftp.status(id, isMissing ? NO_SUCH_FILE : FAILURE);
				}
			});
		}
	}
}

/** @param {fs.Stats} stats */
function attributes({ mode, uid, gid, size, atimeMs, mtimeMs }) {
	return { mode, uid, gid, size, atime: atimeMs / 1000, mtime: mtimeMs / 1000 };
}

module.exports = { SftpServer };

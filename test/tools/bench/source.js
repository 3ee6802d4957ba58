const { randomBytes } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

/**
 * A file of random bytes, the same MiB again and again: made as fast as the disk takes it, and not compressible for
 * anything between the processes.
 *
 * @param {string} file
 * @param {number} size a multiple of one MiB
 */
function makeFile(file, size) {
	fs.mkdirSync(path.dirname(file), { recursive: true });
	const block = randomBytes(MIB);
	const descriptor = fs.openSync(file, 'w');
	for (let written = 0; written < size; written += MIB) fs.writeSync(descriptor, block);
	fs.closeSync(descriptor);
	return file;
}

/** @param {string} folder */
function freeDisk(folder) {
	const { bavail, bsize } = fs.statfsSync(folder);
	return bavail * bsize;
}

/** Of which the system may take back what it uses as a cache. */
function freeMemory() {
	const [, kib] = /^MemAvailable:\s+(\d+) kB/m.exec(readIfThere('/proc/meminfo')) ?? [];
	return kib === undefined ? require('node:os').freemem() : Number(kib) * 1024;
}

/** @param {string} file */
const readIfThere = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '');

module.exports = { freeDisk, freeMemory, GIB, makeFile, MIB, readIfThere };

const { randomBytes } = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

/**
 * Memory of a process in bytes, as Linux counts it. The kernel keeps the peak (VmHWM) and resets it on demand, so nothing is
 * missed between two reads.
 * @param {number} pid @param {'VmRSS' | 'VmHWM'} field
 */
function memoryOf(pid, field) {
	const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
	return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
}

/** @param {number} pid */
const resetPeakMemory = (pid) => fs.writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** CPU seconds since it started. @param {number} pid */
function cpuSeconds(pid) {
	const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
	// The name of the program stands in brackets, and may hold anything.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	// utime and stime, in ticks of a hundredth.
	return (Number(fields[11]) + Number(fields[12])) / 100;
}

/**
 * Files of random bytes, `1.bin` and so on. All have the same content, the same MiB again and again: made as fast as the
 * disk takes it, and not compressible for anything between the processes.
 * @param {string} folder @param {number} size bytes, a multiple of one MiB
 * @returns {string} the first one
 */
function makeFiles(folder, size, count = 1) {
	fs.mkdirSync(folder, { recursive: true });
	const first = path.join(folder, '1.bin');
	const block = randomBytes(MIB);
	const descriptor = fs.openSync(first, 'w');
	for (let written = 0; written < size; written += MIB) fs.writeSync(descriptor, block);
	fs.closeSync(descriptor);
	for (let number = 2; number <= count; number++) {
		fs.linkSync(first, path.join(folder, `${number}.bin`));
	}
	return first;
}

/** A folder that is gone when this process ends. Not in the checkout: the lint would walk through what n8n writes there. */
function temporaryFolder() {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'verbit-'));
	process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
	return folder;
}

module.exports = { cpuSeconds, GIB, makeFiles, memoryOf, MIB, resetPeakMemory, temporaryFolder };

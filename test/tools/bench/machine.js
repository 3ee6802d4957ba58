const { randomBytes } = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

/**
 * Memory of a process in bytes, as Linux counts it; NaN on other systems. The kernel keeps the peak (VmHWM) and resets it
 * on demand, so nothing is missed between two reads.
 * @param {number} pid
 * @param {'VmRSS' | 'VmHWM'} field
 */
function memoryOf(pid, field) {
	if (!isMeasurable) return NaN;
	const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
	return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
}

const isMeasurable = fs.existsSync('/proc/self/clear_refs');

/** @param {number} pid */
const residentMemory = (pid) => memoryOf(pid, 'VmRSS');

/** Since the process started, or since the last reset. @param {number} pid */
const peakMemory = (pid) => memoryOf(pid, 'VmHWM');

/** @param {number} pid */
function resetPeakMemory(pid) {
	if (isMeasurable) fs.writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** Of Linux on all machines that Node.js runs on. */
const TICKS_A_SECOND = 100;

/**
 * CPU seconds of a process and everything that it has started, whether it still runs or not.
 * @param {number} [root] its id; 0 s without one
 */
function cpuSeconds(root) {
	const processes = fs
		.readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.flatMap(readProcess);
	/** A set grows while it is walked. @type {Set<number | undefined>} */
	const ids = new Set([root]);
	for (const at of ids) for (const { id, parent } of processes) if (parent === at) ids.add(id);
	const own = processes.filter(({ id }) => ids.has(id));
	return own.reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_A_SECOND;
}

/** A process; none where it has ended in the meantime. @param {string} id */
function readProcess(id) {
	try {
		const stat = fs.readFileSync(`/proc/${id}/stat`, 'utf8');
		// The name of the program stands in brackets, and may hold anything.
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		// utime, stime, and those of children that have ended.
		const ticks = fields.slice(11, 15).reduce((sum, value) => sum + Number(value), 0);
		return { id: Number(id), parent: Number(fields[1]), ticks };
	} catch {
		return [];
	}
}

/**
 * Files of random bytes, `1.bin` and so on. All have the same content, the same MiB again and again: made as fast as the
 * disk takes it, and not compressible for anything between the processes.
 * @param {string} folder
 * @param {number} size bytes, a multiple of one MiB
 * @param {number} [count]
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

module.exports = {
	cpuSeconds,
	GIB,
	makeFiles,
	MIB,
	peakMemory,
	resetPeakMemory,
	residentMemory,
	temporaryFolder,
};

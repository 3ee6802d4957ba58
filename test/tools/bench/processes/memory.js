/**
 * Memory of a process as Linux counts it, in bytes. The kernel keeps the peak itself (VmHWM) and forgets it on demand,
 * so that nothing is missed between two looks. NaN on other systems.
 */
const fs = require('node:fs');

const isMeasurable = fs.existsSync('/proc/self/clear_refs');

/**
 * @param {number} pid
 * @param {'VmRSS' | 'VmHWM'} field
 */
function read(pid, field) {
	if (!isMeasurable) return NaN;
	const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
	return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
}

/** @param {number} pid */
const residentMemory = (pid) => read(pid, 'VmRSS');

/** Since the process started, or since the last reset. @param {number} pid */
const peakMemory = (pid) => read(pid, 'VmHWM');

/** @param {number} pid */
function resetPeakMemory(pid) {
	if (isMeasurable) fs.writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

module.exports = { peakMemory, residentMemory, resetPeakMemory };

const fs = require('node:fs');

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
		.flatMap(read);
	/** A set grows while it is walked. @type {Set<number | undefined>} */
	const ids = new Set([root]);
	for (const at of ids) for (const { id, parent } of processes) if (parent === at) ids.add(id);
	const own = processes.filter(({ id }) => ids.has(id));
	return own.reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_A_SECOND;
}

/** A process; none where it has ended in the meantime. @param {string} id */
function read(id) {
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

module.exports = { cpuSeconds };

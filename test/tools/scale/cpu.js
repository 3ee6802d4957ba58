const fs = require('node:fs');

/** Of Linux on all machines that Node.js runs on. */
const TICKS_A_SECOND = 100;

/**
 * CPU seconds of a process and everything that it has started, whether it still runs or not.
 * @param {number} root its id
 */
function cpuSeconds(root) {
	const processes = fs
		.readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.flatMap(read);
	let ticks = 0;
	const waiting = [root];
	for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
		for (const one of processes) {
			if (one.id === id) ticks += one.ticks;
			if (one.parent === id) waiting.push(one.id);
		}
	}
	return ticks / TICKS_A_SECOND;
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

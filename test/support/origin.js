const { execFileSync } = require('node:child_process');
const os = require('node:os');
const { checkout } = require('./setup/paths');

/**
 * What a figure was measured on.
 *
 * @typedef {object} Origin
 * @property {string} date when it began
 * @property {string} commit the last that changed the node's code, short; '' outside a git checkout. "changed" after it
 *   where the code differs
 * @property {string} cpu model and number of cores
 * @property {number} load processes that wanted a core in the minute before it began, as Linux counts them
 */

/** The node's code. */
const CODE = ['nodes', 'credentials'];

/** To be called before anything is started. @returns {Origin} */
function originNow() {
	const cpus = os.cpus();
	return {
		date: new Date().toISOString(),
		commit: commit(),
		cpu: `${cpus[0]?.model.trim() || os.arch()}, ${cpus.length} cores`,
		load: Math.round(os.loadavg()[0] * 10) / 10,
	};
}

function commit() {
	try {
		const isChanged = git('status', '--porcelain', '--', ...CODE) !== '';
		return `${git('log', '-1', '--format=%h', '--', ...CODE)}${isChanged ? ', changed' : ''}`;
	} catch {
		return '';
	}
}

/** @param {string[]} args */
const git = (...args) =>
	execFileSync('git', args, { cwd: checkout, encoding: 'utf8', stdio: 'pipe' }).trim();

module.exports = { originNow };

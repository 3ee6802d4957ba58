const { spawn } = require('node:child_process');
const { once } = require('node:events');
const path = require('node:path');
const { checkout } = require('./paths');

/**
 * MiB for objects that were just made; jest hands the setting on to its processes. The tests make many that live for a moment,
 * and take an eighth longer with the 16 that Node.js has by itself.
 */
const ROOM_FOR_THE_NEW = '--max-semi-space-size=64';

/** @typedef {{ passed: number, failed: number, skipped: number }} Results */

/**
 * Runs the tests of some of jest's projects. They have one process group for all that they start, so that none of it is left,
 * whichever way this process ends.
 * @param {string[]} projects @param {string[]} [options] of jest's command line @returns {Promise<Results>}
 */
async function runJest(projects, options = []) {
	const args = [
		ROOM_FOR_THE_NEW,
		require.resolve('jest/bin/jest'),
		`--config=${path.join(checkout, 'test/jest.config.js')}`,
		// Jest would keep it in the temporary folder, and so begin anew each time.
		`--cacheDirectory=${path.join(checkout, '.runtime/jest-cache')}`,
		'--reporters=default',
		`--reporters=${require.resolve('./resultsReporter')}`,
		// As the property tests, see fastCheck.js. Jest prints the seed.
		...(process.env.RANDOM_SEED ? ['--randomize'] : []),
		...options,
		'--selectProjects',
		...projects,
	];
	const child = spawn(process.execPath, args, {
		cwd: checkout,
		detached: true,
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
	});
	// Where jest ends before its tests do.
	let results = { passed: 0, failed: 1, skipped: 0 };
	child.on('message', (sent) => (results = /** @type {Results} */ (sent)));
	const endAll = () => {
		try {
			process.kill(-Number(child.pid), 'SIGKILL');
		} catch {
			// All of them have ended by themselves.
		}
	};
	// Before the temporary folder is removed that they write to.
	process.prependOnceListener('exit', endAll);
	await once(child, 'close');
	process.off('exit', endAll);
	endAll();
	return results;
}

/** Prints the last line of a test command, and sets its exit code. @param {Array<Partial<Results>>} results */
function summarize(...results) {
	const sum = (/** @type {keyof Results} */ name) =>
		results.reduce((total, result) => total + (result[name] ?? 0), 0);
	const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
	console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
	process.exitCode = sum('failed') === 0 ? 0 : 1;
}

module.exports = { runJest, summarize };

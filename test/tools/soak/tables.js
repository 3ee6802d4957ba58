const { slope } = require('../../support/slope');
const { MIB } = require('../measure/machine');
const { aim, show } = require('../measure/measure');
const { sum } = require('../measure/tally');

/**
 * @typedef {ReturnType<Awaited<ReturnType<typeof import('./week').openWeek>>['result']>} Result
 * @typedef {import('./week').Sample} Sample
 * @typedef {import('./week').ProcessState} ProcessState
 */

const SAMPLES_A_DAY = 4;

/**
 * How much a process grows in a day between two restarts, on average; the first sample after a start is left out.
 * @param {Result} result @param {string} role @param {(state: ProcessState) => number} of
 */
function growth({ samples }, role, of) {
	// The last one is not as long after the one before.
	const states = samples
		.slice(0, -1)
		.flatMap(({ processes }) => Object.entries(processes))
		.filter(([name]) => name.startsWith(role))
		.map(([, state]) => state);
	const pids = [...new Set(states.map(({ pid }) => pid))];
	const slopes = pids
		.map((id) => states.filter(({ pid }) => pid === id).slice(1))
		// A life of a process with fewer samples says nothing.
		.filter(({ length }) => length >= 5)
		.map((states) => slope(states.map(of)) * SAMPLES_A_DAY);
	return sum(slopes) / slopes.length;
}

/** @param {Result[]} results with this node, and without it */
const sectionsOf = ([own, other]) => ({
	aims: [
		...outcomeAims(own),
		...['main', 'webhooks', 'worker'].flatMap((role) => growthAims(own, other, role)),
		...storedAims(own, other),
	],
	days: dayRows(own, other),
});

/** @param {Result} own */
function outcomeAims({ recordings, startedOnce, reportedOnce, reportedTwice, exchanges, samples }) {
	const days = (samples.at(-1)?.hour ?? NaN) / 24;
	// Three processes call Verbit, each of which may find the token expired first.
	const most = Math.ceil(days) * 3;
	return [
		aim('Recordings with one started job and their bytes', startedOnce, '=', recordings),
		aim('Jobs whose callback ran the workflow once', reportedOnce, '=', recordings),
		aim('Repeated callbacks that ran it again', reportedTwice, '=', 0),
		aim(`Token exchanges in ${show(days, '', 1)} days`, exchanges, '≤', most),
	];
}

/** @param {Result} own @param {Result} other @param {string} role */
function growthAims(own, other, role) {
	/** @type {(what: string, most: number, unit: string, of: (state: ProcessState) => number) => ReturnType<typeof aim>} */
	const one = (what, most, unit, of) => {
		const [ours, theirs] = [own, other].map((result) => growth(result, role, of));
		const measured = `${what} a day, ${role} (without this node ${show(theirs)})`;
		return aim(measured, ours, '≤', Math.max(0, theirs) + most, unit);
	};
	return [
		// A leak of 20 KB an execution would be 2 MiB a day.
		one('Growth of the memory in use', 2, ' MiB', ({ inUse }) => inUse / MIB),
		// One for each execution would be a hundred a day.
		one('Growth of open files', 2, ' files', ({ openFiles }) => openFiles),
	];
}

/** @param {Result} own @param {Result} other */
function storedAims(own, other) {
	const [ours, theirs] = [own, other].map(({ samples }) => {
		const end = /** @type {Sample} */ (samples.at(-1));
		return { ...end, gained: end.otherRows - samples[SAMPLES_A_DAY - 1].otherRows };
	});
	const { records, redisKeys, gained } = ours;
	// One for each recording would be a hundred or more; some rows of n8n come and go.
	const mostGained = theirs.gained + 10;
	return [
		aim('Rows that other tables gained after the first day', gained, '≤', mostGained),
		aim('Rows of processed\\_data: recordings and the trigger', records, '≤', own.recordings + 1),
		aim('Redis keys at the end', redisKeys, '≤', theirs.redisKeys),
	];
}

/** One row for each day, and one for when everything was over, with both weeks in each cell. @param {Result} own @param {Result} other */
function dayRows(own, other) {
	const last = own.samples.length - 1;
	const rows = own.samples.map((sample, index) => {
		const [ours, theirs] = [sample, other.samples[index]].map((one) => Object.entries(shown(one)));
		const cells = ours.map(([title, value], cell) => [title, `${value} / ${theirs[cell][1]}`]);
		return {
			Day: index === last ? 'end' : (index + 1) / SAMPLES_A_DAY,
			...Object.fromEntries(cells),
		};
	});
	return rows.filter((_, index) => index === last || (index + 1) % SAMPLES_A_DAY === 0);
}

/** @param {Sample} sample */
const shown = ({ processes, records, otherRows, databaseBytes, redisKeys }) => ({
	'Main process (MiB)': mib(processes.main.inUse),
	'Webhook process (MiB)': mib(processes.webhooks.inUse),
	'Worker 1 (MiB)': mib(processes['worker 1'].inUse),
	'Worker 2 (MiB)': mib(processes['worker 2'].inUse),
	'Rows of processed\\_data': records,
	'Rows of other tables': otherRows,
	'Postgres (MiB)': mib(databaseBytes),
	'Redis keys': redisKeys,
});

/** @param {number} bytes */
const mib = (bytes) => show(bytes / MIB, '', 0);

module.exports = { sectionsOf };

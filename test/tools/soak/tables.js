const { slope } = require('../../support/slope');
const { MIB } = require('../measure/machine');
const { aim, aimAll, show } = require('../measure/measure');
const { sum } = require('../measure/tally');

/**
 * @typedef {ReturnType<Awaited<ReturnType<typeof import('./week').openWeek>>['result']>} Result
 * @typedef {import('./week').Sample} Sample
 * @typedef {import('./week').ProcessState} ProcessState
 */

const SAMPLES_A_DAY = 4;

/** @param {Result[]} results with this node, and without it */
const sectionsOf = ([own, other]) => ({ aims: aimsOf(own, other), days: dayRows(own, other) });

/** @param {Result} own @param {Result} other */
function aimsOf(own, other) {
	const { recordings } = own;
	const [ours, theirs] = [own, other].map(({ samples }) => {
		const end = /** @type {Sample} */ (samples.at(-1));
		return { ...end, gained: end.otherRows - samples[SAMPLES_A_DAY - 1].otherRows };
	});
	const days = ours.hour / 24;
	// Three processes call Verbit, each of which may find the token expired first.
	const mostExchanges = Math.ceil(days) * 3;
	// One for each recording would be a hundred or more; some rows of n8n come and go.
	const mostGained = theirs.gained + 10;
	// Of processed_data, each External ID has three rows, and the trigger one.
	return [
		aimAll('Recordings with one started job and their bytes', own.startedOnce, recordings),
		aimAll('Jobs whose callback ran the workflow once', own.reportedOnce, recordings),
		aim('Repeated callbacks that ran it again', own.reportedTwice, '=', 0),
		aim(`Token exchanges in ${show(days, '', 1)} days`, own.exchanges, '≤', mostExchanges),
		...['main', 'webhooks', 'worker'].flatMap((role) => growthAims(own, other, role)),
		aim('Rows that other tables gained after the first day', ours.gained, '≤', mostGained),
		aim('Rows of processed\\_data', ours.records, '≤', 3 * recordings + 1),
		aim('Redis keys at the end', ours.redisKeys, '≤', theirs.redisKeys),
	];
}

/** @param {Result} own @param {Result} other @param {string} role */
function growthAims(own, other, role) {
	/** @type {(what: string, most: number, unit: string, of: (state: ProcessState) => number) => ReturnType<typeof aim>} */
	const one = (what, most, unit, of) => {
		const [ours, theirs] = [own, other].map((result) => growth(result, role, of));
		const title = `${what} a day, ${role} (without this node ${show(theirs)})`;
		return aim(title, ours, '≤', Math.max(0, theirs) + most, unit);
	};
	return [
		// A leak of 20 KB an execution would be 2 MiB a day.
		one('Growth of the memory in use', 2, ' MiB', ({ inUse }) => inUse / MIB),
		// One for each execution would be a hundred a day.
		one('Growth of open files', 2, ' files', ({ openFiles }) => openFiles),
	];
}

/**
 * How much a process grows in a day between two restarts, on average; the first sample after a start is left out.
 * @param {Result} result @param {string} role @param {(state: ProcessState) => number} of
 */
function growth({ samples }, role, of) {
	// The last one is not as long after the one before.
	const states = samples
		.slice(0, -1)
		.flatMap(({ processes }) => Object.entries(processes))
		.flatMap(([name, state]) => (name.startsWith(role) ? [state] : []));
	const slopes = [...new Set(states.map(({ pid }) => pid))]
		.map((id) => states.filter(({ pid }) => pid === id).slice(1))
		// A life of a process with fewer samples says nothing.
		.filter(({ length }) => length >= 5)
		.map((life) => slope(life.map(of)) * SAMPLES_A_DAY);
	return sum(slopes) / slopes.length;
}

/** One row for each day, and one for when everything was over, with both weeks in each cell. @param {Result} own @param {Result} other */
const dayRows = (own, other) =>
	own.samples.flatMap((sample, index) => {
		const isLast = index === own.samples.length - 1;
		if (!isLast && (index + 1) % SAMPLES_A_DAY !== 0) return [];
		const theirs = Object.values(shown(other.samples[index]));
		const cells = Object.entries(shown(sample)).map(([title, value], cell) => [
			title,
			`${value} / ${theirs[cell]}`,
		]);
		const day = isLast ? 'end' : (index + 1) / SAMPLES_A_DAY;
		return { Day: day, ...Object.fromEntries(cells) };
	});

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

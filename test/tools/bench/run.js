#!/usr/bin/env node
/**
 * `npm run bench`: this node beside every other way, in one run; writes docs/benchmarks.md and its charts.
 * `-- --quick` only shows that it works: a minute or two, and its page goes to the folder of `--out`, or nowhere.
 */
const os = require('node:os');
const path = require('node:path');
const { parseArgs } = require('node:util');
const { runMain } = require('../../support/setup/main');
const { step } = require('../../support/setup/progress');
const { setUp } = require('../../support/setup/setUp');
const { checkout } = require('../../support/setup/paths');
const { FULL, QUICK } = require('./scope');

const { values } = parseArgs({
	options: { quick: { type: 'boolean', default: false }, out: { type: 'string' } },
});
const scope = values.quick ? QUICK : FULL;

async function main() {
	const { tarball, n8n } = await setUp();
	// These need what has been installed by now.
	const { describeMachine } = require('./report/machine');
	const { printReport, writeReport } = require('./report/write');
	const [load] = os.loadavg();
	const results = await measure(tarball);
	printReport(results);
	const folder = values.out ?? (values.quick ? undefined : path.join(checkout, 'docs'));
	if (folder === undefined) return;
	const machine = await describeMachine(n8n, load);
	const command = `npm run bench${values.quick ? ' -- --quick' : ''}`;
	await writeReport(results, { folder, machine, command });
	console.log(`\nWritten to ${path.join(folder, 'benchmarks.md')}`);
}

/** @param {string} tarball */
async function measure(tarball) {
	const { openBench } = require('./bench');
	const { newResults } = require('./results');
	const bench = await openBench(tarball, scope);
	const close = closeOnce(bench);
	for (const signal of ['SIGINT', 'SIGTERM']) {
		process.once(signal, () => void close().then(() => process.exit(1)));
	}
	try {
		const results = newResults();
		const tasks = allTasks(bench, results);
		for (const [index, { label, run }] of tasks.entries()) {
			await step(`${index + 1}/${tasks.length} ${label}`, async () => await run());
		}
		return results;
	} finally {
		await close();
	}
}

/** @param {import('./bench').Bench} bench */
function closeOnce(bench) {
	/** @type {Promise<void> | undefined} */
	let closing;
	return () => (closing ??= bench.close());
}

/**
 * @param {import('./bench').Bench} bench
 * @param {import('./results').Results} results
 */
function allTasks(bench, results) {
	const { manyFilesTasks } = require('./measure/manyFiles');
	const { parallelTasks } = require('./measure/parallel');
	const { profileTasks } = require('./measure/profile');
	const { shapedLinkTasks } = require('./measure/shapedLink');
	const { sizeTasks } = require('./measure/sizes');
	if (!require('./processes/curl').hasCurl()) results.notes.push('curl is not on this machine.');
	return [
		...sizeTasks(bench, scope.sizes, results),
		...parallelTasks(bench, scope.parallel, results),
		...shapedLinkTasks(bench, scope.shaped, results),
		...manyFilesTasks(bench, scope.many, results),
		...profileTasks(bench, scope.profile, results),
	];
}

runMain(main);

const fs = require('node:fs');
const path = require('node:path');
const { drawCharts } = require('./charts');
const { aimTable, page } = require('./page');
const tables = require('./tables');

/**
 * @param {import('../results').Results} results
 * @param {{ folder: string, machine: Record<string, string>, command: string }} options
 */
async function writeReport(results, { folder, machine, command }) {
	fs.mkdirSync(folder, { recursive: true });
	const text = page(results, machine, command);
	fs.writeFileSync(path.join(folder, 'benchmarks.md'), `${text}\n`);
	await drawCharts(results.sizes, folder);
}

/** @param {import('../results').Results} results */
function printReport(results) {
	const sections = [
		tables.sizeTable(results.sizes),
		tables.parallelTable(results.parallel),
		tables.shapedTable(results.shaped),
		tables.manyTable(results.many),
		tables.callsTable(results.calls),
		tables.profileTable(results.profile),
		aimTable(results),
	];
	for (const table of sections) console.log(`\n${tables.markdownTable(table, { isPadded: true })}`);
	for (const note of results.notes) console.log(`\n${note}`);
}

module.exports = { printReport, writeReport };

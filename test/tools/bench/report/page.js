const { METHOD, reading } = require('./text');
const { aimsOf } = require('./aims');
const tables = require('./tables');

/**
 * The page that shows what was measured.
 *
 * @param {import('../results').Results} results
 * @param {Record<string, string>} machine
 * @param {string} command that repeats it
 */
function page(results, machine, command) {
	const sections = [
		['What was aimed at', tables.markdownTable(aimTable(results))],
		['One file', tables.markdownTable(tables.sizeTable(results.sizes))],
		['Several large files at a time', tables.markdownTable(tables.parallelTable(results.parallel))],
		['A link that is the limit', tables.markdownTable(tables.shapedTable(results.shaped))],
		['Many small files', tables.markdownTable(tables.manyTable(results.many))],
		['Calls', tables.markdownTable(tables.callsTable(results.calls))],
		['Where the time goes', profileSection(results)],
		['How it was measured', METHOD],
		['With what', tables.markdownTable(machineTable(machine))],
	];
	return [
		'# Benchmarks',
		`Written by \`${command}\`, all in one run: it is the ratios that carry over to another machine.`,
		'![Peak memory above idle, by file size](memory-by-size.svg)',
		'![Time of one upload on loopback, by way](time-by-way.svg)',
		...sections.map(([title, text]) => `## ${title}\n\n${text}`),
		...(results.notes.length > 0
			? [`## Left out\n\n${results.notes.map((note) => `- ${note}`).join('\n')}`]
			: []),
	].join('\n\n');
}

/** @param {import('../results').Results} results */
const aimTable = (results) =>
	aimsOf(results).map(({ what, aim, measured, isReached }) => ({
		What: what,
		Aim: aim,
		Measured: measured,
		Reached: isReached ? 'yes' : '**no**',
	}));

/** @param {import('../results').Results} results */
const profileSection = (results) =>
	`${reading(results)}\n\n${tables.markdownTable(tables.profileTable(results.profile))}`;

/** @param {Record<string, string>} machine */
const machineTable = (machine) =>
	Object.entries(machine).map(([what, value]) => ({ What: what, Used: value }));

module.exports = { aimTable, page };

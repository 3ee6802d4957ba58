const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { checkout } = require('../../support/setup/paths');
const { table } = require('../docs/markdown');

/** @param {Record<string, string | import('../docs/markdown').Row[]>} sections texts and tables by their names */
function printSections(sections) {
	for (const [section, figures] of Object.entries(sections)) {
		const text = Array.isArray(figures) ? table(figures, { isPadded: true }) : figures;
		console.log(`\n${section}\n\n${text || 'Nothing.'}`);
	}
}

/** How often each comes, the most frequent first, as `3 × a, 1 × b`. @param {string[]} names */
function tally(names) {
	const counts = new Map();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	const sorted = [...counts].sort(([, a], [, b]) => b - a);
	return sorted.map(([name, count]) => `${count} × ${name}`).join(', ');
}

/** The one in the middle; of an even number the lower one. @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];

/** @param {string} command @param {string[]} args @returns {string} what it prints; nothing where it can't be run */
const outputOf = (command, ...args) =>
	String(spawnSync(command, args, { cwd: checkout, encoding: 'utf8' }).stdout ?? '').trim();

/** What a run was on: to be called when it is over. @param {Date} begun @param {import('../../support/setup/n8n').N8nInstall} n8n */
function measuredOn(begun, { version, node }) {
	const code = ['--', 'nodes', 'credentials'];
	const commit = outputOf('git', 'log', '-1', '--format=%h', ...code) || 'unknown';
	const isChanged = outputOf('git', 'status', '--porcelain', ...code) !== '';
	const [cpu, ...cores] = os.cpus();
	return [
		`Measured with n8n ${version} on Node.js ${outputOf(node, '--version')}, at commit ${commit}${isChanged ? ', changed' : ''},`,
		`on ${cpu?.model.trim()}, ${cores.length + 1} cores and ${(os.totalmem() / 2 ** 30).toFixed(1)} GiB of memory,`,
		`from ${begun.toISOString().slice(0, 16).replace('T', ' ')} UTC, in ${Math.round((Date.now() - Number(begun)) / 60_000)} minutes.`,
		`The load at its end was ${os.loadavg()[0].toFixed(1)}, the run's own included.`,
	].join(' ');
}

/** A folder that is gone when this process ends. Not in the checkout: the lint would walk through what n8n writes there. */
function temporaryFolder() {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'verbit-'));
	process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
	return folder;
}

module.exports = { measuredOn, median, printSections, tally, temporaryFolder };

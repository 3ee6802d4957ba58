const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { checkout } = require('../support/setup/paths');
const { table } = require('./docs/markdown');

const PAGE = path.join(checkout, 'docs/maintainers/results.md');

/**
 * Prints the result of a command with what it was measured on and, where it is one for others, puts it into the page of results.
 * @param {string} name @param {Array<Record<string, string | number>>} rows
 * @param {{ n8n: import('../support/setup/n8n').N8nInstall, begun: Date, more?: string, isForOthers: boolean }} run
 */
function tellResult(name, rows, { n8n, begun, more = '', isForOthers }) {
	const git = (/** @type {string} */ command) =>
		execFileSync('git', command.split(' '), { cwd: checkout, encoding: 'utf8' }).trim();
	// The run before it may have put its figures into the docs.
	const isChanged = git('status --porcelain --untracked-files=no -- . :!docs') !== '';
	const commit = `${git('rev-parse --short HEAD')}${isChanged ? '-dirty' : ''}`;
	const cpus = os.cpus();
	const minutes = Math.round((Date.now() - Number(begun)) / 60_000);
	const measured = `Measured with n8n ${n8n.version} at commit ${commit}, on ${cpus[0]?.model}, ${cpus.length} cores, from ${begun.toISOString().slice(0, 16)} UTC, in ${minutes} minutes, with a load of ${os.loadavg()[0].toFixed(1)} at its end.${more}`;
	const text = `${table(rows)}\n\n${measured}`;
	console.log(text);
	if (!isForOthers) return;
	const [before, rest] = fs.readFileSync(PAGE, 'utf8').split(`<!-- ${name} -->`);
	const after = rest.slice(rest.indexOf('<!-- end -->'));
	fs.writeFileSync(PAGE, `${before}<!-- ${name} -->\n\n${text}\n\n${after}`);
}

module.exports = { tellResult };

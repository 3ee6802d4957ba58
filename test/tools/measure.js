const { execFileSync } = require('node:child_process');
const os = require('node:os');
const { checkout } = require('../support/setup/paths');

/** How often each comes, the most frequent first, as `3 × a, 1 × b`. @param {string[]} names */
function tally(names) {
	const counts = new Map();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	const sorted = [...counts].sort(([, a], [, b]) => b - a);
	return sorted.map(([name, count]) => `${count} × ${name}`).join(', ');
}

/** What a run was on: to be called when it is over. @param {Date} begun @param {import('../support/setup/n8n').N8nInstall} n8n */
function measuredOn(begun, { version }) {
	const git = ['describe', '--always', '--dirty', '--exclude=*'];
	const commit = execFileSync('git', git, { cwd: checkout, encoding: 'utf8' }).trim();
	const cpus = os.cpus();
	const minutes = Math.round((Date.now() - Number(begun)) / 60_000);
	return `Measured with n8n ${version} at commit ${commit}, on ${cpus[0]?.model}, ${cpus.length} cores, from ${begun.toISOString().slice(0, 16)} UTC, in ${minutes} minutes, with a load of ${os.loadavg()[0].toFixed(1)} at its end.`;
}

module.exports = { measuredOn, tally };

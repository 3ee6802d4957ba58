const os = require('node:os');
const path = require('node:path');
const packageJson = require('../../../package.json');
const { run } = require('../../support/setup/command');
const { fill } = require('../docs/markdown');
const { aimsOf, bytes, percent, ratio, TABLES, tablesOf, timeOver } = require('./tables');
const { curlVersion } = require('./ways');

/** @typedef {import('./scope').Results} Results */

/**
 * The page that shows what was measured.
 * @param {Results} results
 * @param {Record<string, string>} machine
 * @param {string} command that repeats it
 */
function render(results, machine, command) {
	const notes = results.notes.map((note) => `- ${note}`);
	const values = {
		command,
		aims: aimsOf(results),
		...tablesOf(results),
		...reading(results),
		machine: Object.entries(machine).map(([What, Used]) => ({ What, Used })),
		leftOut: notes.length > 0 ? `## Left out\n\n${notes.join('\n')}` : '',
	};
	return fill(path.join(__dirname, 'page.md'), values, TABLES);
}

/**
 * What the figures were measured with.
 * @param {import('../../support/setup/n8n').N8nInstall} n8n
 * @param {ReturnType<typeof import('../../support/origin').originNow>} origin before the run
 * @returns {Promise<Record<string, string>>}
 */
async function describeMachine(n8n, { date, cpu, load }) {
	const curl = curlVersion();
	return {
		Date: `${date.slice(0, 16).replace('T', ' ')} UTC`,
		CPU: cpu,
		Memory: bytes(os.totalmem()),
		System: `${os.type()} ${os.release()} (${os.arch()})`,
		'Load before the run': load.toFixed(1),
		'Node.js': (await run(n8n.node, ['--version'], { cwd: __dirname })).trim(),
		n8n: `${n8n.version}, binary data in the filesystem mode, default heap, no NODE_OPTIONS`,
		'n8n-nodes-verbit': packageJson.version,
		...(curl !== undefined && { curl }),
	};
}

/** What the figures say of the largest file that the profile is like. @param {Results} results */
function reading({ sizes, profile }) {
	const node = sizes.findLast(({ way, size }) => way === 'verbit' && size <= profile.size);
	if (node === undefined) throw new Error('No file is as small as the profiled one');
	const over = (/** @type {import('./scope').Upload['way']} */ way) =>
		ratio(timeOver(sizes, node, way));
	const { MD5: md5 = NaN, ...others } = profile.shares;
	const rest = Object.entries(others).filter(([, share]) => share >= 0.03);
	return {
		file: bytes(node.size),
		profiled: bytes(profile.size),
		overPipe: over('pipe'),
		overPipeMd5: over('pipeMd5'),
		overOld: over('verbitOld'),
		md5: percent(md5),
		rest: rest.map(([what, share]) => `${percent(share)} ${what}`).join(', '),
	};
}

module.exports = { describeMachine, render };

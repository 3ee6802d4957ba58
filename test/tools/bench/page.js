const os = require('node:os');
const packageJson = require('../../../package.json');
const { run } = require('../../support/setup/command');
const { page } = require('../docs/markdown');
const { aimsOf } = require('./aims');
const { cpuName } = require('./machine');
const { bytes, markdownTable, percent, ratio, tablesOf, timeOver } = require('./tables');
const { curlVersion, TITLES } = require('./ways');

/** @typedef {import('./scope').Results} Results */

/**
 * The page that shows what was measured.
 * @param {Results} results
 * @param {Record<string, string>} machine
 * @param {string} command that repeats it
 */
function render(results, machine, command) {
	const tables = tablesOf(results, TITLES);
	const used = Object.entries(machine).map(([what, value]) => ({ What: what, Used: value }));
	const { notes } = results;
	return page(
		'# Benchmarks',
		`Written by \`${command}\`, all in one run. The ratios carry over to other machines, the times don't.`,
		'![Peak memory above idle, by file size](memory-by-size.svg)',
		'![Time of one upload on loopback, by way](time-by-way.svg)',
		'## Aims',
		markdownTable(aimsOf(results)),
		'## One file',
		tables.sizes,
		'## Several large files at a time',
		tables.parallel,
		'## A link that is the limit',
		tables.shaped,
		'## Many small files',
		tables.many,
		'## Calls',
		tables.calls,
		'## Where the time goes',
		reading(results),
		tables.profile,
		'## How it was measured',
		METHOD,
		'## With what',
		markdownTable(used),
		...(notes.length > 0 ? ['## Left out', notes.map((note) => `- ${note}`).join('\n')] : []),
	);
}

/**
 * What the figures were measured with.
 * @param {import('../../support/setup/n8n').N8nInstall} n8n
 * @param {number} load of a minute before the run: what others had the machine do
 * @returns {Promise<Record<string, string>>}
 */
async function describeMachine(n8n, load) {
	const curl = curlVersion();
	return {
		Date: new Date().toISOString().slice(0, 16).replace('T', ' ') + ' UTC',
		CPU: cpuName(),
		Memory: bytes(os.totalmem()),
		System: `${os.type()} ${os.release()} (${os.arch()})`,
		'Load before the run': load.toFixed(1),
		'Node.js': (await run(n8n.node, ['--version'], { cwd: __dirname })).trim(),
		n8n: `${n8n.version}, binary data in the filesystem mode, default heap, no NODE_OPTIONS`,
		'n8n-nodes-verbit': packageJson.version,
		...(curl !== undefined && { curl }),
	};
}

/** What the figures say, in words. @param {Results} results */
function reading({ sizes, profile }) {
	const node = sizes.findLast(({ way, size }) => way === 'verbit' && size <= profile.size);
	if (node === undefined) return '';
	const over = (/** @type {import('./scope').Upload['way']} */ way) =>
		ratio(timeOver(sizes, node, way));
	const { MD5: md5 = NaN, ...others } = profile.shares;
	const rest = Object.entries(others)
		.filter(([, share]) => share >= 0.03)
		.map(([what, share]) => `${percent(share)} ${what}`);
	return `With ${bytes(node.size)}, this node takes ${over('pipe')} the time of the bare pipe, and ${over('pipeMd5')} the time of a pipe that computes an MD5. The profile below, of an n8n that only uploads ${bytes(profile.size)}, shows why: MD5 takes ${percent(md5)} of its main thread's time. The rest is ${rest.join(', ')}. (Measured from the first to the last hashed chunk. Profiling itself costs some time.)

The node frees the memory of each chunk as soon as it has been sent. Node.js before 22 can't do that: V8 then scans n8n's heap about once for every 64 MiB. With a newer Node.js, this node takes ${over('verbitOld')} the time that it takes there.

MD5 proves that the storage has the bytes that were sent, so the node computes it. It runs on the main thread, because a community node may not start another. On loopback, that is the limit. On a network, the link is: see the table of the link above.`;
}

const METHOD = `All ways send the same file, from the page cache of this machine, to the same receiver: an HTTP server in its own process that discards what it reads. The ways take turns, and each figure is the median of its rounds: three for files up to 1 GiB and for many files, one for 5 GiB, several files at a time and the link.

- **This node** and **n8n's HTTP Request node** run in a real n8n, each way in its own process, which is restarted for each size and has run twice with a small file. The workflow is: Manual Trigger, Read Files (which copies the file into n8n's storage), upload. **On Node.js before 22** is the same n8n without \`ArrayBuffer.transfer\`, which those versions don't have: the garbage collector frees the memory of sent data. *Time* is what n8n reports for the upload alone. The HTTP Request node gets the pre-signed URL as input: the time to request one isn't included.
- **curl** measures its own time (\`%{time_total}\`). **The bare pipe** is \`fs.createReadStream\` in chunks of 1 MiB, piped to a \`node:http\` request, in the same Node.js as n8n's, warm. With MD5, it does what any client must do to check what was stored.
- **Peak memory above idle** is the kernel's own peak of the process (\`VmHWM\`, reset before each run through \`/proc/PID/clear_refs\`) minus its resident memory while idle after the small files. It includes what n8n needs to read the file into its storage. The same workflow without an upload is therefore measured too; a difference below zero is noise of n8n's heap. curl has no idle state: its figure is the whole process.
- **The link** is the same receiver with a token bucket: it stops reading the socket to hold that rate, which puts real back-pressure on the sender. The bucket starts empty and holds 10 ms.
- **Many files** go to the emulator and its object store, which both respond 50 ms late: each file waits twice, for its asset and for its upload. The token is there from an earlier run.`;

module.exports = { describeMachine, render };

const fs = require('node:fs');
const path = require('node:path');
const { sums } = require('../tally');
const { makeFiles } = require('./machine');

/**
 * @typedef {import('node:inspector').Runtime.CallFrame} Frame
 * @typedef {import('node:inspector').Profiler.Profile} CpuProfile
 */

/**
 * Where the time of one upload goes, in an n8n of its own: being watched makes it slower.
 * @param {import('./bench').Bench} bench
 * @param {number} size bytes
 */
async function sharesOfUpload(bench, size) {
	const folder = path.join(bench.folder, 'profile');
	const file = makeFiles(path.join(bench.files, 'profile'), size);
	// Node.js writes the profile when n8n ends.
	const env = { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` };
	await bench.runAlone('verbit', file, bench.sink.url(), env);
	fs.rmSync(file);
	// Several processes leave a profile; only in n8n's own has the node run.
	for (const name of fs.readdirSync(folder)) {
		const shares = sharesOf(JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')));
		if (shares !== undefined) return shares;
	}
	throw new Error('No profile has an upload in it');
}

/** @param {Frame} frame */
const isMd5 = ({ functionName, url }) =>
	functionName === 'update' && url.includes('internal/crypto/hash');

/** @param {Frame} frame */
const isOfThisNode = ({ url }) => url.includes('n8n-nodes-verbit/dist/');

/** @param {Frame} frame */
function isSocketWrite({ functionName, url }) {
	const isNative = url === '' && /^(writev|writeBuffer|write\w+String)$/.test(functionName);
	return isNative || /^node:(net|internal\/stream_base_commons)$/.test(url);
}

/** What a stack is about, from its innermost frame outwards: the first that fits. @type {Array<[string, (frame: Frame) => boolean]>} */
const KINDS = [
	['waiting (for the disk or the receiver)', ({ functionName }) => functionName === '(idle)'],
	['MD5', isMd5],
	['garbage collection', ({ functionName }) => functionName === '(garbage collector)'],
	['native code outside JavaScript', ({ functionName }) => functionName === '(program)'],
	['writing to the socket', isSocketWrite],
	['reading the file', ({ url }) => /^node:(internal\/)?fs/.test(url)],
];

/** The rest, by whose code it is. @type {typeof KINDS} */
const OWNERS = [
	['streams and HTTP of Node.js', ({ url }) => url === '' || url.startsWith('node:')],
	['this node', isOfThisNode],
	["n8n and its HTTP client's own code", () => true],
];

/**
 * Splits the time from the first to the last piece that this node hashed.
 * @param {CpuProfile} profile
 * @returns {Record<string, number> | undefined} shares of that time; nothing when there is no upload in it
 */
function sharesOf({ nodes, samples = [], timeDeltas = [] }) {
	const stacks = stacksOf(nodes);
	const sampled = samples.map((id) => stacks.get(id) ?? []);
	const isHashing = (/** @type {Frame[]} */ stack) => stack.some(isMd5) && stack.some(isOfThisNode);
	const first = sampled.findIndex(isHashing);
	const last = sampled.findLastIndex(isHashing);
	if (first < 0) return undefined;
	const times = timeDeltas.slice(first, last + 1);
	const total = times.reduce((sum, time) => sum + time, 0);
	return sums(times.map((time, index) => [kindOf(sampled[first + index]), time / total]));
}

/** Of each node of the tree, with its own frame first. @param {CpuProfile['nodes']} nodes */
function stacksOf(nodes) {
	/** @type {Map<number, Frame[]>} */
	const stacks = new Map();
	// A parent always stands before its children.
	for (const { id, callFrame, children = [] } of nodes) {
		const stack = [callFrame, ...(stacks.get(id) ?? [])];
		stacks.set(id, stack);
		for (const child of children) stacks.set(child, stack);
	}
	return stacks;
}

/** @param {Frame[]} stack */
function kindOf(stack) {
	const kinds = stack.flatMap((frame) => KINDS.filter(([, fits]) => fits(frame)));
	const owners = OWNERS.filter(([, fits]) => fits(stack[0]));
	const [[kind]] = [...kinds, ...owners];
	return kind;
}

module.exports = { sharesOfUpload };

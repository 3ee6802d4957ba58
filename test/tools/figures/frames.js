/**
 * The functions of the node that stand between its `execute` and the helper of n8n that sends a request: what a reader of a stack
 * goes through. The node runs in n8n's engine against the emulator, from its sources. V8 finds the caller across each `await`,
 * so a closure that waits is a frame like any other; n8n's own are left out.
 */
const { startEmulator } = require('../../emulator');
const { HEADS } = require('../../support/recordings/heads');
const { requireTs } = require('../../support/requireTs');
const { checkout } = require('../../support/setup/paths');
const { makeSourcePackage } = require('../../support/sourcePackage');

/** The requests of a submission that are counted, by how their path ends. The PUT is the one to the storage. */
const REQUESTS = /(?<=\/api\/)job\/(new|add_asset)$/;

/** Where the caller stands, from the node's `execute` on. @returns {string[]} */
function ownFrames() {
	const lines = String(new Error().stack).split('\n');
	return lines
		.filter((line) => ['nodes', 'credentials'].some((own) => line.includes(`${checkout}/${own}/`)))
		.map((line) => line.replace(/^ *at (async )?/, '').replace(`${checkout}/`, ''))
		.reverse();
}

/** Notes the frames of the requests that a context's helpers send. @param {any} context @param {Map<string, string[]>} frames */
function watch({ helpers }, frames) {
	for (const name of ['httpRequest', 'httpRequestWithAuthentication']) {
		const send = helpers[name];
		/** @this {unknown} @param {any[]} given */
		helpers[name] = async function (...given) {
			const { method, url } = given.at(-1);
			const [request] = method === 'PUT' ? [method] : (REQUESTS.exec(new URL(url).pathname) ?? []);
			if (request !== undefined) frames.set(request, ownFrames());
			return await send.apply(this, given);
		};
	}
}

/** Runs Submit with one file. @returns {Promise<Map<string, string[]>>} the frames of each request */
async function framesOfSubmission() {
	requireTs();
	process.env.N8N_NODES_VERBIT_PACKAGE = makeSourcePackage();
	const { Engine, removeUserFolder } = require('../../engine/engine');
	const emulator = await startEmulator({});
	const engine = await Engine.start('filesystem');
	const frames = new Map();
	const node = /** @type {any} */ (engine.loader.nodeTypes.verbit.type);
	const { execute } = node;
	node.execute = async function () {
		watch(this, frames);
		return await execute.call(this);
	};
	Error.stackTraceLimit = Infinity;
	const profile = { __rl: true, mode: 'name', value: 'standard' };
	const { error } = await engine.run({
		items: [{ files: { data: { content: HEADS.WAV[1], fileName: 'talk.wav' } } }],
		parameters: { resource: 'recording', operation: 'submit', profile },
		credential: engine.credential(emulator.credential),
	});
	await emulator.stop();
	removeUserFolder();
	if (error) throw error;
	return frames;
}

module.exports = { framesOfSubmission };

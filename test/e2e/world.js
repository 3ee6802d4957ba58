const { randomBytes } = require('node:crypto');
const { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { startEmulator } = require('../emulator');
const { createInstance, Instance } = require('../support/n8n/instance');
const { fastClock } = require('../support/n8n/settings');
const workflows = require('../support/n8n/workflow');
const { randomRecording } = require('../support/recordings/heads');
const { recordings, recordingsIn } = require('../support/recordings/recordings');

/** n8n migrates its database at its first start. */
const START_TIMEOUT_MS = 300_000;

const standard = { __rl: true, mode: 'name', value: 'standard' };

/** A real n8n with the packed node in it that a test file can stop and start, and the emulator. A minute passes in two seconds for it. */
const useN8n = () => useWorld(new World(), fastClock(30));

/** Where test files find what `globalSetup.js` has started. */
const SHARED_N8N = 'N8N_NODES_VERBIT_SHARED_N8N';

/** @typedef {'real' | 'fast'} Clock of n8n: by the fast one a minute passes in two seconds */

/** The emulator for a test file, and an n8n with the packed node in it that other files use at the same time. @param {Clock} [clock] */
const useSharedN8n = (clock = 'real') => useWorld(Object.assign(new SharedWorld(), { clock }));

/** @template {World} T @param {T} world @param {NodeJS.ProcessEnv} [env] */
function useWorld(world, env) {
	jest.setTimeout(300_000);
	beforeAll(async () => await world.start(env), START_TIMEOUT_MS);
	beforeEach(() => world.reset());
	afterAll(async () => await world.stop(), START_TIMEOUT_MS);
	return world;
}

/** Its fields are there from the start on. */
class World {
	/** @type {Awaited<ReturnType<typeof startEmulator>>} */
	emulator = /** @type {any} */ (undefined);

	/** @type {Awaited<ReturnType<typeof createInstance>>} */
	n8n = /** @type {any} */ (undefined);

	/** A folder of its own that n8n may read, with the recordings. */
	scratch = '';

	recordings = recordings;

	/** @type {Awaited<ReturnType<World['createCredential']>>} */
	credential = /** @type {any} */ (undefined);

	/** @type {Parameters<typeof startEmulator>[0]} */
	emulatorOptions = {};

	/** Of n8n; the one that all tests run with when left out. @type {string | undefined} */
	version = undefined;

	/** @param {NodeJS.ProcessEnv} [env] */
	async start(env) {
		this.emulator = await startEmulator(this.emulatorOptions);
		this.n8n = await this.startN8n(env);
		mkdirSync(this.files, { recursive: true });
		this.scratch = mkdtempSync(path.join(this.files, 'world-'));
		cpSync(recordings.folder, this.scratch, { recursive: true });
		this.recordings = recordingsIn(this.scratch);
		this.credential = await this.createCredential();
	}

	/** @param {NodeJS.ProcessEnv} [env] @returns {Promise<import('../support/n8n/instance').Instance>} */
	async startN8n(env) {
		const n8n = await createInstance({ version: this.version, env });
		await n8n.start();
		return n8n;
	}

	/** The only folder that n8n 2 may read and write by default. */
	get files() {
		return path.join(this.n8n.userFolder, '.n8n-files');
	}

	reset() {
		this.emulator.switches.reset();
		this.emulator.faults.clear();
		this.emulator.journal.clear();
	}

	async stop() {
		await this.n8n?.remove();
		await this.emulator?.stop();
	}

	/** A credential of its own has a token of its own. */
	async createCredential(changes = {}) {
		const data = { ...this.emulator.credential, ...changes };
		const details = { name: 'Verbit account', type: 'verbitApi', data };
		return { ...details, id: (await this.n8n.client.createCredential(details)).id };
	}

	newJob() {
		return this.emulator.createJob({ profile: 'standard' });
	}

	/** A step of a workflow. @param {string} name @param {string} action e.g. `job:wait` @param {Record<string, unknown>} parameters @returns {workflows.WorkflowNode} */
	verbit(name, action, parameters) {
		const [resource, operation] = action.split(':');
		const { id, name: credentialName } = this.credential;
		return {
			name,
			type: 'n8n-nodes-verbit.verbit',
			parameters: { resource, operation, ...parameters },
			credentials: { verbitApi: { id, name: credentialName } },
		};
	}

	/**
	 * Transcribes or submits recordings by their URL, with Skip where they have an ID.
	 * @param {'Transcribe' | 'Submit'} name @param {string} mediaUrl @param {{ externalId?: string, [parameter: string]: unknown }} [more] parameters
	 */
	byUrl(name, mediaUrl, { externalId, ...more } = {}) {
		const skip = { externalId, ifExternalIdUsed: 'skip' };
		return this.verbit(name, `recording:${name.toLowerCase()}`, {
			profile: standard,
			mediaSource: 'url',
			mediaUrl,
			...(externalId && skip),
			...more,
		});
	}

	/** Begins to run a workflow by hand. @param {workflows.Workflow} flow @returns {Promise<{ workflowId: string, id: string }>} `id` of the execution */
	async beginFlow(flow) {
		const { client } = this.n8n;
		const { id: workflowId } = await client.createWorkflow(flow);
		return { workflowId, id: await client.runWorkflow(workflowId) };
	}

	/** The same with nodes one after another. @param {workflows.WorkflowNode[]} nodes */
	async begin(...nodes) {
		return await this.beginFlow(
			workflows.workflow('By hand', [workflows.manualTrigger(), ...nodes]),
		);
	}

	/** The same to its end. @param {workflows.WorkflowNode[]} nodes */
	async run(...nodes) {
		return await this.ended((await this.begin(...nodes)).id);
	}

	/** @param {string} executionId */
	async ended(executionId) {
		return await this.n8n.client.waitForExecution(executionId);
	}

	/** A workflow that begins with a call of its webhook. @param {workflows.WorkflowNode[]} nodes @param {Record<string, unknown>} [parameters] of the webhook */
	async publish(nodes, parameters) {
		const { client } = this.n8n;
		const path = randomBytes(6).toString('hex');
		const trigger = workflows.webhook(path, { responseMode: 'onReceived', ...parameters });
		const id = await client.publish(workflows.workflow('By a call', [trigger, ...nodes]));
		/** Calls it. @returns the execution's id */
		const run = async () => await client.callWebhook(id, path);
		return { id, path, run };
	}

	/** All executions of a workflow to their ends, the latest first. @param {string} workflowId @param {{ maxMs?: number }} [limits] */
	async executionsOf(workflowId, limits) {
		const { client } = this.n8n;
		const listed = await client.listExecutions(workflowId);
		return await Promise.all(
			listed.map(async ({ id }) => await client.waitForExecution(id, limits)),
		);
	}

	/** A node that calls a new sub-workflow. @param {workflows.WorkflowNode[]} nodes of it @param {'once' | 'each'} [mode] for all items, or for each */
	async callOf(nodes, mode = 'once') {
		const { ownNode, workflow } = workflows;
		const called = ownNode('Called', 'executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' });
		const id = await this.n8n.client.publish(workflow('Sub-workflow', [called, ...nodes]));
		const workflowId = { __rl: true, mode: 'id', value: id };
		const call = ownNode('Call', 'executeWorkflow', 1.2, { workflowId, mode, options: {} });
		return { id, call };
	}

	/** Has the next requests of an operation fail, each in its way: with a status where no other kind is named. @param {string} operation @param {object[]} faults */
	fault(operation, ...faults) {
		const where = operation === 'put' ? 'store' : 'service';
		const all = faults.map((fault) => ({ where, operation, kind: 'status', ...fault }));
		this.emulator.faults.add(.../** @type {any[]} */ (all));
	}

	/** @returns {import('../emulator/state').Job[]} all that Verbit has */
	jobs() {
		return Object.values(this.emulator.state.data.jobs);
	}

	/** A file in the scratch folder, e.g. one that no socket buffer holds. @param {number} bytes */
	newFile(bytes) {
		const file = path.join(this.scratch, `${randomBytes(4).toString('hex')}.wav`);
		writeFileSync(file, randomRecording(bytes));
		return file;
	}

	/** The bytes that the store has for an asset. @param {unknown} assetId */
	stored(assetId) {
		return readFileSync(this.emulator.objectPath(String(assetId)));
	}
}

class SharedWorld extends World {
	/** @type {Clock} */
	clock = 'real';

	/** @override */
	async startN8n() {
		const { n8n, cookie, ...place } = JSON.parse(String(process.env[SHARED_N8N]))[this.clock];
		const instance = new Instance(n8n, place);
		instance.client.cookie = cookie;
		// What still waits would go on waiting beside the tests of other files.
		const remove = async () => await instance.client.stopExecutions();
		return Object.assign(instance, { remove });
	}
}

module.exports = { SHARED_N8N, standard, useN8n, useSharedN8n, useWorld, World };

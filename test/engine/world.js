const { createHash, randomBytes } = require('node:crypto');
const { readdirSync, readFileSync, readlinkSync } = require('node:fs');
const { setTimeout: sleep } = require('node:timers/promises');
const { startEmulator } = require('../emulator');
const { until } = require('../support/until');
const { Engine, removeUserFolder } = require('./engine');

/** The source that a field belongs to, by operation: a test that fills in the field means its source. */
const SOURCES = /** @type {Record<string, Record<string, object>>} */ ({
	'media:add': { mediaUrl: { mediaSource: 'url' }, assetIds: { mediaSource: 'assetIds' } },
	'media:addNotes': { notesUrl: { notesSource: 'url' }, assetIds: { notesSource: 'assetIds' } },
	'media:addBackupRecording': { assetId: { backupSource: 'assetId' } },
});

/** @param {string} operation @param {object} parameters */
const sourceOf = (operation, parameters) =>
	Object.entries(SOURCES[operation] ?? {}).find(([field]) => field in parameters)?.[1];

/** Waits between attempts are real ones, ms. */
const TEST_TIMEOUT_MS = 30_000;

/**
 * The engine and the emulator together, for one test file: started before its tests, stopped after them, and clean
 * before each. The node's requests go over real sockets.
 * @param {import('./engine').BinaryMode} binaryMode
 * @param {import('../emulator').EmulatorOptions} emulatorOptions
 */
function useWorld(binaryMode = 'filesystem', emulatorOptions = {}) {
	const world = new World(emulatorOptions);
	jest.setTimeout(TEST_TIMEOUT_MS);
	beforeAll(async () => await world.start(binaryMode));
	beforeEach(() => world.reset());
	afterAll(async () => await world.stop());
	return world;
}

/** Its fields are there from the start on. */
class World {
	/** @type {Awaited<ReturnType<typeof startEmulator>>} */
	emulator = /** @type {any} */ (undefined);

	/** @type {Engine} */
	engine = /** @type {any} */ (undefined);

	/** @type {ReturnType<Engine['credential']>} */
	credential = /** @type {any} */ (undefined);

	/** How the last run ended, for `until`. */
	outcome = 'has not ended';

	/** @param {import('../emulator').EmulatorOptions} emulatorOptions */
	constructor(emulatorOptions) {
		this.emulatorOptions = emulatorOptions;
	}

	/** @param {import('./engine').BinaryMode} binaryMode */
	async start(binaryMode) {
		this.emulator = await startEmulator(this.emulatorOptions);
		this.engine = await Engine.start(binaryMode);
		this.reset();
	}

	reset() {
		this.emulator.switches.reset();
		this.emulator.faults.clear();
		this.emulator.journal.clear();
		this.emulator.state.update((data) => {
			data.objects = {};
			data.assets = {};
			// Jobs of the tests before would go on, and tell of their ends.
			data.jobs = {};
			data.callbacks = [];
			// The node's process remembers the last token of each key, so that a test needs a key of its own.
			data.apiKey = `key-${randomBytes(8).toString('hex')}`;
		});
		this.credential = this.credentialOf({});
	}

	async stop() {
		await this.emulator.stop();
		removeUserFolder();
	}

	/** A credential for the emulator. @param {import('n8n-workflow').ICredentialDataDecryptedObject} changes */
	credentialOf(changes) {
		return this.engine.credential({ ...this.emulator.credential, ...changes });
	}

	/** A new job that takes media. */
	newJob(profile = 'standard') {
		return this.emulator.createJob({ profile });
	}

	/** A new job that has its media. Its profile decides what it takes more: `premium` takes everything. */
	async jobWithMedia(profile = 'standard') {
		const jobId = this.newJob(profile);
		await this.run('media:add', [{}], { jobId, mediaUrl: 'https://h/x.mp4' });
		this.emulator.journal.clear();
		return jobId;
	}

	/**
	 * Runs the Verbit node.
	 * @param {string} resourceAndOperation e.g. `media:merge`
	 * @param {import('./engine').ItemSpec[]} items
	 * @param {import('n8n-workflow').INodeParameters} parameters
	 * @param {Partial<import('./engine').RunOptions>} [more]
	 */
	async run(resourceAndOperation, items, parameters, more = {}) {
		return await this.startRun(resourceAndOperation, items, parameters, more).result;
	}

	/** @type {(...args: Parameters<World['run']>) => ReturnType<Engine['start']>} */
	startRun(resourceAndOperation, items, parameters, more = {}) {
		const [resource, operation] = resourceAndOperation.split(':');
		const run = this.engine.start({
			items,
			parameters: {
				resource,
				operation,
				...sourceOf(resourceAndOperation, parameters),
				...parameters,
			},
			credential: this.credential,
			...more,
		});
		this.outcome = 'has not ended';
		const keep = (/** @type {{ error?: Error }} */ { error }) =>
			(this.outcome = `has ended with ${error?.message ?? 'success'}`);
		run.result.then(keep, (error) => keep({ error }));
		return run;
	}

	/** Uploads small files, to be used by their IDs. @param {number} jobId @param {number} count */
	async uploadAssets(jobId, count) {
		const items = Array.from({ length: count }, (_, index) => ({
			files: { data: randomFile(100, `${index}.wav`) },
		}));
		const result = await this.run('asset:upload', items, { jobId });
		this.emulator.journal.clear();
		return result.items.map(({ json }) => String(json.asset_id));
	}

	/** Waits until a condition holds, while a run goes on. @param {() => boolean} condition */
	async until(condition) {
		const tell = () => `The run ${this.outcome}, its requests are: ${this.calls().join(', ')}`;
		await until(condition, { maxMs: TEST_TIMEOUT_MS - 5000, tell });
	}

	/** The requests that were made, as `add_asset 200`. @param {'service' | 'store'} [host] */
	calls(host) {
		return this.emulator.journal
			.filter((entry) => host === undefined || entry.host === host)
			.map(({ operation, status }) => `${operation} ${status}`);
	}

	/** How often an operation was called. @param {string} operation */
	count(operation) {
		return this.emulator.journal.count({ operation });
	}

	/**
	 * Runs the node and holds the calls of an operation until so many are under way.
	 * @param {'service' | 'store'} where
	 * @param {string} operation
	 * @param {number} expected calls at a time
	 * @param {Parameters<World['run']>} run
	 * @returns {Promise<number>} how many were under way at most
	 */
	async mostAtATime(where, operation, expected, ...run) {
		let release = () => {};
		const held = new Promise((resolve) => (release = () => resolve(undefined)));
		this.emulator.faults.add({ where, operation, kind: 'delay', held, times: Infinity });
		const { result } = this.startRun(...run);
		await this.until(() => this.count(operation) >= expected);
		// One more than that would come at once.
		await sleep(500);
		release();
		expect((await result).error).toBeUndefined();
		const entries = this.emulator.journal.filter((entry) => entry.operation === operation);
		return Math.max(...entries.map(({ concurrency }) => concurrency));
	}

	/** The bytes that the store has for an asset. @param {unknown} assetId */
	stored(assetId) {
		return readFileSync(this.emulator.objectPath(String(assetId)));
	}
}

/** @param {number} bytes */
const randomFile = (bytes, fileName = 'talk.wav') => ({ content: randomBytes(bytes), fileName });

/** @param {Buffer} content */
const md5 = (content) => createHash('md5').update(content).digest('hex');

/** Files of n8n's binary storage that this process holds open. */
function openSources() {
	const targets = readdirSync('/proc/self/fd').map((fd) => {
		try {
			return readlinkSync(`/proc/self/fd/${fd}`);
		} catch {
			return '';
		}
	});
	return targets.filter((target) => target.includes('binary_data'));
}

module.exports = { md5, openSources, randomFile, useWorld };

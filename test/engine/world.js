const { randomBytes } = require('node:crypto');
const { once } = require('node:events');
const { readdirSync, readFileSync, readlinkSync } = require('node:fs');
const { connect } = require('node:net');
const path = require('node:path');
const { startEmulator } = require('../emulator');
const { randomRecording } = require('../support/recordings/heads');
const { checkout } = require('../support/setup/paths');
const { useTimeLimits } = require('../support/timeLimits');
const { until } = require('../support/until');
const { Engine, failing, PACKAGE_FOLDER, removeUserFolder, settled } = require('./engine');
const { useProcessedData } = require('./processedData');

/** The profile of a new job, as the field holds it. @param {string} value a name, or an expression */
const profileOf = (value) => ({ __rl: true, mode: 'name', value });

/** Operations that create a job, which need its profile also in tests that are about something else. */
const CREATING = ['job:create', 'recording:submit', 'recording:transcribe'];

/** n8n runs the node again from its start when it fails, as often as by default. */
const retryOnFail = { nodeSettings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } };

const continueOnFail = { onError: 'continueRegularOutput' };

/** The source that a field belongs to, by operation: a test that fills in the field means its source. */
const SOURCES = /** @type {Record<string, Record<string, object>>} */ ({
	'asset:upload': { sourceUrl: { uploadSource: 'url' } },
	'recording:submit': { mediaUrl: { mediaSource: 'url' } },
	'media:add': { mediaUrl: { mediaSource: 'url' }, assetIds: { mediaSource: 'assetIds' } },
	'media:addNotes': { notesUrl: { notesSource: 'url' }, assetIds: { notesSource: 'assetIds' } },
	'media:addBackupRecording': { assetId: { backupSource: 'assetId' } },
});

/** @param {string} operation @param {object} parameters */
const sourceOf = (operation, parameters) =>
	Object.entries(SOURCES[operation] ?? {}).find(([field]) => field in parameters)?.[1];

/**
 * The engine and the emulator together, for one test file: started before its tests, stopped after them, and clean
 * before each. The node's requests go over real sockets.
 * @param {any} binaryMode as the engine has it
 * @param {import('../emulator').EmulatorOptions} emulatorOptions
 */
function useWorld(binaryMode = 'filesystem', emulatorOptions = {}) {
	const world = new World();
	// Waits between attempts are real ones, and a busy machine takes many times as long. `until` ends a hang before that.
	jest.setTimeout(300_000);
	pauses.cancellableSleep = async (/** @type {number} */ ms, /** @type {AbortSignal} */ signal) =>
		await cancellableSleep(ms / 500, signal);
	beforeAll(async () => await world.start(binaryMode, emulatorOptions));
	beforeEach(async () => await world.reset());
	afterAll(async () => {
		await world.emulator.stop();
		removeUserFolder();
	});
	return world;
}

class World {
	/** @type {Awaited<ReturnType<typeof startEmulator>>} */
	emulator = /** @type {any} */ (undefined);

	/** @type {Engine} */
	engine = /** @type {any} */ (undefined);

	/** @type {ReturnType<Engine['credential']>} */
	credential = /** @type {any} */ (undefined);

	/** What n8n's log got, as `warn Verbit: …`. @type {string[]} */
	log = [];

	/** How the last run ended, for `until`. */
	outcome = 'has not ended';

	/** n8n's table of External IDs and events. */
	memory = useProcessedData();

	/** The node's time limits, which stand until a test moves them on. */
	limits = useTimeLimits();

	/** @type {(...of: Required<Parameters<typeof useWorld>>) => Promise<void>} */
	async start(binaryMode, emulatorOptions) {
		// The tests of another clone may have the port that saved data name.
		const start = async () =>
			await startEmulator(emulatorOptions).catch((error) => {
				if (error.code !== 'EADDRINUSE') throw error;
				return undefined;
			});
		this.emulator = await until(start);
		this.engine = await Engine.start(binaryMode);
		this.engine.awaited = async (result) => await this.awaited(result);
		this.engine.listenToLog((level, text) => this.log.push(`${level} ${text}`));
		await this.reset();
	}

	async reset() {
		this.emulator.switches.reset();
		this.emulator.faults.clear();
		// What the test before sent and then gave up may still be on its way, and would be in the journal.
		await this.roundTrip();
		this.log.length = 0;
		this.emulator.journal.clear();
		const { data } = this.emulator.state;
		// Jobs of the tests before would go on, and tell of their ends.
		Object.assign(data, { objects: {}, assets: {}, jobs: {} });
		// The node's process remembers the last token of each key, so that a test needs a key of its own.
		data.apiKey = `key-${randomBytes(8).toString('hex')}`;
		this.credential = this.credentialOf({});
	}

	/** A credential for the emulator. @param {import('n8n-workflow').ICredentialDataDecryptedObject} changes */
	credentialOf(changes) {
		return this.engine.credential({ ...this.emulator.credential, ...changes });
	}

	get jobs() {
		return this.emulator.state.data.jobs;
	}

	/** The IDs of Verbit's jobs, the oldest first. */
	jobIds() {
		return Object.keys(this.jobs).map(Number);
	}

	/** @param {Partial<import('../emulator/service/jobs').NewJob>} [details] */
	newJob(details) {
		return this.emulator.createJob({ profile: 'standard', ...details });
	}

	/** @param {number} jobId @param {any} status @param {object} [details] */
	setStatus(jobId, status, details = {}) {
		this.emulator.setJobStatus(jobId, status, details);
		Object.assign(this.jobs[jobId], details);
	}

	/** A new job of a status, and what else is known of it. @param {string} status @param {object} [details] */
	jobThatIs(status, details) {
		const jobId = this.newJob();
		this.setStatus(jobId, status, details);
		return jobId;
	}

	/** Has the emulator answer otherwise. @param {any} switches */
	set(switches) {
		this.emulator.switches.set(switches);
	}

	jobWithMedia(details = {}) {
		const media = { mediaUrl: 'https://h.example/x.mp4', assetIds: [], isMerged: false };
		return this.newJob({ media, ...details });
	}

	/**
	 * Runs the Verbit node.
	 * @param {string} resourceAndOperation e.g. `media:merge`
	 * @param {import('./engine').ItemSpec[]} items
	 * @param {import('n8n-workflow').INodeParameters} parameters
	 * @param {Partial<import('./engine').RunOptions>} [more]
	 */
	async run(resourceAndOperation, items, parameters, more = {}) {
		const { result } = this.startRun(resourceAndOperation, items, parameters, more);
		return await this.awaited(result);
	}

	/** Awaits a run. One that hangs ends with what it has done. @type {Engine['awaited']} */
	async awaited(result) {
		let isOver = false;
		const end = () => void (isOver = true);
		result.then(end, end);
		await Promise.race([result, this.until(() => isOver)]);
		return await result;
	}

	/** The same, for a run that is meant to fail: any other throws its error. @param {Parameters<World['run']>} run */
	async runFailing(...run) {
		return await failing(this.run(...run));
	}

	failing = failing;
	settled = settled;

	/**
	 * Returns a run that fails because of what befalls the calls of an operation, which has passed then.
	 * @param {string} call @param {object} fault @param {import('./engine').RunOptions} options
	 */
	async failAt(call, fault, options) {
		this.fault(call, fault);
		const failed = await failing(this.engine.run(options));
		this.emulator.faults.clear();
		return failed;
	}

	/** @type {(...args: Parameters<World['run']>) => ReturnType<Engine['start']>} */
	startRun(resourceAndOperation, items, parameters, more = {}) {
		const run = this.engine.start(this.options(resourceAndOperation, items, parameters, more));
		this.outcome = 'has not ended';
		run.result.then(
			() => (this.outcome = 'has ended well'),
			({ message }) => (this.outcome = `has ended: ${message}`),
		);
		return run;
	}

	/**
	 * What the engine runs, for a test that goes on with the execution.
	 * @param {Parameters<World['run']>} run
	 * @returns {import('./engine').RunOptions}
	 */
	options(...[resourceAndOperation, items, parameters, more]) {
		const [resource, operation] = resourceAndOperation.split(':');
		return {
			items,
			parameters: {
				resource,
				operation,
				...(CREATING.includes(resourceAndOperation) && { profile: profileOf('standard') }),
				...sourceOf(resourceAndOperation, parameters),
				...parameters,
			},
			credential: this.credential,
			...more,
		};
	}

	/**
	 * Runs the node as an AI agent's tool, once.
	 * @param {string} operation
	 * @param {import('n8n-workflow').INodeParameters} parameters
	 * @param {import('n8n-workflow').IDataObject} [toolArguments]
	 * @param {Partial<Parameters<Engine['runAsTool']>[0]>} [more]
	 */
	async runAsTool(operation, parameters, toolArguments = {}, more = {}) {
		const options = this.options(operation, [], parameters, {});
		return (await this.engine.runAsTool({ ...options, toolArguments, ...more }))[0];
	}

	/**
	 * What befalls the next call of an operation: by default a response with a status.
	 * @param {string} operation as in the journal
	 * @param {object[]} faults for one call after the other: a `Fault` of the emulator, or a part of one
	 */
	fault(operation, ...faults) {
		const where = ['put', 'get'].includes(operation) ? 'store' : 'service';
		const all = faults.map((fault) => ({ where, operation, kind: 'status', ...fault }));
		this.emulator.faults.add(.../** @type {any[]} */ (all));
	}

	/**
	 * Holds the next call of an operation. `callHeld` waits for it.
	 * @param {string} operation
	 * @param {object} [then] what befalls it afterwards
	 * @returns {() => void} lets it go
	 */
	hold(operation, then = { kind: 'delay' }) {
		let release = () => {};
		const held = new Promise((resolve) => (release = () => resolve(undefined)));
		this.fault(operation, { ...then, held });
		return release;
	}

	/**
	 * Runs the node until the next call of an operation is held.
	 * @param {string} call @param {import('./engine').RunOptions} options @param {object} [then] what befalls the call afterwards
	 */
	async holdAt(call, options, then) {
		const release = this.hold(call, then);
		const { result } = this.engine.start(options);
		await this.callHeld();
		return { release, result };
	}

	/** Returns a run that n8n's crash would have ended while Verbit had a call: its records are as they were then. @param {string} call @param {import('./engine').RunOptions} options */
	async crashAt(call, options) {
		const { release, result } = await this.holdAt(call, options);
		const rows = new Map(this.memory.rows);
		release();
		const crashed = await this.awaited(result);
		this.memory.rows = rows;
		return crashed;
	}

	/** Waits until each call that is to be held has arrived. */
	async callHeld() {
		await this.until(() => this.emulator.faults.areOver());
	}

	/** Connections that come back: what the node sent before them has arrived, and what came back before them is read. */
	async roundTrip() {
		const { host, ports } = this.emulator;
		const travel = async (/** @type {number} */ port) => {
			for (let trip = 0; trip < 3; trip++) {
				const connection = connect(port, host).resume().end();
				await once(connection, 'close');
			}
		};
		await Promise.all(Object.values(ports).map(travel));
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
		// What is in this process costs nothing to look at.
		await until(condition, { tell, pollMs: 4 });
	}

	/** Lets the time limits of the next calls of an operation pass, each once it has begun. @param {string} operation */
	async expire(operation, times = 1) {
		const before = this.count(operation);
		for (let call = 1; call <= times; call++) {
			await this.until(() => this.count(operation) >= before + call);
			await this.roundTrip();
			this.limits.end();
		}
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

	/** The requests without those for the token. */
	steps() {
		return this.calls().filter((call) => !call.startsWith('auth'));
	}

	/** What was sent with each call of an operation. @param {string} operation @returns {any[]} */
	sent(operation) {
		return this.emulator.journal.bodiesOf(operation);
	}

	/**
	 * Runs the node and holds the calls of an operation: each is let go when one more than are expected would have come.
	 * @param {string} operation
	 * @param {number} expected calls at a time
	 * @param {number} total calls
	 * @param {() => Promise<unknown>} run
	 * @returns {Promise<number>} how many were under way at most
	 */
	async mostAtATime(operation, expected, total, run) {
		const releases = Array.from({ length: total }, () => this.hold(operation));
		const ended = run();
		let most = 0;
		for (const [released, release] of releases.entries()) {
			await this.until(() => this.count(operation) >= Math.min(total, expected + released));
			await this.roundTrip();
			most = Math.max(most, this.count(operation) - released);
			release();
		}
		await ended;
		return most;
	}

	/**
	 * Sees that a run is refused by name, and that nothing is sent for it.
	 * @param {string} code and maybe the field that it names, as `FIELD_EMPTY 'Job ID'`
	 * @param {Parameters<World['run']>} run
	 */
	async expectRefused(code, ...run) {
		const { error } = await this.runFailing(...run);
		const [refusal, field = ''] = code.split(/ (?=')/);
		expect([error?.name, error?.context?.code]).toEqual(['NodeOperationError', refusal]);
		expect(error.message).toContain(field);
		expect(this.calls()).toEqual([]);
		return error;
	}

	countStored() {
		return Object.keys(this.emulator.state.data.objects).length;
	}

	/** The file of an item, as n8n has stored it. @param {import('n8n-workflow').INodeExecutionData} item */
	async fileOf({ binary }, field = 'data') {
		const data = /** @type {import('n8n-workflow').IBinaryData} */ (binary?.[field]);
		return await this.engine.binaryData.getAsBuffer(data);
	}

	/** The bytes that the store has for an asset. @param {unknown} assetId */
	stored(assetId) {
		return readFileSync(this.emulator.objectPath(String(assetId)));
	}
}

/** What the editor shows of an operation's output before the first run. @param {string} operation */
function shownFields(operation) {
	const folder = path.join(checkout, 'nodes/Verbit/__schema__/v1.0.0');
	return Object.keys(require(path.join(folder, operation.replace(':', '/'))).properties);
}

/** The node's module for pauses, in which a test may replace `cancellableSleep`. */
const pauses = require(path.join(PACKAGE_FOLDER, 'dist/nodes/Verbit/http/sleep.js'));
const { cancellableSleep } = pauses;

// n8n has recovered from its start.
require(path.join(PACKAGE_FOLDER, 'dist/nodes/Verbit/n8n/suspend.js')).recoveryLeft = () => 0;

/** n8n shows the node's items while the execution is suspended: a wait would pass them on. */
function inOtherN8n() {
	const define = Object.defineProperty;
	jest.spyOn(Object, 'defineProperty').mockImplementation((target, name, property) => {
		const isHidden = name === 'waitTill';
		return define(target, name, isHidden ? { ...property, enumerable: true } : property);
	});
}

/** What n8n shows above the node's output. @param {{ hints: any[] }} result @returns {string[]} */
const hintsOf = ({ hints }) => hints.map(({ message }) => message);

/** @param {number} bytes */
const randomFile = (bytes, fileName = 'talk.wav') => ({
	content: randomRecording(bytes),
	fileName,
});

/** An item with a recording of random bytes. */
const recording = (bytes = 10, fileName = 'talk.wav', json = {}) => ({
	json,
	files: { data: randomFile(bytes, fileName) },
});

/** The URL of a recording, signed for so many seconds. @param {number} lifetime */
const signedUrl = (lifetime) =>
	`https://h/talk.mp4?AWSAccessKeyId=A&Expires=${Math.floor(Date.now() / 1000) + lifetime}&Signature=TopSecret`;

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

module.exports = {
	continueOnFail,
	hintsOf,
	inOtherN8n,
	openSources,
	pauses,
	profileOf,
	randomFile,
	recording,
	retryOnFail,
	shownFields,
	signedUrl,
	useWorld,
};

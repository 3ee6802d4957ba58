const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');
const { Callbacks } = require('./callbacks');
const { renderCaptions } = require('./captions/file');
const { Faults } = require('./faults');
const { Journal } = require('./journal');
const { Assets } = require('./service/assets');
const { DEFAULT_LANGUAGE, Jobs } = require('./service/jobs');
const { startService } = require('./service/server');
const { Tokens } = require('./service/tokens');
const { newStateData } = require('./state');
const { Grants } = require('./store/grants');
const { Objects } = require('./store/objects');
const { startStore } = require('./store/server');
const { Switchboard } = require('./switches');

/**
 * @typedef {object} EmulatorOptions
 * @property {number} [port] of the service; any free one when left out
 * @property {number} [storePort]
 * @property {string} [apiKey] that the service takes; one of its own when left out
 * @property {Partial<import('./switches').SwitchValues>} [switches]
 * @property {import('./store/presign').Store} [externalStore] that upload URLs are to point to, with the keys to sign them
 */

/** The Verbit service and its object store on this machine, and what they share. Made by `startEmulator`. */
class Emulator {
	/** Never another: the control routes need no key. */
	host = '127.0.0.1';

	/** The time that tokens, assets, upload URLs and jobs live by. It can be moved, and stays moved over a restart. */
	clock = {
		now: () => Date.now() + this.state.data.clockOffsetMs,
		advance: (/** @type {number} */ ms) => {
			this.state.data.clockOffsetMs += ms;
			this.jobs.settle();
		},
	};

	/** @param {EmulatorOptions} options */
	constructor({ port = 0, storePort = 0, ...options }) {
		this.ports = { service: port, store: storePort };
		/** What was uploaded is in its folder `objects`, until the end. */
		this.dataDir = mkdtempSync(path.join(tmpdir(), 'verbit-emulator-'));
		this.externalStore = options.externalStore;
		this.faults = new Faults();
		this.journal = new Journal();
		/** @type {import('./state').State} */
		this.state = { data: newStateData(options.apiKey) };
		this.switches = new Switchboard(this.state);
		this.objects = new Objects(this.dataDir, this.state);
		this.grants = new Grants(this);
		this.assets = new Assets(this);
		this.jobs = new Jobs(this);
		this.tokens = new Tokens(this);
		this.callbacks = new Callbacks(this);
		this.setJobStatus = this.jobs.change.bind(this.jobs);
		this.deliverCallback = this.callbacks.deliverCallback.bind(this.callbacks);
		this.switches.set(options.switches ?? {});
		/** @type {Array<{ close: () => Promise<void> }>} */
		this.servers = [];
	}

	get authUrl() {
		return `http://${this.host}:${this.ports.service}`;
	}

	get baseUrl() {
		return `${this.authUrl}/api`;
	}

	get storeUrl() {
		return `http://${this.host}:${this.ports.store}`;
	}

	get apiKey() {
		return this.state.data.apiKey;
	}

	/** What a user fills in. */
	get credential() {
		const { baseUrl, authUrl, apiKey } = this;
		return { environment: 'custom', baseUrl, authUrl, authentication: 'auto', apiKey };
	}

	/** @param {import('./service/jobs').NewJob} details */
	createJob(details) {
		return this.jobs.insert(details).id;
	}

	/** @param {number} jobId @returns {import('./state').Job | undefined} */
	job(jobId) {
		this.jobs.settle();
		return this.state.data.jobs[jobId];
	}

	/** @param {string} assetId @returns {import('./state').Asset | undefined} */
	asset(assetId) {
		return this.state.data.assets[assetId];
	}

	/** The file with the bytes that were uploaded for an asset. @param {string} assetId */
	objectPath(assetId) {
		const asset = this.asset(assetId);
		if (asset === undefined) throw new Error(`There is no asset ${assetId}`);
		return this.objects.pathOf(asset.key);
	}

	/** @param {string} assetId */
	objectMd5(assetId) {
		const asset = this.asset(assetId);
		return asset && this.objects.find(asset.key)?.md5;
	}

	/** What get_caption answers, to compare with. @param {string} format @param {string} [language] */
	captions(format, language = DEFAULT_LANGUAGE) {
		return renderCaptions({ format, language }, this);
	}

	/** Also again after `close`, on the same ports and with all that it knows. */
	async listen() {
		this.servers.push(await startStore(this));
		this.servers.push(await startService(this));
		this.jobs.settle();
	}

	async close() {
		clearTimeout(this.jobs.timer);
		this.callbacks.close();
		await Promise.all(this.servers.splice(0).map(async (server) => await server.close()));
	}

	async stop() {
		await this.close();
		rmSync(this.dataDir, { recursive: true, force: true });
	}
}

/** @param {EmulatorOptions} [options] */
async function startEmulator(options = {}) {
	const emulator = new Emulator(options);
	try {
		await emulator.listen();
	} catch (error) {
		await emulator.stop();
		throw error;
	}
	return emulator;
}

module.exports = { Emulator, startEmulator };

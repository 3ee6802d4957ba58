const { World } = require('../e2e/world');
const { presignV4 } = require('../emulator/store/presign');
const { startSwift } = require('./swift');

/** n8n, and a service whose upload URLs point into a real object store. */
class StoreWorld extends World {
	/** @type {Awaited<ReturnType<typeof startSwift>>} */
	swift = /** @type {any} */ (undefined);

	/** @override @param {NodeJS.ProcessEnv} [env] */
	async start(env) {
		this.swift = await startSwift();
		this.emulatorOptions = { externalStore: this.swift.store };
		await super.start(env);
	}

	/** @override */
	async stop() {
		await super.stop();
		await this.swift?.stop();
	}

	/**
	 * A pre-signed URL of an object, for a minute.
	 * @param {string} key
	 * @param {'GET' | 'HEAD' | 'PUT'} [method]
	 */
	urlOf(key, method = 'GET') {
		const now = Date.now();
		return presignV4({ ...this.swift.store, method, key, now, expiresIn: 60 });
	}

	/**
	 * A link to what was uploaded.
	 * @param {unknown} assetId
	 */
	linkTo(assetId) {
		const { key } = /** @type {{ key: string }} */ (this.emulator.asset(String(assetId)));
		return this.urlOf(key);
	}

	/**
	 * The bytes that the store has for an asset.
	 * @param {unknown} assetId
	 */
	async download(assetId) {
		return Buffer.from(await (await fetch(this.linkTo(assetId))).arrayBuffer());
	}
}

module.exports = { StoreWorld };

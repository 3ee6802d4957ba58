const { presignV4 } = require('./presign');

/** Its answer comes from the same machine or network. */
const ASK_TIMEOUT_MS = 10_000;

/**
 * Asks a store that is not the emulator's own what has been uploaded to a job: it sees the uploads, the emulator does not.
 * @param {import('..').Emulator} context
 * @param {number} jobId
 */
async function noteUploads({ state, objects, clock, externalStore }, jobId) {
	if (externalStore === undefined) return;
	const awaited = Object.values(state.data.assets).filter(
		(asset) => asset.jobId === jobId && objects.find(asset.key) === undefined,
	);
	for (const { key } of awaited) {
		const object = await ask(externalStore, key, clock.now());
		if (object !== undefined) objects.note(key, object);
	}
}

/**
 * @param {import('./presign').Store} store
 * @param {string} key
 * @param {number} now ms since 1970, by the emulator's clock
 */
async function ask(store, key, now) {
	// Signed by the time of the world, which the store lives in.
	const url = presignV4({ ...store, method: 'HEAD', key, now: Date.now(), expiresIn: 60 });
	const signal = AbortSignal.timeout(ASK_TIMEOUT_MS);
	const { ok, headers } = await fetch(url, { method: 'HEAD', signal });
	if (!ok) return undefined;
	return {
		bytes: Number(headers.get('content-length')),
		md5: String(headers.get('etag')).replaceAll('"', ''),
		storedAt: now,
	};
}

module.exports = { noteUploads };

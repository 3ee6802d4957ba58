const { createHash, randomUUID } = require('node:crypto');
const { createWriteStream, renameSync, rmSync } = require('node:fs');
const path = require('node:path');
const { pipeline } = require('node:stream/promises');
const { hamper } = require('../faults');
const { demand } = require('./storeError');

const MAX_BYTES = 5 * 1024 ** 3;

/** A recording goes through in few large writes. */
const WRITE_BUFFER_BYTES = 1024 * 1024;

/**
 * Takes a body to the disk, and makes it an object only when it is whole.
 * @param {import('../faults').Exchange} exchange
 * @param {string} key
 * @param {import('..').Emulator} context
 * @throws StoreError
 */
async function receive({ request, entry, fault }, key, { objects, state }) {
	const { 'transfer-encoding': encoding, 'content-length': length } = request.headers;
	const refusal = 'A header you provided implies functionality that is not implemented';
	demand(encoding === undefined, 501, 'NotImplemented', refusal);
	demand(length, 411, 'MissingContentLength', 'You must provide the Content-Length header.');
	const isSmall = Number(length) <= MAX_BYTES;
	demand(isSmall, 400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
	const hash = createHash('md5');
	const draft = path.join(objects.draftFolder, randomUUID());
	try {
		await pipeline(
			request,
			async function* (body) {
				for await (const chunk of hamper(body, fault)) {
					hash.update(chunk);
					entry.bytes += chunk.length;
					yield chunk;
				}
			},
			// Flushed to the disk, as what is answered with 200 has to outlive a power cut.
			createWriteStream(draft, { flush: true, highWaterMark: WRITE_BUFFER_BYTES }),
		);
		const object = { bytes: entry.bytes, md5: hash.digest('hex') };
		// Without a pause between the two, so that of two uploads of one key the later one is kept in both.
		renameSync(draft, objects.pathOf(key));
		state.data.objects[key] = object;
		return object;
	} catch (error) {
		rmSync(draft, { force: true });
		throw error;
	}
}

module.exports = { receive };

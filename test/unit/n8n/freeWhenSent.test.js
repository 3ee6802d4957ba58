const { hash, randomFillSync } = require('node:crypto');
const { once } = require('node:events');
const { Readable, Writable } = require('node:stream');
const { buffer } = require('node:stream/consumers');
const { freeWhenSent } = require('../../../nodes/Verbit/n8n/freeWhenSent');
const { useLinkServer } = require('../../engine/linkServer');
const { useDetached } = require('../../support/detached');
const { httpRequest } = require('../client');

const MIB = 1024 * 1024;

const host = useLinkServer();
const detached = useDetached();

/** What the host has received. @type {Buffer[]} */
let bodies;
beforeEach(() => {
	bodies = [];
	host.answer(async (request, response) => {
		bodies.push(await buffer(request));
		response.end();
	});
});

const md5 = (/** @type {Uint8Array} */ content) => hash('md5', content);

/** Chunks as the disk gives them, each with memory of its own. @param {number[]} sizes */
const chunksOf = (...sizes) => sizes.map((size) => randomFillSync(Buffer.allocUnsafeSlow(size)));

/** @param {Parameters<typeof Readable.from>[0]} chunks */
function bodyOf(chunks) {
	const body = Readable.from(chunks, { objectMode: false });
	freeWhenSent(/** @type {any} */ (body));
	return body;
}

/** As this node sends a file. @param {Readable} body @param {object} [changes] */
const put = async (body, changes = {}) =>
	await httpRequest({
		method: 'PUT',
		url: String(host.url),
		body: /** @type {any} */ (body),
		headers: { 'Content-Type': 'audio/wav' },
		disableFollowRedirect: true,
		...changes,
	});

/** `test/engine/upload.test.js` has a storage that speaks TLS. */
test("n8n's client sends every byte, and the memory of each chunk is given back", async () => {
	const chunks = chunksOf(MIB, 1, 3 * MIB, 65_536, 4 * MIB);
	const content = Buffer.concat(chunks);
	await put(bodyOf(chunks));
	expect(bodies.map(md5)).toEqual([md5(content)]);
	expect(detached.bytes).toBe(content.length);
	expect(chunks.map(({ length }) => length)).toEqual([0, 0, 0, 0, 0]);
});

test('memory is given back while the rest is still to come', async () => {
	const chunks = chunksOf(...Array.from({ length: 20 }, () => MIB));
	/** @type {number[]} */
	const held = [];
	async function* read() {
		for (const chunk of chunks) {
			held.push(chunks.filter(({ length }) => length > 0).length);
			yield chunk;
		}
	}
	await put(bodyOf(read()));
	// What is not sent yet, and what is on its way between this process and the other end.
	expect(Math.min(...held)).toBeLessThan(8);
});

test.each([
	['only a part', 2 * MIB, [MIB, 2 * MIB], false],
	// Others may have a part of small memory.
	['small memory in pieces', 256 * 1024, [0, 1000, 256 * 1024], false],
	['all of it in pieces', 2 * MIB, [0, 1000, 2 * MIB], true],
])('where %s was sent, of %d bytes, it is freed: %s', async (_what, size, cuts, isFreed) => {
	const [whole] = chunksOf(size);
	const pieces = cuts.slice(1).map((end, index) => whole.subarray(cuts[index], end));
	const content = Buffer.concat(pieces);
	await put(bodyOf(pieces));
	expect(bodies[0].equals(content)).toBe(true);
	expect(whole).toHaveLength(isFreed ? 0 : size);
});

test('a client that keeps the body for a redirect sends it whole once more', async () => {
	const chunks = chunksOf(MIB, MIB);
	const content = Buffer.concat(chunks);
	host.answer(async (request, response) => {
		bodies.push(await buffer(request));
		response.writeHead(bodies.length === 1 ? 307 : 200, { Location: '/moved' }).end();
	});
	await put(bodyOf(chunks), { disableFollowRedirect: false });
	expect(bodies.map(md5)).toEqual([md5(content), md5(content)]);
	expect(detached.bytes).toBe(0);
});

/** Like a request, but with a say in how a write ends. @param {(chunk: Buffer) => Error | void} end */
const requestThat = (end) =>
	Object.assign(
		new Writable({
			write: (chunk, _encoding, done) => void setImmediate(() => done(end(chunk) ?? null)),
		}),
		{ reusedSocket: false },
	);

test('a request that fails to write a piece leaves its memory as it is', async () => {
	const chunks = chunksOf(5000, 6000);
	const request = requestThat(({ length }) => (length === 6000 ? new Error('broken') : undefined));
	bodyOf(chunks).pipe(request);
	await expect(once(request, 'finish')).rejects.toThrow('broken');
	expect(chunks.map(({ length }) => length)).toEqual([0, 6000]);
});

test('a request takes what others write as it comes', async () => {
	/** @type {string[]} */
	const written = [];
	const request = requestThat((chunk) => void written.push(String(chunk)));
	bodyOf(chunksOf(1)).pipe(request, { end: false });
	request.write('first');
	await new Promise((resolve) => request.write('7365636f6e64', 'hex', resolve));
	await new Promise((resolve) => request.write(Buffer.from('third'), resolve));
	expect(written.filter((text) => text.length > 1)).toEqual(['first', 'second', 'third']);
});

test('where Node.js can not give memory back, all is sent', async () => {
	delete detached.prototype.transfer;
	const chunks = chunksOf(MIB);
	await put(bodyOf(chunks));
	expect(bodies[0].equals(chunks[0])).toBe(true);
});

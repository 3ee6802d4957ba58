const { createHash, randomBytes } = require('node:crypto');
const { Readable } = require('node:stream');
const { buffer } = require('node:stream/consumers');
const { until } = require('../../support/until');
const { Meter } = require('../../../nodes/Verbit/upload/meter');

const KIB = 1024;
const content = randomBytes(600 * KIB);
const md5 = createHash('md5').update(content).digest('hex');

/** @param {Meter} meter @param {Buffer[]} chunks */
const measure = async (meter, chunks) =>
	await buffer(/** @type {any} */ (meter.measure(/** @type {any} */ (Readable.from(chunks)))));

test('what goes through is what came, whatever the chunks', async () => {
	const meter = new Meter(content.length);
	const chunks = [
		content.subarray(0, 1),
		content.subarray(1, 300 * KIB),
		content.subarray(300 * KIB),
	];
	expect((await measure(meter, chunks)).equals(content)).toBe(true);
	expect(meter.bytes).toBe(content.length);
	expect(meter.md5()).toBe(md5);
	expect(meter.sourceError).toBeUndefined();
});

/** The lengths of what goes on, in KiB. @param {Buffer[]} chunks */
const piecesOf = async (chunks) => {
	const meter = new Meter(Buffer.concat(chunks).length);
	const measured = /** @type {any} */ (meter.measure(/** @type {any} */ (Readable.from(chunks))));
	const lengths = [];
	for await (const { length } of measured) lengths.push(length / KIB);
	return lengths;
};

test('a chunk of any size goes on in pieces of 256 KiB, none of which is empty', async () => {
	expect(await piecesOf([content])).toEqual([256, 256, 88]);
	expect(await piecesOf([content.subarray(0, 512 * KIB)])).toEqual([256, 256]);
});

test('it is known when the next bytes are the turn of the source', async () => {
	const meter = new Meter(2);
	const source = new Readable({ read() {} });
	const pieces = /** @type {any} */ (meter.measure(/** @type {any} */ (source)))[
		Symbol.asyncIterator
	]();
	expect(meter.isWaitingForSource).toBe(false);
	const first = pieces.next();
	await until(() => meter.isWaitingForSource);
	source.push('a');
	const { value } = await first;
	expect(String(value)).toBe('a');
	await until(() => meter.isWaitingForSource);
	source.push('b');
	expect(String((await pieces.next()).value)).toBe('b');
	source.push(null);
	expect((await pieces.next()).done).toBe(true);
	expect(meter.isWaitingForSource).toBe(false);
});

test.each([
	['has failed', new Error('the disk is gone'), 'the disk is gone'],
	['was closed', undefined, 'it was closed before it was read'],
])('content that %s before it is read is not read', async (_what, error, reason) => {
	const source = new Readable({ read() {} });
	source.on('error', () => undefined);
	source.destroy(error);
	const meter = new Meter(10);
	expect(() => meter.measure(/** @type {any} */ (source))).toThrow(reason);
	expect(meter.sourceError?.message).toBe(reason);
});

test('an error of what is measured has a listener from the start: unheard, it would end n8n', () => {
	const source = Readable.from([content]);
	const measured = new Meter(content.length).measure(/** @type {any} */ (source));
	expect(measured?.listenerCount('error')).toBeGreaterThan(0);
});

test('there is no MD5 before all of it has gone out', async () => {
	const meter = new Meter(content.length + 1);
	await measure(meter, [content]).catch(() => undefined);
	expect(meter.md5()).toBeUndefined();
});

test('content that is shorter than was announced is an error, after its last byte', async () => {
	const meter = new Meter(content.length + 1);
	const message = `expected ${content.length + 1} bytes, but got only ${content.length}`;
	await expect(measure(meter, [content])).rejects.toThrow(message);
	expect(meter.sourceError?.message).toBe(message);
});

test('content that is longer than was announced is an error, and what is too much does not go on', async () => {
	const meter = new Meter(10);
	/** @type {Buffer[]} */
	const passed = [];
	const reading = async () => {
		const chunks = [Buffer.alloc(10), Buffer.alloc(1)];
		const measured = /** @type {any} */ (meter.measure(/** @type {any} */ (Readable.from(chunks))));
		for await (const chunk of measured) passed.push(/** @type {Buffer} */ (chunk));
	};
	const message = 'expected 10 bytes, but got more';
	await expect(reading()).rejects.toThrow(message);
	expect(Buffer.concat(passed)).toHaveLength(10);
	expect(meter.sourceError?.message).toBe(message);
});

test('a source that fails is remembered with its reason', async () => {
	const meter = new Meter(10);
	const source = new Readable({
		read() {
			this.destroy(new Error('the disk is gone'));
		},
	});
	// Where the meter does not hear of it, the test says so, not a crash.
	source.on('error', () => undefined);
	const measured = /** @type {any} */ (meter.measure(/** @type {any} */ (source)));
	await expect(buffer(measured)).rejects.toThrow();
	expect(meter.sourceError?.message).toBe('the disk is gone');
});

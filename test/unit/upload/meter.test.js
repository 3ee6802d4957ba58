const { hash, randomBytes } = require('node:crypto');
const { Readable } = require('node:stream');
const { Meter } = require('../../../nodes/Verbit/upload/put');

const KIB = 1024;

/** @param {Meter} meter @param {object} source @returns {AsyncIterable<Buffer>} */
const measured = (meter, source) => /** @type {any} */ (meter.measure(/** @type {any} */ (source)));

test('a large chunk goes on in pieces of 256 KiB, none of which is empty', async () => {
	const source = Readable.from([Buffer.alloc(512 * KIB)]);
	const lengths = [];
	for await (const { length } of measured(new Meter(512 * KIB), source)) lengths.push(length / KIB);
	expect(lengths).toEqual([256, 256]);
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

test.each([
	['longer', [10, 1], 'more', 10],
	['shorter', [5], 'only 5', 5],
])('content %s than announced is an error', async (_what, lengths, found, passed) => {
	const meter = new Meter(10);
	let bytes = 0;
	const reading = async () => {
		const chunks = lengths.map((length) => Buffer.alloc(length));
		for await (const { length } of measured(meter, Readable.from(chunks))) bytes += length;
	};
	await expect(reading()).rejects.toThrow(`expected 10 bytes, but got ${found}`);
	expect(bytes).toBe(passed);
	expect(meter.sourceError?.message).toContain(found);
	expect(meter.md5()).toBeUndefined();
});

test('whether the source is waited for is known at any time, and at the end the MD5', async () => {
	const chunks = [randomBytes(512 * KIB), randomBytes(88 * KIB)];
	const meter = new Meter(600 * KIB);
	/** @type {boolean[]} */
	const asked = [meter.isWaitingForSource];
	const source = async function* () {
		for (const chunk of chunks) {
			asked.push(meter.isWaitingForSource);
			yield chunk;
		}
		asked.push(meter.isWaitingForSource);
	};
	/** @type {boolean[]} */
	const passed = [];
	for await (const _ of measured(meter, Object.assign(source(), { on: () => {} })))
		passed.push(meter.isWaitingForSource);
	expect([asked, passed[0]]).toEqual([[false, true, true, false], false]);
	expect(meter.md5()).toBe(hash('md5', Buffer.concat(chunks)));
});

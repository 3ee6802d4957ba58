const { randomBytes } = require('node:crypto');
const { Readable } = require('node:stream');
const { Meter } = require('../../../nodes/Verbit/upload/meter');

const KIB = 1024;
const content = randomBytes(600 * KIB);

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

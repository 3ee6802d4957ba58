const fc = require('../../support/fastCheck');
const { peek } = require('../../../nodes/Verbit/http/streams');

/** @param {Uint8Array[]} chunks @param {{ read: number }} [count] of the chunks that were asked for */
async function* source(chunks, count = { read: 0 }) {
	for (const chunk of chunks) {
		count.read++;
		yield Buffer.from(chunk);
	}
}

/** @param {AsyncIterable<Buffer>} chunks */
async function all(chunks) {
	const list = [];
	for await (const chunk of chunks) list.push(chunk);
	return Buffer.concat(list);
}

test('the whole comes after a look at its beginning, however it is cut into chunks', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.uint8Array({ maxLength: 20 })),
			fc.nat(100),
			async (chunks, bytes) => {
				const whole = Buffer.concat(chunks);
				const { head, isWhole, chunks: again } = await peek(source(chunks), bytes);
				expect(head.equals(whole.subarray(0, head.length))).toBe(true);
				expect(head.length).toBeGreaterThanOrEqual(Math.min(bytes, whole.length));
				if (isWhole) expect(head.equals(whole)).toBe(true);
				expect((await all(again)).equals(whole)).toBe(true);
			},
		),
	);
});

test('no more is read than was asked for', async () => {
	const count = { read: 0 };
	await peek(source(Array(10).fill(Buffer.alloc(10)), count), 25);
	expect(count.read).toBe(3);
});

test('what breaks after the look is told to whoever reads on', async () => {
	async function* breaking() {
		yield Buffer.from('abc');
		throw new Error('broken');
	}
	const { head, chunks } = await peek(breaking(), 1);
	expect(String(head)).toBe('abc');
	await expect(all(chunks)).rejects.toThrow('broken');
});

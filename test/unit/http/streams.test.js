const { once } = require('node:events');
const { Readable } = require('node:stream');
const { buffer } = require('node:stream/consumers');
const { closeContent, peek } = require('../../../nodes/Verbit/http/streams');
const { streamOf } = require('../../../nodes/Verbit/n8n/streamOf');
const fc = require('../../support/fastCheck');

const CHUNKS = [Buffer.from('ab'), Buffer.alloc(0), Buffer.from('cd')];

afterEach(() => void jest.useRealTimers());

async function* broken() {
	yield CHUNKS[0];
	throw new Error('broken');
}

test('chunks become a stream, one after the other', async () => {
	expect(String(await buffer(/** @type {any} */ (streamOf(CHUNKS))))).toBe('abcd');
});

test('an error in the chunks ends the stream', async () => {
	await expect(buffer(/** @type {any} */ (streamOf(broken())))).rejects.toThrow('broken');
});

test('an error in the chunks that nobody listens for is no crash', async () => {
	const stream = /** @type {any} */ (streamOf(broken()));
	stream.resume();
	await new Promise((resolve) => stream.once('close', resolve));
	expect(stream.errored.message).toBe('broken');
});

test('a stream that is given up before it is read is closed', async () => {
	const stream = streamOf(broken());
	await closeContent(stream);
	expect(stream.closed).toBe(true);
});

describe('content is closed', () => {
	test('once its stream says so', async () => {
		let isClosed = false;
		const content = new Readable({
			read: () => undefined,
			destroy: (_error, done) => void setImmediate(() => done(null)),
		});
		content.once('close', () => (isClosed = true));
		await closeContent(/** @type {any} */ (content));
		expect(isClosed).toBe(true);
	});

	test('without a wait where its stream says so', async () => {
		jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
		const content = new Readable({ read: () => undefined });
		await closeContent(/** @type {any} */ (content));
		expect(content.closed).toBe(true);
	});

	test('at once where it has ended', async () => {
		const content = Readable.from([]).resume();
		await once(content, 'close');
		const destroy = jest.spyOn(content, 'destroy');
		await closeContent(/** @type {any} */ (content));
		expect(destroy).not.toHaveBeenCalled();
	});

	test('after a second where its stream never says so', async () => {
		const content = new Readable({ read: () => undefined, destroy: () => undefined });
		await closeContent(/** @type {any} */ (content));
		expect(content.destroyed).toBe(true);
	});
});

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
				expect(isWhole).toBe(bytes > whole.length);
				expect((await all(again)).equals(whole)).toBe(true);
			},
		),
	);
});

test('no more is read than was asked for', async () => {
	const count = { read: 0 };
	await peek(source(Array(10).fill(Buffer.alloc(10)), count), 25);
	expect(count.read).toBe(3);
	await peek(source(Array(10).fill(Buffer.alloc(10)), count), 20);
	expect(count.read).toBe(3 + 2);
});

test('what breaks after the look is told to whoever reads on', async () => {
	const { head, chunks } = await peek(broken(), 1);
	expect(String(head)).toBe('ab');
	await expect(all(chunks)).rejects.toThrow('broken');
});

const { once } = require('node:events');
const { Readable } = require('node:stream');
const { buffer } = require('node:stream/consumers');
const { closeContent, streamOf } = require('../../../nodes/Verbit/http/streams');

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

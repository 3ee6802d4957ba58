import { sleep } from 'n8n-workflow';

import type { BinaryStream } from '../n8n/streamOf';

export type { BinaryStream };

/** A stream closes in less than a millisecond: this is for one that never reports it. */
const MAX_CLOSING_MS = 1000;

/** A finished upload must leave no open file or connection behind. */
export async function closeContent(content: BinaryStream): Promise<void> {
	if (content.closed) return;
	const closed = new Promise((resolve) => content.once('close', resolve));
	content.destroy();
	await Promise.race([closed, sleep(MAX_CLOSING_MS)]);
}

/**
 * Reads the first bytes of a body without losing them for its next reader.
 * @returns `head`, at least `bytes` long unless it `isWhole`; `chunks` still yields the whole body, once
 */
export async function peek(
	content: AsyncIterable<Buffer>,
	bytes: number,
): Promise<{ head: Buffer; isWhole: boolean; chunks: AsyncIterable<Buffer> }> {
	const rest = content[Symbol.asyncIterator]();
	const seen: Buffer[] = [];
	for (let length = 0; length < bytes;) {
		const { done, value } = await rest.next();
		if (done) return { head: Buffer.concat(seen), isWhole: true, chunks: join(seen, rest) };
		seen.push(value);
		length += value.length;
	}
	return { head: Buffer.concat(seen), isWhole: false, chunks: join(seen, rest) };
}

async function* join(seen: Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
	// Released one by one, instead of holding all until the last is read.
	while (seen.length > 0) yield seen.shift() as Buffer;
	yield* { [Symbol.asyncIterator]: () => rest };
}

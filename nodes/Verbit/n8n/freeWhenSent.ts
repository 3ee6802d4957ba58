/**
 * n8n leaves the memory of a sent body to the garbage collector, which takes longer than sending a large file.
 * Relied on: n8n's client pipes the body to the request of Node.js, maybe through a stream that counts; Node.js is done with a
 * buffer when it calls the callback of a write without an error.
 * Seen in: n8n 1.123, 2.0 and 2.40, with Node.js 20 to 24.
 * Safeguard: only writes to a request are followed, and only whole buffers are freed, so the socket gets each buffer unchanged.
 * Missing, and before Node.js 22: the garbage collector frees the memory.
 */
import type { BinaryStream } from './streamOf';

/** Size of the pieces of a larger chunk, bytes. A part of a buffer up to this size isn't freed: its source may need the rest. */
export const PIECE_BYTES = 256 * 1024;

export function freeWhenSent(body: BinaryStream): void {
	const sentOf = new WeakMap<ArrayBufferLike, number>();
	follow(body, ({ buffer, byteLength }) => {
		// Node.js shares small buffers, for example with zlib.
		if (byteLength < buffer.byteLength && buffer.byteLength <= PIECE_BYTES) return;
		const sent = (sentOf.get(buffer) ?? 0) + byteLength;
		sentOf.set(buffer, sent);
		if (sent !== buffer.byteLength) return;
		// `transfer` needs Node.js 22.
		(buffer as { transfer?(newLength: number): ArrayBuffer }).transfer?.(0);
	});
}

function follow(stream: BinaryStream, onSent: (piece: Buffer) => void): void {
	const { pipe } = stream;
	stream.pipe = <T extends NodeJS.WritableStream>(
		destination: T,
		options?: { end?: boolean },
	): T => {
		// Only a request of Node.js has this property, unlike a request that keeps the body to follow redirects.
		if ('reusedSocket' in destination) followWrites(destination, onSent);
		else follow(destination as unknown as BinaryStream, onSent);
		return pipe.call(stream, destination, options) as T;
	};
}

function followWrites(request: NodeJS.WritableStream, onSent: (piece: Buffer) => void): void {
	const { write } = request as { write: (...args: unknown[]) => boolean };
	request.write = (...args: unknown[]) => {
		const [piece] = args;
		if (args.length > 1 || !Buffer.isBuffer(piece)) return write.apply(request, args);
		return write.call(request, piece, (error?: Error | null) => {
			if (!error) onSent(piece);
		});
	};
}

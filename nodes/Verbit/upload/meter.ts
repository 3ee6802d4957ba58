import { createHash } from 'crypto';

import { type BinaryStream, streamLike } from '../http/streams';

/**
 * What goes on in one piece, bytes: it has to pass within the Stall Timeout, on a slow line too, to be seen to move.
 * A database's or a memory's stream comes as a single chunk.
 */
const PIECE_BYTES = 256 * 1024;

/** A source that ended as it should, but not at the length that was announced. */
export class WrongLength extends Error {}

/** Counts and hashes what goes out, and stops it where it is not as long as was announced. */
export class Meter {
	/** Bytes that have gone out so far. */
	bytes = 0;

	/** Why the source could not be read to its announced length. */
	sourceError?: Error;

	/** Whether the next bytes have been asked of the source, and have not come yet. */
	isWaitingForSource = false;

	private readonly hash = createHash('md5');

	/**
	 * @param size bytes that the request announces
	 * @param onBytes gets the number of bytes so far
	 */
	constructor(
		private readonly size: number,
		private readonly onBytes?: (bytes: number) => void,
	) {}

	/**
	 * The same content, measured. A `data` listener would start the flow before the request is there.
	 * @returns nothing where the content has broken already: see `sourceError`
	 */
	measure(content: BinaryStream): BinaryStream | undefined {
		if (content.errored || content.destroyed) {
			this.sourceError = content.errored ?? new Error('it was closed before it was read');
			return undefined;
		}
		content.on('error', (error: Error) => (this.sourceError ??= error));
		const measured = streamLike(content, this.pass(content as AsyncIterable<Buffer>));
		// If n8n's client gives up before it reads the body, nothing else listens for its error: unhandled, it would
		// crash n8n.
		measured.on('error', () => undefined);
		return measured;
	}

	/** MD5 of the content in hexadecimal, once and only when all of it has gone out. */
	md5(): string | undefined {
		return this.bytes === this.size ? this.hash.digest('hex') : undefined;
	}

	private async *pass(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
		this.isWaitingForSource = true;
		for await (const chunk of chunks) {
			this.isWaitingForSource = false;
			// Asked for once: the memory of a chunk may be given back when its last piece has been sent.
			const { length } = chunk;
			for (let offset = 0; offset < length; offset += PIECE_BYTES) {
				const piece = chunk.subarray(offset, offset + PIECE_BYTES);
				this.take(piece);
				yield piece;
			}
			this.isWaitingForSource = this.bytes < this.size;
		}
		if (this.bytes < this.size) this.stop(`only ${this.bytes}`);
	}

	private take(piece: Buffer): void {
		this.bytes += piece.length;
		if (this.bytes > this.size) this.stop('more');
		this.hash.update(piece);
		this.onBytes?.(this.bytes);
	}

	/** The error aborts the request, so the storage can't keep a partial file. */
	private stop(found: string): never {
		// The content of a failed source may end here without its error, which was reported before.
		this.sourceError ??= new WrongLength(`expected ${this.size} bytes, but got ${found}`);
		throw this.sourceError;
	}
}

/** From ES2024: Node.js has it from version 22 on. */
interface Detachable {
	transfer?(newLength: number): ArrayBuffer;
}

/** A stream between the body and the connection, or the request itself, as `pipe` is given it. */
type Destination = Parameters<BinaryStream['pipe']>[0];

/**
 * Frees the memory of a body's chunks as soon as they are on the wire. Left to the garbage collector, the chunks of
 * a large file would make V8 scan n8n's heap several times a second, which takes longer than sending them.
 *
 * When Node.js calls a write's callback without an error, it is done with the buffer. Nothing is freed unless the
 * buffer is certain to reach the socket unchanged: if n8n's client changes this one day, the garbage collector
 * takes over.
 * @param body whose chunks nothing else uses, before it is sent
 */
export function freeWhenSent(body: BinaryStream): void {
	const sentOf = new WeakMap<ArrayBufferLike, number>();
	follow(body, ({ buffer, byteLength }) => {
		// No piece that was cut here: its source shares the buffer, as zlib does Node.js' pool of small buffers.
		if (byteLength < buffer.byteLength && buffer.byteLength <= PIECE_BYTES) return;
		const sent = (sentOf.get(buffer) ?? 0) + byteLength;
		sentOf.set(buffer, sent);
		if (sent === buffer.byteLength) (buffer as Detachable).transfer?.(0);
	});
}

/** n8n's client pipes the body to the request, in newer versions by way of a stream that counts. */
function follow(stream: BinaryStream, onSent: (piece: Buffer) => void): void {
	const { pipe } = stream;
	stream.pipe = <T extends Destination>(destination: T, options?: { end?: boolean }): T => {
		if (isRequest(destination)) tellOfWrites(destination, onSent);
		else follow(destination as unknown as BinaryStream, onSent);
		return pipe.call(stream, destination, options) as T;
	};
}

/** Only a `ClientRequest` of Node.js has this; one that follows redirects, and keeps the body for that, has not. */
function isRequest(destination: Destination): boolean {
	return 'reusedSocket' in destination;
}

function tellOfWrites(request: Destination, onSent: (piece: Buffer) => void): void {
	const { write } = request as { write: (...args: unknown[]) => boolean };
	request.write = (...args: unknown[]) => {
		const [piece] = args;
		if (args.length > 1 || !Buffer.isBuffer(piece)) return write.apply(request, args);
		return write.call(request, piece, (error?: Error | null) => {
			if (!error) onSent(piece);
		});
	};
}

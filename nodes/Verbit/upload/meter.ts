import { createHash } from 'crypto';

import { type BinaryStream, streamOf } from '../n8n/streamOf';
import { PIECE_BYTES } from '../n8n/freeWhenSent';

/** A source that ended without an error, but not at the announced length. */
export class WrongLength extends Error {}

export class Meter {
	bytes = 0;

	sourceError?: Error;

	/** The next bytes were requested from the source, and haven't arrived yet. */
	isWaitingForSource = false;

	private readonly hash = createHash('md5');

	/** @param size bytes that the request announces */
	constructor(private readonly size: number) {}

	/**
	 * Passes the content on, measured. A `data` listener would start the flow before the request exists.
	 * @throws `sourceError` if the content is already broken
	 */
	measure(content: BinaryStream): BinaryStream {
		if (content.errored || content.destroyed) {
			this.sourceError = content.errored ?? new Error('it was closed before it was read');
			throw this.sourceError;
		}
		content.on('error', (error: Error) => (this.sourceError ??= error));
		return streamOf(this.pass(content));
	}

	/** In hexadecimal. Works once, and only when all of the content has been sent. */
	md5(): string | undefined {
		return this.bytes === this.size ? this.hash.digest('hex') : undefined;
	}

	private async *pass(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
		this.isWaitingForSource = true;
		for await (const chunk of chunks) {
			this.isWaitingForSource = false;
			// In database and memory mode the file is one chunk. Splitting it lets the stall timer see progress.
			// Its length is asked for once: its memory may be given back when its last piece has been sent.
			const { length } = chunk;
			for (let offset = 0; offset < length; offset += PIECE_BYTES) {
				const piece = chunk.subarray(offset, offset + PIECE_BYTES);
				this.record(piece);
				yield piece;
			}
			this.isWaitingForSource = this.bytes < this.size;
		}
		if (this.bytes < this.size) this.stop(`only ${this.bytes}`);
	}

	private record(piece: Buffer): void {
		this.bytes += piece.length;
		if (this.bytes > this.size) this.stop('more');
		this.hash.update(piece);
	}

	/** The error aborts the request, so the storage can't keep a partial file. */
	private stop(found: string): never {
		// The content of a failed source may end here without its error, which was reported before.
		this.sourceError ??= new WrongLength(`expected ${this.size} bytes, but got ${found}`);
		throw this.sourceError;
	}
}

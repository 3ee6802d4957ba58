import type { BinaryStream } from '../http/binaryStream';

/** From ES2024: Node.js has it from version 22 on. */
interface Detachable {
	transfer?(newLength: number): ArrayBuffer;
}

/** A stream between the body and the connection, or the request itself, as `pipe` is given it. */
type Destination = Parameters<BinaryStream['pipe']>[0];

/**
 * Gives the memory of a body's chunks back as soon as they are on the wire. Left to the garbage collector, chunks of a
 * large file would have V8 go through n8n's whole heap several times a second, and take more time than to send them.
 *
 * When a write to a request is called back without an error, Node.js is done with the buffer. Nothing is given back
 * where it is not certain that a buffer gets there as it is: if n8n's client comes to do it otherwise, the garbage
 * collector does its work.
 * @param body whose chunks nobody else uses, before it is sent
 */
export function freeWhenSent(body: BinaryStream): void {
	const sentOf = new WeakMap<ArrayBufferLike, number>();
	follow(body, ({ buffer, byteLength }) => {
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

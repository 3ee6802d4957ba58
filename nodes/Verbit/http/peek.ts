/** The beginning of a body, and the whole of it all the same. */
interface Peeked {
	/** At least as many bytes as were asked for, or all. */
	head: Buffer;
	isWhole: boolean;
	/** From the first byte, once. */
	chunks: AsyncIterable<Buffer>;
}

/** Reads no further than it has to. @param bytes to be looked at */
export async function peek(content: AsyncIterable<Buffer>, bytes: number): Promise<Peeked> {
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
	// Let go one by one, so that they are not held for as long as the rest takes.
	while (seen.length > 0) yield seen.shift() as Buffer;
	yield* { [Symbol.asyncIterator]: () => rest };
}

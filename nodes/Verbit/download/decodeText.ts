/** A prolog of XML and every byte order mark are shorter, bytes. */
const BEGINNING_BYTES = 256;

const UTF_8 = 'utf-8';

type Decoder = Pick<InstanceType<typeof TextDecoder>, 'decode'>;

/** The characters of Windows-1252 from 0x80 on; some versions of Node.js decode these bytes as ISO-8859-1. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ';

/**
 * Decodes text piece by piece, without its byte order mark. Its charset is that of the mark, of the Content-Type or of an
 * XML prolog, in this order, else UTF-8.
 */
export async function* decodeText(
	chunks: AsyncIterable<Buffer>,
	contentType?: string,
): AsyncGenerator<string> {
	let decoder: Decoder | undefined;
	let beginning: Buffer = Buffer.alloc(0);
	for await (const chunk of chunks) {
		if (decoder === undefined) {
			beginning = Buffer.concat([beginning, chunk]);
			if (beginning.length < BEGINNING_BYTES) continue;
			decoder = decoderFor(beginning, contentType);
			yield decoder.decode(beginning, { stream: true });
		} else {
			yield decoder.decode(chunk, { stream: true });
		}
	}
	if (decoder !== undefined) yield decoder.decode();
	else yield decoderFor(beginning, contentType).decode(beginning);
}

/** It leaves a byte order mark out by itself, where it is the one of its charset. */
function decoderFor(beginning: Buffer, contentType?: string): Decoder {
	const charset =
		charsetOfMark(beginning) ?? charsetOfType(contentType) ?? charsetOfXml(beginning) ?? UTF_8;
	try {
		const decoder = new TextDecoder(charset);
		return decoder.encoding === 'windows-1252' ? windows1252(decoder) : decoder;
	} catch {
		// A name that nobody knows.
		return new TextDecoder(UTF_8);
	}
}

function windows1252(decoder: Decoder): Decoder {
	return {
		decode: (...input) =>
			decoder
				.decode(...input)
				.replace(/[\x80-\x9f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80]),
	};
}

function charsetOfMark(beginning: Buffer): string | undefined {
	const hex = beginning.subarray(0, 3).toString('hex');
	if (hex === 'efbbbf') return UTF_8;
	if (hex.startsWith('fffe')) return 'utf-16le';
	return hex.startsWith('feff') ? 'utf-16be' : undefined;
}

function charsetOfType(contentType = ''): string | undefined {
	return /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1];
}

function charsetOfXml(beginning: Buffer): string | undefined {
	const prolog = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/i;
	return prolog.exec(beginning.subarray(0, BEGINNING_BYTES).toString('latin1'))?.[1];
}

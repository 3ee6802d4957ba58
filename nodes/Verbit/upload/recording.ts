import { describeBody, readBody } from '../http/body';
import { decodeText } from '../http/headers';

/** Recordings have bytes in their first kilobyte that no text has. */
export const FIRST_BYTES = 1000;

/** What other files begin with, in hexadecimal. */
const OTHER_FILES: Array<[returned: string, beginning: RegExp]> = [
	[
		// JPEG, PNG, GIF, BMP, PSD, TIFF, JPEG 2000, JPEG XL, WebP; and HEIF and AVIF, which share the container of MP4.
		'a picture',
		/^(ffd8ff|89504e47|47494638|424d.{8}00000000|38425053|49492a00|4d4d002a|0000000c(6a502020|4a584c20)|52494646.{8}57454250|.{8}66747970(6865|617669|6d696631|6d736631))/,
	],
	[
		// ZIP, gzip, bzip2, XZ, 7-Zip, RAR, Zstandard, LZ4, lzip, Microsoft's and Apple's, and tar.
		'an archive',
		/^(504b0[357]0[468]|1f8b08|425a683|fd377a58|377abcaf|52617221|28b52ffd|04224d18|4c5a4950|4d534346|78617221|.{514}7573746172)/,
	],
	// PDF, and the formats of Microsoft Office before 2007.
	['a document', /^(25504446|d0cf11e0)/],
];

const PLAYLIST = /^\s*(#EXTM3U|\[playlist\])|<(MPD|SmoothStreamingMedia|asx|smil)[\s>]/i;

const FEED = /<(rss|feed|rdf:RDF)[\s>]/i;

/** What has a type of these is none, whatever it begins with. A host that knows no type sends another one. */
const OTHER_TYPE =
	/^(text|image|font|message|model|multipart)\/|^application\/([\w.-]+\+)?(json|xml)\b|^application\/(pdf|rtf|msword|vnd\.(ms-(excel|power|word)|openxml)|(x-)?(zip|gzip|tar|rar|7z|bzip))|mpegurl|x-scpls/i;

/**
 * Says what came instead of a recording, by its first bytes and its type.
 * @returns undefined for what may be a recording
 */
export function insteadOfRecording(
	head: Buffer,
	type: string,
): { returned: string; cause?: 'feed' | 'playlist' } | undefined {
	const first = head.subarray(0, FIRST_BYTES);
	const other = OTHER_FILES.find(([, beginning]) => beginning.test(first.toString('hex')));
	if (other !== undefined) return { returned: other[0] };
	const body = readBody(decodeText(first));
	if (body.kind === 'binary data') {
		const [name] = type.split(';');
		return OTHER_TYPE.test(type) ? { returned: `a file of the type ${name}` } : undefined;
	}
	if (PLAYLIST.test(body.text)) {
		return { returned: 'a playlist (a list of pieces)', cause: 'playlist' };
	}
	if (FEED.test(body.text)) return { returned: 'a feed (a list of episodes)', cause: 'feed' };
	return { returned: body.kind === 'nothing' ? 'a file of blanks' : describeBody(body) };
}

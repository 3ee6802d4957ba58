import { UNKNOWN_FORMAT } from '../errors/messages/files';
import { type Body, readBody } from '../http/body';
import { decodeText } from '../http/charset';
import { FORM_TYPE, isMediaType, UNKNOWN_TYPE } from '../http/headers';

export const HEAD_BYTES = 4096;

/**
 * Usual extensions and beginnings of recordings; two hexadecimal digits are a byte, and 'text' is several. Sources: the table of
 * `file-type` 21, which n8n itself uses; `file` (libmagic) for RF64, W64, CAF, AU, DV, RealAudio and NIST SPHERE; PhotoRec for
 * the dictation formats DSS and DS2.
 */
const BOXES: Array<[extension: string, beginning: string]> = [
	// MP4 and QuickTime begin with the length of their first box.
	['m4a', ".{8}'ftypM4A'"],
	['m4b', ".{8}'ftypM4B'"],
	['m4v', ".{8}'ftypM4V'"],
	['3g2', ".{8}'ftyp3g2'"],
	['3gp', ".{8}'ftyp3g'"],
	['mov', ".{8}('ftypqt'|'moov'|'mdat'|'free'|'skip'|'wide'|'pnot'|'udta'|'uuid')"],
	['mp4', ".{8}('styp'|'moof'|'ftyp'(?!'avi'|'mif1'|'msf1'|'crx'|'hei'|'hev')([2-7].){4})"],
];

const OTHERS: typeof BOXES = [
	['wav', "('RIFF'|'RIFX'|'RF64'|'BW64').{8}'WAVE'"],
	['avi', "'RIFF'.{8}'AVI'"],
	['qcp', "'RIFF'.{8}'QLCM'"],
	['w64', "'riff'2e91cf11"],
	['webm', "1a45dfa3(..){0,60}'webm'"],
	['mkv', '1a45dfa3'],
	['ogg', "'OggS'00"],
	['flac', "'fLaC'[08]0"],
	['mp3', "'ID3'0[2-4](?!ff)....([0-7].){4}"],
	['mp3', 'ff(e[23]|f[23ab])[1-9a-e][0-9ab].[013457-9b-df]'],
	['mp2', 'ff(e[45]|f[45cd])[1-9a-e][0-9ab].[013457-9b-df]'],
	['aac', 'fff[0189](?![37bf][4-9a-f])....'],
	['aiff', "'FORM'.{8}('AIFF'|'AIFC')"],
	['caf', "'caff'00"],
	['wmv', '3026b2758e66cf11(..)*c0ef19bc4d5bcf11'],
	['wma', '3026b2758e66cf11'],
	['flv', "'FLV'01"],
	['amr', "'#!AMR'"],
	['silk', "(02)?'#!SILK_V3'"],
	['mxf', '060e2b3402050101'],
	['dss', "0[23]'dss'"],
	['ds2', "0[1-7]'ds2'"],
	['mpg', '000001b[3a]'],
	['ts', '(47.{374}){2}47'],
	['mts', '.{8}(47.{382}){2}47'],
	['ac3', '0b77....(([014589].|[26a][0-5])([0-4].|5[0-7])|..(5[89a-f]|[67].|8[0-7]))'],
	['dts', '7ffe8001'],
	['dv', '1f0700[3b]f'],
	['au', "'.snd'00"],
	['rm', "'.RMF'00"],
	['ra', "'.ra'fd"],
	['sph', "'NIST_1A'0a"],
	['voc', "'Creative Voice File'1a"],
	['wv', "'wvpk'"],
	['ape', "'MAC '..0[ef]"],
	['mpc', "'MPCK'|'MP+'[012]7"],
	['tta', "'TTA1'"],
	['dsf', "'DSD '1c00"],
];

const FORMATS = [...BOXES, ...OTHERS].map(([extension, beginning]) => {
	const toHex = (_: string, text: string) => Buffer.from(text).toString('hex');
	const digits = beginning.replace(/'([^']*)'/g, toHex);
	return { extension, beginning: new RegExp(`^(${digits})`) };
});

const USUAL = FORMATS.map(({ extension }) => extension).join('|');

/** An extension at the end of a name that people use for recordings: those of the formats, and more. */
export const USUAL_EXTENSION = new RegExp(
	`\\.(${USUAL}|aifc?|asf|f4v|m2ts|m2v|m4p|mka|mpeg|ogv|opus|spx|vob|weba)$`,
	'i',
);

export function extensionOfRecording(head: Buffer, size = Infinity): string | undefined {
	// The first box of MP4 or QuickTime is never longer than the file, unlike text that looks like a box.
	const mayHaveBoxes = head.length >= 8 && head.readUInt32BE() <= size;
	const formats = mayHaveBoxes ? FORMATS : FORMATS.slice(BOXES.length);
	const digits = head.toString('hex', 0, HEAD_BYTES);
	return formats.find(({ beginning }) => beginning.test(digits))?.extension;
}

/** @param describe returns what a text or web page is called: by default its kind */
export function kindOfFile(head: Buffer, describe = ({ kind }: Body): string => kind): string {
	// A PDF isn't a text, although its first kilobytes may contain only text.
	if (String(head).startsWith('%PDF')) return 'a PDF';
	const body = readBody(decodeText(head));
	if (body.kind === 'binary data') return UNKNOWN_FORMAT;
	return body.kind === 'nothing' ? 'a blank file' : describe(body);
}

export function isTextFile(head: Buffer): boolean {
	return !['a PDF', UNKNOWN_FORMAT].includes(kindOfFile(head));
}

/** Returns the declared type, unless it can't be right: binary data may be declared as text, and a raw upload as a form. */
export function typeOfFile(declared: unknown, head: Buffer): string {
	const type = String(declared).trim();
	const isForm = type.toLowerCase().startsWith(FORM_TYPE);
	const isWrong = isForm || (/^text\//i.test(type) && !isTextFile(head));
	return isMediaType(type) && !isWrong ? type : UNKNOWN_TYPE;
}

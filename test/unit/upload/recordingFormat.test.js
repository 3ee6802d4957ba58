const { execFileSync } = require('node:child_process');
const path = require('node:path');
const { gzipSync } = require('node:zlib');
const {
	describeFile,
	extensionOfRecording,
	typeOfFile,
} = require('../../../nodes/Verbit/upload/recordingFormat');
const fc = require('../../support/fastCheck');
const { HEADS } = require('../../support/recordings/heads');

/** @param {string} text a byte for each character */
const bytes = (text) => Buffer.from(text, 'latin1');

test.each(Object.keys(HEADS))('%s is a recording', (format) => {
	const [extension, head] = HEADS[format];
	expect(extensionOfRecording(head, 5000)).toBe(extension);
	expect(extensionOfRecording(head)).toBe(extension);
});

const UNKNOWN = 'a file of an unknown format';

test.each(
	/** @type {Array<[what: string, described: string, head: string | Buffer]>} */ ([
		['a login page', 'a web page', '<!DOCTYPE html><html><body>Sign in'],
		['a page with a long comment', 'a web page', `<!-- ${'x'.repeat(5000)}`],
		['a page in UTF-16', 'a web page', Buffer.from('\uFEFF<html><p>Sign in', 'utf16le')],
		['blanks', 'a blank file', ' \r\n\t'],
		[
			'a text in UTF-16 that looks like MPEG',
			'text (Da war es)',
			Buffer.from('\uFEFFDa war es', 'utf16le'),
		],
		[
			'a text with the name of a box',
			'text (The free trial has ended)',
			'The free trial has ended',
		],
		['a text that names a format', 'text (OggS, a container)', 'OggS, a container'],
		['a list of addresses', 'text (MAC addresses)', 'MAC addresses'],
		['WebP', UNKNOWN, 'RIFF\x10\0\0\0WEBPVP8 '],
		...['avif', 'avis', 'heic', 'heix', 'hevc', 'mif1', 'msf1', 'crx '].map(
			(brand) =>
				/** @type {[string, string, string]} */ ([brand, UNKNOWN, `\0\0\0\x18ftyp${brand}\0\0`]),
		),
		['gzip', UNKNOWN, gzipSync('talk')],
		['a torrent', 'text (d8:announce35:udp://tracker)', 'd8:announce35:udp://tracker'],
		['MPEG audio with a reserved bit rate', UNKNOWN, '\xff\xfb\xf0\x64\0'],
		['MPEG audio with a free bit rate', UNKNOWN, '\xff\xfb\x00\x64\0'],
		['MPEG audio with a reserved sample rate', UNKNOWN, '\xff\xfb\x9c\x64\0'],
		['MPEG audio with a reserved emphasis', UNKNOWN, '\xff\xfb\x90\x66\0'],
		['MPEG audio of a reserved version', UNKNOWN, '\xff\xeb\x90\x64\0'],
		['MPEG audio of less than a header', 'text (\ufffd\ufffd\ufffd)', '\xff\xfb\x90'],
		['AAC with a reserved sample rate', UNKNOWN, '\xff\xf1\x74\x80\0'],
		['Dolby Digital of a reserved size', UNKNOWN, '\x0bw\0\0\x26\x40'],
		['a box longer than the file', UNKNOWN, '\0\0\x20\0moov\0'],
		['one packet of a transport stream', UNKNOWN, `G${'\x10'.repeat(187)}G${'\x10'.repeat(187)}`],
	]),
)('%s is no recording, but %s', (_what, described, head) => {
	const content = typeof head === 'string' ? bytes(head) : head;
	expect(extensionOfRecording(content, 5000)).toBeUndefined();
	expect(describeFile(content)).toBe(described);
});

test('a Content-Type is kept where it is one, and none of a form', () => {
	const [, mp4] = HEADS.MP4;
	const typeOf = (/** @type {unknown} */ type) => typeOfFile(type, mp4);
	const kept = ['video/mp4; codecs="avc1"', 'video/mp4 ;a=b', 'a_1/b-c.d+e', ' audio/wav '];
	expect(kept.map(typeOf)).toEqual(kept.map((type) => type.trim()));
	const form = 'application/x-www-form-urlencoded';
	const none = [
		...[undefined, null, '', 7, {}, 'mp4', 'video/', 'a b/mp4', 'video/mp4 and more', 'видео/mp4'],
		...['video/mp4; codecs="авц"', 'video/mp4\r\nX-Evil: 1', '/mpeg', form],
		'Application/X-WWW-Form-Urlencoded; charset=utf-8',
	];
	expect(none.filter((type) => typeOf(type) !== 'application/octet-stream')).toEqual([]);
});

test('a type that says text says nothing of bytes that are none', () => {
	const [, mp4] = HEADS.MP4;
	for (const type of ['text/plain', 'TEXT/HTML; charset=utf-8', '', undefined])
		expect(typeOfFile(type, mp4)).toBe('application/octet-stream');
	expect(typeOfFile('video/mp4', mp4)).toBe('video/mp4');
	expect(typeOfFile('text/plain', bytes('Agenda'))).toBe('text/plain');
});

/** Extensions of recordings, in the words of the library `file-type`, which comes with n8n. */
const OF_MEDIA =
	/^(3g[2p]|aac|ac3|aif|amr|ape|asf|avi|dsf|f4[abpv]|flac|flv|m4[abpv]|mkv|mov|mp[23cg4]|mts|mxf|og[agmvx]|opus|qcp|rm|spx|voc|wav|webm|wv)$/;

/** Formats that it lacks, or finds only where more of the file is there. */
const NOT_IN_LIBRARY = [
	...['MP4 in fragments', 'QuickTime with skipped space first', 'MP3 with tags', 'DTS', 'DV'],
	...['MP3 with a picture in its tags', 'WAV of more than 4 GB', 'WAV of Sony', 'SILK', 'AU'],
	...['Windows Media audio', 'Windows Media video', 'Core Audio', 'DSS', 'DSS of a newer recorder'],
	...['DS2', 'RealAudio', 'NIST SPHERE', 'True Audio'],
];

/** Whether `file-type` takes heads for recordings, in a process of its own: jest loads no modules. @param {Buffer[]} heads */
function areRecordingsByLibrary(heads) {
	const program = `
		import { fileTypeFromBuffer } from 'file-type';
		import { json } from 'node:stream/consumers';
		const extensionOf = async (head) =>
			(await fileTypeFromBuffer(Buffer.from(head, 'base64')).catch(() => undefined))?.ext ?? '';
		console.log(JSON.stringify(await Promise.all((await json(process.stdin)).map(extensionOf))));`;
	const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
		cwd: path.dirname(require.resolve('n8n-core')),
		input: JSON.stringify(heads.map((head) => head.toString('base64'))),
		maxBuffer: Infinity,
	});
	const extensions = /** @type {string[]} */ (JSON.parse(String(output)));
	return extensions.map((extension) => OF_MEDIA.test(extension));
}

/** What other files begin with, by the table of the same library. */
const OTHERS = [
	...['\xff\xd8\xff\xe0', '\x89PNG\r\n\x1a\n', 'GIF89a', 'BM6\0', '8BPS\0\x01', 'II*\0', 'MM\0*'],
	...[
		'%PDF-1.7',
		'PK\x03\x04\x14\0',
		'\x1f\x8b\x08',
		'BZh91AY',
		'7z\xbc\xaf\x27\x1c',
		'Rar!\x1a\x07',
	],
	...['MZ\x90\0', '\x7fELF\x02', '\xcf\xfa\xed\xfe', '\0asm\x01', '\xca\xfe\xba\xbe\0\0\0\x34'],
	...[
		'SQLite format 3\0',
		'wOFF\0\x01\0\0',
		'OTTO\0',
		'{\\rtf1',
		'<?xml version',
		'MThd\0\0\0\x06',
	],
	...['\0\0\0\x18ftypheic', '\0\0\0\x18ftypavif', '\0\0\0\x0cJXL \r\n\x87\n', 'RIFF\x10\0\0\0WEBP'],
	...[
		'\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
		'ITSF',
		'icns',
		'\0\0\x01\0\x01',
		'LZIP',
		'(\xb5/\xfd',
		'wOF2',
	],
].map(bytes);

test('1,000 files are recordings, or are none, as the library that n8n uses says', () => {
	const known = Object.entries(HEADS).filter(([format]) => !NOT_IN_LIBRARY.includes(format));
	const beginnings = fc.oneof(
		fc.constantFrom(...known.map(([, [, head]]) => head)),
		fc.constantFrom(...OTHERS),
		fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => Buffer.from(text)),
		fc.json().map((text) => Buffer.from(text)),
	);
	const rest = fc.uint8Array({ maxLength: 600 });
	const files = fc
		.sample(fc.tuple(beginnings, rest), 1000)
		.map(([beginning, after]) => Buffer.concat([beginning, Buffer.alloc(64), after]));
	const byLibrary = areRecordingsByLibrary(files);
	const found = files.map((file) => extensionOfRecording(file, file.length) !== undefined);
	const others = files.filter((_, index) => found[index] !== byLibrary[index]);
	expect(others.map((file) => file.toString('latin1', 0, 40))).toEqual([]);
	expect(found.filter(Boolean).length).toBeGreaterThan(200);
});

test('formats that the library lacks are known from elsewhere', () => {
	const rest = Buffer.alloc(5000);
	const heads = NOT_IN_LIBRARY.map((format) => Buffer.concat([HEADS[format][1], rest]));
	expect(areRecordingsByLibrary(heads)).not.toContain(true);
});

test('whatever the bytes, a text of UTF-8 is no recording', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5000 }), (text) => {
			const head = Buffer.from(text);
			expect(extensionOfRecording(head, head.length)).toBeUndefined();
		}),
		{ numRuns: 1000 },
	);
});

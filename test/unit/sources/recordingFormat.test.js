const { gzipSync } = require('node:zlib');
const { describeBody } = require('../../../nodes/Verbit/http/body');
const {
	extensionOfRecording,
	kindOfFile,
	typeOfFile,
} = require('../../../nodes/Verbit/sources/recordingFormat');
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
		['a page with a long comment', 'a web page', `<!-- ${'x'.repeat(5000)}`],
		['a page in UTF-16', 'a web page', Buffer.from('\uFEFF<html><p>Sign in', 'utf16le')],
		['blanks', 'a blank file', ' \r\n\t'],
		['UTF-16 like MPEG', 'text (Da war es)', Buffer.from('\uFEFFDa war es', 'utf16le')],
		['a text with a box name', 'text (The free trial has ended)', 'The free trial has ended'],
		['a text that names a format', 'text (OggS, a container)', 'OggS, a container'],
		['a list of addresses', 'text (MAC addresses)', 'MAC addresses'],
		['WebP', UNKNOWN, 'RIFF\x10\0\0\0WEBPVP8 '],
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
	expect(kindOfFile(content, describeBody)).toBe(described);
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
	// What calls a recording a text is in `test/engine/recordings.test.js`.
	expect(typeOfFile('text/plain', bytes('Agenda'))).toBe('text/plain');
});

test('what pictures, archives, programs and documents begin with is no recording', () => {
	const heads = [
		...['\xff\xd8\xff\xe0', '\x89PNG\r\n\x1a\n', 'GIF89a', 'BM6\0', 'II*\0', '%PDF-1.7', 'ITSF'],
		...['PK\x03\x04\x14\0', '7z\xbc\xaf\x27\x1c', 'Rar!\x1a\x07', '(\xb5/\xfd', 'MZ\x90\0', 'wOF2'],
		...['\x7fELF\x02', '\xca\xfe\xba\xbe\0\0\0\x34', 'SQLite format 3\0', '{\\rtf1', 'OTTO\0'],
		...['MThd\0\0\0\x06', '\0\0\0\x0cJXL \r\n\x87\n', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
	];
	const brands = ['avif', 'avis', 'heic', 'heix', 'hevc', 'mif1', 'msf1', 'crx '];
	heads.push(...brands.map((brand) => `\0\0\0\x18ftyp${brand}\0\0`));
	const files = heads.map((head) => Buffer.concat([bytes(head), Buffer.alloc(5000)]));
	expect(files.map((file) => extensionOfRecording(file, file.length)).join('')).toBe('');
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

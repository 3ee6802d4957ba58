const { randomBytes } = require('node:crypto');

/** @param {string} text a byte for each character */
const bytes = (text) => Buffer.from(text, 'latin1');

/** Packets of a transport stream, each with its sync byte behind some others. @param {number} before */
const packets = (before) =>
	Buffer.alloc(5 * (188 + before), `${'\0'.repeat(before)}G${'\x10'.repeat(187)}`);

/** @param {string} brand */
const mp4 = (brand) => bytes(`\0\0\0\x20ftyp${brand}\0\0\x02\0isomiso2avc1mp41`);

const box = (/** @type {string} */ name) => bytes(`\0\0\0\x10${name}\0\0\0\0\0\0\0\0`);

const ASF = '0&\xb2u\x8ef\xcf\x11\xa6\xd9\0\xaa\0b\xcel';

/**
 * How recordings begin, with the extension that people know them by.
 * @type {Record<string, [extension: string, head: Buffer]>}
 */
const HEADS = {
	MP4: ['mp4', mp4('isom')],
	'MP4 in fragments': ['mp4', box('styp')],
	M4A: ['m4a', mp4('M4A ')],
	M4B: ['m4b', mp4('M4B ')],
	M4V: ['m4v', mp4('M4V ')],
	'3GPP': ['3gp', mp4('3gp4')],
	'3GPP2': ['3g2', mp4('3g2a')],
	QuickTime: ['mov', mp4('qt  ')],
	'QuickTime with its index first': ['mov', box('moov')],
	'QuickTime with its media first': ['mov', bytes('\0\0\0\x01mdat\0\0\0\0\0\0\0\x14talk')],
	'QuickTime that is being written': ['mov', bytes('\0\0\0\0mdat\x21\x1a')],
	'QuickTime of an old camera': ['mov', bytes('\0\0\0\x08wide\0\0\0\x10mdat')],
	'QuickTime with free space first': ['mov', box('free')],
	'QuickTime with skipped space first': ['mov', box('skip')],
	WAV: ['wav', bytes('RIFF$\x08\0\0WAVEfmt \x10\0\0\0\x01\0')],
	'WAV of more than 4 GB': ['wav', bytes('RF64\xff\xff\xff\xffWAVEds64')],
	'WAV of Sony': ['w64', bytes('riff\x2e\x91\xcf\x11\xa5\xd6\x28\xdb\x04\xc1\0\0')],
	AVI: ['avi', bytes('RIFF\x10\x11\0\0AVI LIST')],
	QCP: ['qcp', bytes('RIFF\x10\x11\0\0QLCMfmt ')],
	'MP3 with tags': ['mp3', bytes('ID3\x04\0\0\0\0\x1f\x76TSSE')],
	'MP3 with a picture in its tags': [
		'mp3',
		bytes('ID3\x03\0\0\0\0\x1f\x76APIC\xff\xd8\xffPK\x03\x04%PDF'),
	],
	'MP3 without tags': ['mp3', bytes('\xff\xfb\x90\x64\0\0\0\0')],
	'MP3 of low quality': ['mp3', bytes('\xff\xf3\x44\xc4\0\0\0\0')],
	'MP3 of a dictation': ['mp3', bytes('\xff\xe3\x18\xc4\0\0\0\0')],
	'MPEG audio, layer 2': ['mp2', bytes('\xff\xfd\x84\x04\x33\x33')],
	AAC: ['aac', bytes('\xff\xf1\x50\x80\x02\x1f\xfc')],
	'AAC of MPEG-2': ['aac', bytes('\xff\xf9\x50\x80\x02\x1f\xfc')],
	FLAC: ['flac', bytes('fLaC\0\0\0"\x10\0')],
	Ogg: ['ogg', bytes(`OggS\0\x02${'\0'.repeat(22)}OpusHead\x01\x01`)],
	Matroska: ['mkv', bytes('\x1aE\xdf\xa3\x93B\x82\x88matroskaB\x87\x81\x01')],
	WebM: [
		'webm',
		bytes('\x1aE\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\xf2\x81\x04B\xf3\x81\x08B\x82\x84webm'),
	],
	'Windows Media audio': [
		'wma',
		bytes(`${ASF}\x0a\0\0\0\x40\x9e\x69\xf8M[\xcf\x11\xa8\xfd\0\x80_\\D+`),
	],
	'Windows Media video': [
		'wmv',
		bytes(`${ASF}\x0a\0\0\0\xc0\xef\x19\xbcM[\xcf\x11\xa8\xfd\0\x80_\\D+`),
	],
	'MPEG program stream': ['mpg', bytes('\0\0\x01\xba!\0\x01\0\x01')],
	'MPEG video': ['mpg', bytes('\0\0\x01\xb3\x16\0\xf0\xc4')],
	'MPEG transport stream': ['ts', packets(0)],
	AVCHD: ['mts', packets(4)],
	AMR: ['amr', bytes('#!AMR\n<\x06\x10')],
	SILK: ['silk', bytes('\x02#!SILK_V3\x13\0')],
	AIFF: ['aiff', bytes('FORM\0\0\x10\0AIFFCOMM')],
	'AIFF, compressed': ['aiff', bytes('FORM\0\0\x10\0AIFCFVER')],
	'Core Audio': ['caf', bytes('caff\0\x01\0\0desc')],
	Flash: ['flv', bytes('FLV\x01\x05\0\0\0\t')],
	MXF: ['mxf', bytes('\x06\x0e+4\x02\x05\x01\x01\x0d\x01\x02\x01\x01\x02\x04\0')],
	DV: ['dv', bytes('\x1f\x07\0?\x78\x78\x78\x78')],
	DSS: ['dss', bytes('\x02dss\x01\0\0\0')],
	'DSS of a newer recorder': ['dss', bytes('\x03dss\x01\0\0\0')],
	DS2: ['ds2', bytes('\x03ds2\x01\0\0\0')],
	'Dolby Digital': ['ac3', bytes('\x0bw\x12\x34\x14\x40\x43')],
	'Dolby Digital Plus': ['ac3', bytes('\x0bw\x01\xff\x34\x86\xff')],
	DTS: ['dts', bytes('\x7f\xfe\x80\x01\xfc\x3c')],
	AU: ['au', bytes('.snd\0\0\0\x18\0\0\x10\0\0\0\0\x01')],
	RealMedia: ['rm', bytes('.RMF\0\0\0\x12\0\x01')],
	RealAudio: ['ra', bytes('.ra\xfd\0\x04')],
	'NIST SPHERE': ['sph', bytes('NIST_1A\n   1024\n')],
	'Creative Voice': ['voc', bytes('Creative Voice File\x1a\x1a\0')],
	WavPack: ['wv', bytes('wvpk\x10\0\0\0')],
	"Monkey's Audio": ['ape', bytes('MAC \x96\x0f\0\0')],
	Musepack: ['mpc', bytes('MPCKSH\x0e')],
	'Musepack, older': ['mpc', bytes('MP+\x07\0\0')],
	'True Audio': ['tta', bytes('TTA1\x01\0')],
	DSD: ['dsf', bytes('DSD \x1c\0\0\0')],
};

/** Has bytes begin as a recording does, where there is room for that. @param {Buffer} content */
function asRecording(content) {
	content.write('fLaC\0', 'latin1');
	return content;
}

const randomRecording = (/** @type {number} */ bytes) => asRecording(randomBytes(bytes));

module.exports = { asRecording, HEADS, randomRecording };

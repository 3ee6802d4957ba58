const {
	CAPTION_FORMATS,
	knownFormat,
	unexpectedBodyOf,
} = require('../../../nodes/Verbit/captions/captionFormats');
const { decodeText } = require('../../../nodes/Verbit/http/headers');
const { FORMATS } = require('../../emulator/captions/formats');

/** @param {string} format @param {string} text */
const isFile = (format, text, isWhole = true, headers = {}) =>
	unexpectedBodyOf({ status: 200, text, isWhole, headers }, format) === undefined;

/** What a file of a format begins with, beside the emulator's own. @type {Record<string, string[]>} */
const RIGHT = {
	'ad.html': ['<div>Hi</div>', '<!-- a --><html>'],
	'ad.mp3': ['\uFFFD\uFFFD\uFFFD\0'],
	'ad.txt': ['Hi'],
	'ad.vtt': ['\uFEFFWEBVTT - a'],
	dfxp: ['<tt:tt xmlns:tt="a">', '<?xml version="1.0"?>\n<!-- a -->\n<tt>', '<tt/>'],
	docx: ['PK\u0003\u0004'],
	json: ['{"segments":[{}],"error":"x"}', '[{"text":"Hi"}]', '{"words":[1]}', '{"version":1,"cut'],
	mov: ['\0\0\0\u0008moov', '\0\0\0\u0008wide', '\0\0\0\u0008pnot', '\0\0\uFFFDmdat'],
	mp4: ['\0\0\0\u0018ftypisom', '\0\0\0\u0008free', '\0\0\0\u0008skip'],
	mpg: ['\0\0\u0001\uFFFD', `G@\0${'é'.repeat(90)}G@\0`],
	mxf: ['\u0006\u000e+4\u0002\0'],
	oip: ['PK\u0003\u0004'],
	pdf: ['%PDF-1.7\n'],
	rtf: ['{\\rtf1\\ansi'],
	sami: ['\n<!-- a --><sami lang="en">', '<SAMI>'],
	scc: ['Scenarist_SCC V1.0\n', 'scenarist_scc v1.0'],
	'sm.txt': ['Hi'],
	srt: ['1\r\n00:00:01,000 --> 00:00:02,000\r\nHi', '\n\n00:01.000 --> 00:02.000'],
	'synthetic_voicing.mp3': ['ID3\u0003\0'],
	txt: ['"Good evening"', 'null', '["Applause"]', '<html> is a tag', '{Applause} Hi', '<i>a</i> b'],
	vtt: ['WEBVTT\n\n00:01.000 --> 00:02.000'],
	web_vtt: ['WEBVTT\n'],
	words: ['{"words":[]}', 'Hi', '\0', '<words/>'],
};

/** What is a file of no format of text with a beginning of its own, nor of one without text. */
const WRONG = [
	'Blocked by policy',
	'<!DOCTYPE html><html><title>Sign in</title></html>',
	'<Error><Code>AccessDenied</Code></Error>',
	'{"error":"denied"}',
	'{"cut":"of',
	'null',
	'7',
];

/** @type {Record<string, string[]>} */
const WRONG_OF = {
	'ad.html': [WRONG[0], WRONG[2], WRONG[3]],
	txt: [...WRONG.slice(1, 5), '{"a":1}', '[{"cut', '<?xml version="1.0"?><a>', 'PK\0'],
	json: [
		...WRONG.filter((text) => !text.includes('cut')),
		'{}',
		'"Hi"',
		'{"job_id":7,"job_status":"Completed"}',
		'{"job_id":7,"status":"In Progress"}',
		'[{"job_id":7,"job_status":"Completed"}]',
		'{"message":"not ready","request_id":"x"}',
		'{"message":"cut',
	],
	words: [WRONG[1], WRONG[2], WRONG[3], '{"job_status":"x"}', '{}'],
};

test('the table of formats has each one here', () => {
	expect(Object.keys(RIGHT).sort()).toEqual([...Object.keys(CAPTION_FORMATS), 'words'].sort());
});

describe.each(Object.entries(RIGHT))('%s', (format, bodies) => {
	test('is known by how it begins', () => {
		expect(bodies.filter((text) => !isFile(format, text, !text.includes('cut')))).toEqual([]);
	});

	test("is no file of another kind, and the message shows that one's words", () => {
		const wrong = /txt$/.test(format) ? WRONG_OF.txt : (WRONG_OF[format] ?? WRONG);
		expect(wrong.filter((text) => isFile(format, text, !text.includes('cut')))).toEqual([]);
	});

	test('may hold nothing', () => {
		expect(['', ' \n', '\uFEFF'].filter((text) => !isFile(format, text))).toEqual([]);
	});
});

test.each(Object.entries(FORMATS).filter(([, { sample }]) => sample.length > 0))(
	"the emulator's %s is one, from its beginning to its end",
	(format, { sample }) => {
		expect(isFile(format, decodeText(sample))).toBe(true);
		const { ends = /(?:)/ } = knownFormat(format) ?? {};
		expect(ends.test(sample.toString('latin1').trim())).toBe(true);
		const broken = sample.subarray(0, sample.length - 30).toString('latin1');
		if (ends.source !== '(?:)') expect(ends.test(broken.trim())).toBe(false);
	},
);

test('a transcript that came as HTML is a page, if it begins with a tag', () => {
	const headers = { 'content-type': 'text/html' };
	expect(['<p>Log in', 'Hi <b>'].map((text) => isFile('txt', text, true, headers))).toEqual([
		false,
		true,
	]);
});

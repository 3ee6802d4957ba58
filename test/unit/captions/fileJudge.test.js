const { BracketScan } = require('../../../nodes/Verbit/captions/bracketScan');
const { CAPTION_FORMATS, knownFormat } = require('../../../nodes/Verbit/captions/captionFormats');
const { FileJudge, UNSURE } = require('../../../nodes/Verbit/captions/fileJudge');
const { decodeBody } = require('../../../nodes/Verbit/http/charset');

const BEGINNING_BYTES = 64 * 1024;

/**
 * What is said of a file: what came instead, or whether it is certainly whole.
 * @param {string} format
 * @param {string | Buffer} content a text of bytes, each as a character
 * @param {{ headers?: object, status?: number, pieces?: number[] }} [response] `pieces`: how long they are, over and over
 */
function judge(format, content, { headers = {}, status = 200, pieces = [9999] } = {}) {
	const bytes = Buffer.from(/** @type {any} */ (content), 'latin1');
	const head = bytes.subarray(0, BEGINNING_BYTES);
	const isWhole = head.length === bytes.length;
	const { text } = decodeBody(head, /** @type {any} */ (headers)['content-type'], !isWhole);
	const response = /** @type {any} */ ({ status, headers, head, text, isWhole });
	const fileJudge = new FileJudge(response, format);
	const unexpected = fileJudge.faultAtStart();
	if (unexpected !== undefined) return unexpected;
	for (let start = 0, index = 0; start < bytes.length; index++) {
		const end = start + pieces[index % pieces.length];
		fileJudge.read(bytes.subarray(start, end));
		start = end;
	}
	fileJudge.bytes = bytes.length;
	const fault = fileJudge.faultAtEnd() ?? true;
	return fault !== UNSURE && fault;
}

const announced = (/** @type {string | Buffer} */ content) => ({
	headers: { 'content-length': String(content.length) },
});

const ARCHIVE = `PK\x03\x04 files PK\x05\x06${'\0'.repeat(18)}`;

/** An archive whose directory has a comment. @param {number} length as the directory says it @param {string} comment */
const archiveWith = (length, comment) =>
	`${ARCHIVE.slice(0, -2)}${String.fromCharCode(length % 256, length >> 8)}${comment}`;

const PAGE = '<!DOCTYPE html>\n<html><title>Sign in</title></html>';

/** Files of each type, also of odd form. What begins with `…` has an end that proves it whole. @type {Record<string, string[]>} */
const RIGHT = {
	dfxp: [
		'…<?xml version="1.0"?>\n<tt:tt xmlns:tt="a"><tt:p>Hi<tt:br/></tt:p></tt:tt>',
		'…<!-- a -->\n<tt>Hi</tt> <!-- b -->\n<!---->',
		'…<!DOCTYPE tt [ <!ENTITY a "b"> ]>\n<tt\n>Hi</tt\n>',
		'…<?xml version="1.0"?><!DOCTYPE tt PUBLIC "a" "b"><!-- c --><!-- d --><tt/>',
		'…<p-1:tt xml:lang="en"/>',
	],
	docx: [
		...[archiveWith(5, 'notes'), ARCHIVE, archiveWith(256, 'n'.repeat(256))],
		archiveWith(ARCHIVE.length + 1, `${ARCHIVE}x`),
	].map((content) => `…${content}`),
	html: ['…<!-- a -->\n<!doctype html><HTML lang="en">Hi</HTML >\n', '…<html></html>', '<p>Hi'],
	json: [
		'…{ "version": 1, "segments" : [ { "text": "} ]} \\" \\\\" } ] }',
		'…\xef\xbb\xbf\n{"segments":[{}],"error":"x"}\n',
		'…{"segments":[{"a":[-1.5e3,true,null]}]}',
		'…{"segments"\n:\n[\n]\n}',
	],
	mov: ['\0\0\0\x08moov', '\0\0\0\x08wide', '\0\0\0\x08pnot', '\0\0\xff\x08mdat'],
	mp3: ['\xff\xfb\x90\0', 'ID3\x03\0'],
	mp4: ['\0\0\0\x18ftypisom', '\0\0\0\x08free', '\0\0\0\x08skip'],
	mpg: ['\0\0\x01\xba', '\0\0\x01\xb3', `G${'\xff'.repeat(187)}G`],
	mxf: ['\x06\x0e+4\x02\0'],
	oip: [`…${ARCHIVE}`],
	pdf: ['…%PDF-1.7\n%%EOF', '…%PDF-1.4 %%EOF 2 %%EOF\r\n\0\0', '%PDF-1.7\n%%EOF\r\nx 1\n'],
	rtf: ['…{\\rtf1\\ansi { a \\} \\{ \\\\} }', '… {\\rtf1}\r\n\0'],
	sami: [
		'…<SAMI><BODY></BODY></SAMI>',
		'…\n<!DOCTYPE sami>\n<!-- a --><sami lang="en">Hi</sami>',
		'<SAMI></SAMI>Hi',
	],
	scc: ['Scenarist_SCC V1.0\n', 'scenarist_scc V1.0\n\n00:00:00:00\t9420'],
	srt: [
		'1\r\n00:00:01,000 --> 00:00:02,000\r\nHi',
		'\n\n00:01.000 --> 00:02.000',
		'Opening, Ann\n00:00:01,000-->00:00:02,000',
		'1\n00:00:01:12 --> 00:00:02:00\nFrames',
		'1\n-00:00:00,500 --> 00:00:01,000\nHi',
	],
	txt: [
		...['Hi <?xml', 'Hi\x1f there', '\x1b[1mHi', '["Applause"]', '<html> is a tag'],
		...['"Hi"', '{Applause} Hi', '<i>a</i> b', '<i>Good evening</i>', '<laughter/>', '[noise]'],
	],
	vtt: ['\xef\xbb\xbfWEBVTT - a\n\n00:01.000 --> 00:02.000\nHi', 'WEBVTT'],
	web_vtt: ['WEBVTT\tHi\n'],
	words: ['Hi', `\0\n${PAGE}`, '<words/>', '["Hi"]', '<?xml version="1.0"?><words/>'],
};

test('a text in UTF-16 without a mark is right where the Content-Type says so', () => {
	const content = 'W\0E\0B\0V\0T\0T\0\n\0';
	const length = { 'content-length': String(content.length) };
	const type = { 'content-type': 'text/vtt; charset=utf-16le' };
	expect(judge('vtt', content, { headers: { ...type, ...length } })).toBe(true);
	expect(judge('vtt', content, { headers: length })).toContain('instead of the file');
});

test('a byte that is wrong behind a mark leaves a text as it is', () => {
	for (const content of ['\xef\xbb\xbfWEBVTT\n\n\xe9\n', '\xff\xfeW\0E\0B\0V\0T\0T\0\n\0\xe9'])
		expect(judge('vtt', content, announced(content))).toBe(true);
});

const ERRORS = [
	PAGE,
	'<Error><Code>AccessDenied</Code></Error>',
	'<?xml version="1.0"?>\n<errors>not ready</errors>',
	'{"error":"denied"}',
	'{"cut":"of',
	'[{"error":"denied"}]',
	'{}',
];

const TEXTS = ['Blocked by policy', 'The free trial has ended', 'null', '7', '[]'];

/** What is no file of a format, beside `ERRORS`. @type {Record<string, string[]>} */
const WRONG = {
	html: [...TEXTS, ''],
	dfxp: [
		...['<tt><p>Hi<br/>', '<tt><p>Hi</p>', '<tt>Hi</tt>x', '<tt><!-- </tt>', '<ttml></ttml>'],
		...['<tt><head/>', '<!-- <tt></tt> -->', ''],
	],
	docx: [
		...['PK\x03\x04', ARCHIVE.slice(0, -1), `${ARCHIVE}\0\0`, `${ARCHIVE}x`, 'WEBVTT', ''],
		...[archiveWith(5, 'note'), archiveWith(5, 'notes '), archiveWith(300, '\0'.repeat(44))],
	],
	json: [
		'{"segments":[{}]}{}',
		'{"segments":[{}]} x',
		'{"segments":[{"confidence":NaN}]}',
		'{"segments":[{}],"a":{}',
		'{"segments":[{"a":"}]}',
		'{"segments":{}}',
		'{"data":{"segments":[{}]}}',
		'{"words":[1]}',
		'{"segments":[],"error":"transcription failed"}',
		'{"segments":[],"status":"failed"}',
		'{"version":1,"segments":[],"ErrorMessage":"not yet"}',
		'{"job_id":7,"job_status":"Completed"}',
		'',
	],
	mxf: ['ID3\x06\x0e+4', ''],
	pdf: ['%PDF-1.7', '%PDF-1.7 %%EOF x', '%PDF-1.7\n%%EOF\nx\ny', '%PDF-1.7 %%EO', ''],
	rtf: ['{\\rtf1 {a}', '{\\rtf1}}', '{\\rtf1} a', '{\\rtf1 \\}', ''],
	sami: [...TEXTS, '<SAMIX>', ''],
	scc: ['Scenarist', '\n', ''],
	srt: [
		...['WEBVTT\n00:01.000 --> 00:02.000', '<p>\n00:01.000 --> 00:02.000', '1\n00:01 Hi'],
		`1\n00:01.000 --> 00:02.000\nHi\n${PAGE}`,
	],
	txt: ['\n<?xml version="1.0"?><a>', 'PK\0', `Hi\n  ${PAGE}`, `Hi\r\n<HTML lang="en">\n<body>`],
	vtt: [`WEBVTT\n\n${PAGE}`, 'WEBVTTS', ''],
	words: [],
};

test('each format is of a type that is here', () => {
	const types = Object.keys(CAPTION_FORMATS).map((format) => format.replace(/^.*\./, ''));
	expect([...new Set(types), 'words'].sort()).toEqual(Object.keys(RIGHT).sort());
	expect(knownFormat('AD.vtt')).toBe(knownFormat('vtt'));
});

describe.each(Object.entries(RIGHT))('%s', (format, contents) => {
	test.each(contents)('may be %j', (marked) => {
		const content = marked.replace('…', '');
		for (const pieces of [[9999], [1], [7, 3, 2]])
			expect(judge(format, content, { pieces })).toBe(marked !== content);
		expect(judge(format, content, announced(content))).toBe(true);
	});

	test('is nothing else, whatever its length says', () => {
		const texts = /txt|words/.test(format) ? [] : TEXTS;
		// A page is right as HTML.
		const errors = ERRORS.filter((content) => format !== 'html' || content !== PAGE);
		const wrong = [...errors, ...texts, ...(WRONG[format] ?? [''])];
		const taken = wrong.filter(
			(content) => typeof judge(format, content, announced(content)) !== 'string',
		);
		expect(taken).toEqual([]);
	});
});

test.each(['dfxp', 'docx', 'json', 'pdf', 'rtf'])(
	'cut anywhere, or with a page behind it, %s is no file',
	(format) => {
		const file = RIGHT[format][0].replace('…', '');
		const cut = Array.from(file, (_, at) => file.slice(0, at));
		const taken = [...cut, `${file}\n${PAGE}`].filter((content) =>
			[[9999], [3, 1]].some((pieces) => typeof judge(format, content, { pieces }) !== 'string'),
		);
		expect(taken).toEqual([]);
	},
);

describe('a file is none', () => {
	test('where it is packed', () => {
		const response = { headers: { 'content-encoding': 'br' } };
		expect(judge('txt', 'Hi', response)).toBe('a compressed file (br)');
	});

	test('where it came as HTML, unless its beginning is that of its format', () => {
		const headers = { 'content-type': 'text/html; charset=utf-8', 'content-length': '12' };
		const contents = {
			txt: 'They said Hi',
			vtt: 'WEBVTT - one',
			srt: '1:00-->2:00 ',
			dfxp: '<tt>Hi  </tt>',
		};
		const all = Object.entries(contents).map(([format, content]) =>
			judge(format, content, { headers }),
		);
		expect(all).toEqual(['text (They said Hi) instead of the file', true, true, true]);
	});
});

describe('nothing', () => {
	const nothing = ['', ' \n', '\xef\xbb\xbf', '\xff\xfe'];

	test('is right where any text may come, or captions without a head', () => {
		for (const format of Object.keys(RIGHT)) {
			for (const content of nothing) {
				const verdict = judge(format, content, announced(content));
				const isRight = /txt|srt|words/.test(format);
				expect([format, verdict]).toEqual([format, isRight ? true : expect.any(String)]);
			}
		}
	});

	test('proves nothing without a length', () => {
		for (const headers of [{}, { 'transfer-encoding': 'chunked' }, { 'content-length': '20' }]) {
			for (const content of nothing.slice(0, 3))
				expect(judge('txt', content, { headers })).toBe('an empty file of unknown length');
		}
	});
});

test('whole chunks prove that a binary file is whole, and nothing of a text, which may have been packed', () => {
	const headers = { 'transfer-encoding': 'gzip, chunked' };
	const contents = { mp4: '\0\0\0\x18ftyp', words: 'PK\0', txt: 'Hi', srt: '0:01-->0:02' };
	const verdicts = Object.entries(contents).map(([format, content]) =>
		judge(format, content, { headers }),
	);
	expect(verdicts).toEqual([true, true, false, false]);
	expect(judge('mp4', contents.mp4, { headers: { 'transfer-encoding': 'identity' } })).toBe(false);
});

test('JSON of a hundred levels is too deep beside the item, and no other file', () => {
	const isTooDeep = (/** @type {string} */ format, /** @type {number} */ levels) => {
		const scan = new BracketScan(/** @type {any} */ (knownFormat(format)));
		scan.read('{'.repeat(levels));
		return scan.isTooDeep;
	};
	expect(isTooDeep('json', 99)).toBe(false);
	expect(isTooDeep('json', 100)).toBe(true);
	expect(isTooDeep('rtf', 101)).toBe(false);
});

const { strFromU8, unzipSync } = require('fflate');
const { FORMATS } = require('./formats');
const { renderCaptions } = require('./file');

/** @param {string} format */
const render = (format) => renderCaptions({ format, language: 'en-US' });

/** @param {string} format */
const lines = (format) => render(format).toString().split('\n');

const ESCAPED = 'Is tea &amp; cake &lt; 5 euros in the café of the naïve?';

test('srt numbers its cues, and has commas in its times', () => {
	expect(lines('srt').slice(-4)).toEqual([
		'5',
		'01:02:05,250 --> 01:02:08,000',
		'Thank you, and see you next week.',
		'',
	]);
});

test.each(['vtt', 'web_vtt'])('%s has its header, and escapes its text', (format) => {
	expect(lines(format).slice(0, 3)).toEqual(['WEBVTT', '', '00:00:00.000 --> 00:00:02.480']);
	expect(lines(format)).toContain(ESCAPED);
});

test.each(['sami', 'dfxp'])('%s escapes its text, and names its language', (format) => {
	expect(render(format).toString()).toContain(ESCAPED);
	expect(render(format).toString()).toMatch(/lang(: |=")en-US/);
});

test('scc has odd parity in each byte, and no row that is too long', () => {
	const codes = lines('scc').flatMap((line) => line.split('\t')[1]?.split(' ') ?? []);
	const bytes = [...Buffer.from(codes.join(''), 'hex')];
	const isOdd = (/** @type {number} */ byte) =>
		byte.toString(2).replaceAll('0', '').length % 2 === 1;
	expect(bytes.length).toBeGreaterThan(200);
	expect(bytes.every(isOdd)).toBe(true);
	const rows = codes.join('').split(/94[0-9a-f]{2}/);
	expect(Math.max(...rows.map((row) => row.length / 2))).toBeLessThanOrEqual(32);
});

test('scc holds the first cue at its frames', () => {
	expect(lines('scc')[2]).toMatch(/^00:00:00:00\t9420 9420 94d0 94d0 57e5 ece3 .* 942f 942f$/);
	expect(lines('scc')[4]).toBe('00:00:02:14\t942c 942c');
});

test('txt is the text alone', () => {
	const { captions } = JSON.parse(render('json').toString());
	const texts = captions.map((/** @type {{ text: string }} */ { text }) => `${text}\n`);
	expect(texts).toHaveLength(5);
	expect(render('txt').toString()).toBe(texts.join(''));
});

test('rtf is ASCII', () => {
	expect(render('rtf').toString()).toContain('in the caf\\u233? of the na\\u239?ve?\\par');
	expect(render('rtf').toString()).toMatch(/^\{\\rtf1[\0-\x7f]+\}\n$/);
});

test('json has the cues and the language', () => {
	const { language, captions } = JSON.parse(render('json').toString());
	expect(language).toBe('en-US');
	expect(captions[4]).toEqual({
		start: 3_725_250,
		end: 3_728_000,
		text: 'Thank you, and see you next week.',
	});
});

test('docx is a package of the parts that Word needs', () => {
	const parts = unzipSync(render('docx'));
	expect(Object.keys(parts)).toEqual(['[Content_Types].xml', '_rels/.rels', 'word/document.xml']);
	expect(strFromU8(parts['word/document.xml'])).toContain(`>${ESCAPED}</w:t>`);
});

test('pdf has each object where its table says', () => {
	const file = render('pdf').toString('latin1');
	const tableAt = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1]);
	expect(file.slice(tableAt)).toMatch(/^xref\n0 6\n/);
	const offsets = [...file.slice(tableAt).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, digits]) =>
		Number(digits),
	);
	offsets.forEach((offset, i) =>
		expect(file.slice(offset)).toMatch(new RegExp(`^${i + 1} 0 obj\n`)),
	);
	const { length } = /stream\n([^]*)\nendstream/.exec(file)?.[1] ?? '';
	expect(file).toContain(`/Length ${length} `);
});

test.each(['mov', 'mp4', 'mpg', 'mxf', 'oip', 'ad.mp3'])('%s is no text', (format) => {
	expect(render(format).includes(0)).toBe(true);
});

test.each(Object.keys(FORMATS))('%s is the same bytes each time', (format) => {
	expect(render(format).equals(render(format))).toBe(true);
});

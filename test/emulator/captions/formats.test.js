const { FORMATS } = require('./formats');
const { renderCaptions } = require('./file');

/** @param {string} format */
const render = (format) => renderCaptions({ format, language: 'en-US' });

const SENTENCE = 'Is tea & cake < 5 euros in the café of the naïve?';
const ESCAPED = 'Is tea &amp; cake &lt; 5 euros in the café of the naïve?';

test.each([
	['srt', SENTENCE],
	['txt', SENTENCE],
	['json', SENTENCE],
	['vtt', ESCAPED],
	['sami', ESCAPED],
	['dfxp', ESCAPED],
	['rtf', 'in the caf\\u233? of the na\\u239?ve?\\par'],
])('%s holds the sentence with what its format must escape', (format, sentence) => {
	expect(render(format).toString()).toContain(sentence);
});

test('the language is named where the format has a place for it', () => {
	expect(JSON.parse(render('json').toString()).language).toBe('en-US');
	for (const format of ['sami', 'dfxp']) {
		expect(render(format).toString()).toMatch(/lang(: |=")en-US/);
	}
});

test('a recording or an archive is no text', () => {
	const binary = Object.keys(FORMATS).filter((format) => render(format).includes(0));
	expect(binary).toEqual(
		expect.arrayContaining(['docx', 'ad.mp3', 'mov', 'mp4', 'mpg', 'mxf', 'oip']),
	);
});

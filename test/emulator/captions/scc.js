/**
 * Scenarist Closed Captions: the bytes of line 21 (CEA-608), each with odd parity, in hexadecimal.
 * Source: CEA-608; commands are those of pop-on captions on channel 1.
 */

const FRAMES_PER_SECOND = 30;
const COLUMNS = 32;

const LOAD_CAPTION = [0x14, 0x20];
const SHOW_CAPTION = [0x14, 0x2f];
const CLEAR_SCREEN = [0x14, 0x2c];

/** The start of each row that is used, from the lowest one up. */
const ROW_STARTS = [
	[0x14, 0x70],
	[0x14, 0x50],
	[0x13, 0x70],
];

/** The few places in which its letters are not those of ASCII. @type {Record<string, number>} */
const LETTERS = { á: 0x2a, é: 0x5c, í: 0x5e, ó: 0x5f, ú: 0x60, ç: 0x7b, Ñ: 0x7d, ñ: 0x7e };

/** @type {import('./subtitles').Render} */
function scc(cues) {
	const lines = cues.flatMap(({ start, end, text }) => [
		`${smpte(start)}\t${words([...twice(LOAD_CAPTION), ...rowsOf(text), ...twice(SHOW_CAPTION)])}\n`,
		`${smpte(end)}\t${words(twice(CLEAR_SCREEN))}\n`,
	]);
	return ['Scenarist_SCC V1.0\n', ...lines].join('\n');
}

/** `01:02:05:07`, with frames @param {number} ms */
function smpte(ms) {
	const frame = Math.floor(((ms % 1000) * FRAMES_PER_SECOND) / 1000);
	return `${new Date(ms).toISOString().slice(11, 19)}:${String(frame).padStart(2, '0')}`;
}

/** Commands are sent twice, in case one is lost. @param {number[]} command */
function twice(command) {
	return [...command, ...command];
}

/** @param {string} text @returns {number[]} */
function rowsOf(text) {
	const rows = wrap(text);
	return rows.flatMap((row, index) => {
		const letters = [...row].map(letterOf);
		const filler = letters.length % 2 === 0 ? [] : [0];
		return [...twice(ROW_STARTS[rows.length - 1 - index]), ...letters, ...filler];
	});
}

/** @param {string} text */
function wrap(text) {
	return text.split(' ').reduce((/** @type {string[]} */ rows, word) => {
		const longer = [...rows.slice(-1), word].join(' ');
		if (rows.length === 0 || longer.length > COLUMNS) return [...rows, word];
		return [...rows.slice(0, -1), longer];
	}, []);
}

/** @param {string} letter */
function letterOf(letter) {
	const plain = letter.normalize('NFD').charCodeAt(0);
	return LETTERS[letter] ?? (plain < 0x7f ? plain : 0x3f);
}

/** @param {number[]} bytes an even number of them */
function words(bytes) {
	const digits = Buffer.from(bytes.map(withOddParity)).toString('hex');
	return digits.replace(/.{4}(?=.)/g, '$& ');
}

/** @param {number} byte of 7 bits */
function withOddParity(byte) {
	const ones = byte.toString(2).replaceAll('0', '').length;
	return ones % 2 === 1 ? byte : byte | 0x80;
}

module.exports = { scc };

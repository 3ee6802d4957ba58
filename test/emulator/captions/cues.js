/**
 * @typedef {object} Cue
 * @property {number} start ms
 * @property {number} end ms
 * @property {string} text
 */

/**
 * What every job was found to say. One sentence has what a format has to escape, and letters beyond ASCII.
 * @type {readonly Cue[]}
 */
const CUES = [
	{ start: 0, end: 2480, text: 'Welcome to the first lecture of the term.' },
	{ start: 2480, end: 6040, text: 'Please switch your microphones off until the questions.' },
	{ start: 6500, end: 10_120, text: 'Is tea & cake < 5 euros in the café of the naïve?' },
	{ start: 10_120, end: 13_900, text: 'We will come back to that at the end of the hour.' },
	{ start: 3_725_250, end: 3_728_000, text: 'Thank you, and see you next week.' },
];

/**
 * `01:02:05.250`
 * @param {number} ms
 * @param {string} [separator] before the milliseconds
 */
function timecode(ms, separator = '.') {
	return new Date(ms).toISOString().slice(11, 23).replace('.', separator);
}

/** `&`, `<` and `>` as XML and its kin write them. @param {string} text */
function escapeMarkup(text) {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

module.exports = { CUES, escapeMarkup, timecode };

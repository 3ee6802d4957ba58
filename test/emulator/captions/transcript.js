/**
 * Verbit's JSON transcript, as verbit.readme.io/docs/verbit-transcript-json-format documents it. It says what the other
 * samples say: of two speakers, of one whom nobody knows, and with a segment in which nobody says anything.
 */

/** Who says what, and when; without a speaker, nobody knows who. @type {Array<[speaker: string | undefined, start: number, end: number, text: string]>} */
const SPOKEN = [
	['spk_1', 0, 2.48, 'Welcome to the first lecture of the term.'],
	['spk_1', 2.48, 6.04, 'Please switch your microphones off until the questions.'],
	['spk_2', 6.5, 10.12, 'Is tea & cake < 5 euros in the café of the naïve?'],
	['spk_1', 10.12, 13.9, 'We will come back to that at the end of the hour.'],
	['spk_1', 13.9, 14.2, ''],
	[undefined, 14.2, 17, 'Thank you, and see you next week.'],
];

const SPEAKERS = [
	{ id: 'spk_1', text: 'Speaker 1' },
	{ id: 'spk_2', text: 'Speaker 2' },
];

const KINDS = /** @type {const} */ ({ ' ': 'space', '\n': 'line_break' });

/** Words and what stands between them, each with its time. @param {string} text @param {number} start @param {number} end */
function tokensOf(text, start, end) {
	const parts = text.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}]/gu) ?? [];
	const seconds = (/** @type {number} */ index) =>
		Number((start + ((end - start) * index) / parts.length).toFixed(3));
	return parts.map((part, index) => {
		const isWord = /[\p{L}\p{N}]/u.test(part);
		const kind = isWord ? 'word' : (KINDS[/** @type {' '} */ (part)] ?? 'punctuation');
		const times = { start_time: seconds(index), end_time: seconds(index + 1) };
		return { text: part, ...times, kind, ...(isWord && { confidence: 0.98 }) };
	});
}

/**
 * @param {object} form
 * @param {'captions' | 'transcript'} form.kind a transcript has a paragraph as its segment, captions have a cue of lines
 * @param {number} form.hours at least so long: what was said is said again
 */
function transcriptOf({ kind, hours }) {
	const length = SPOKEN[SPOKEN.length - 1][2];
	const times = Math.max(1, Math.ceil((hours * 3600) / length));
	const lineEnd = kind === 'captions' ? '\n' : '';
	const segments = Array.from({ length: times }, (_, time) => time * length).flatMap((later) =>
		SPOKEN.map(([speaker, from, to, text]) => ({
			start_time: later + from,
			end_time: later + to,
			...(speaker && { speaker_id: speaker }),
			tokens: text === '' ? [] : tokensOf(text + lineEnd, later + from, later + to),
		})),
	);
	return { version: 1, kind, features: ['speakers'], segments, speakers: SPEAKERS };
}

module.exports = { transcriptOf };

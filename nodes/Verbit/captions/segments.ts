import type { IDataObject } from 'n8n-workflow';

/** The version of the JSON transcript that Verbit documents. */
export const TRANSCRIPT_VERSION = 1;

interface Segment {
	speaker?: string;
	/** Seconds. */
	start?: number;
	end?: number;
	text: string;
}

/** In the text, where nobody knows who follows a speaker with a name. */
const UNKNOWN_SPEAKER = 'Unknown speaker';

/** Who said what, and when. What isn't documented is ignored, what is missing left out. @returns nothing without a list */
export function readSegments(transcript: IDataObject): IDataObject | undefined {
	if (!Array.isArray(transcript.segments)) return undefined;
	const names = new Map(
		listOf(transcript.speakers).map(({ id, text }) => [String(id), textIn(text).trim()]),
	);
	const segments = listOf(transcript.segments).map((segment): Segment => {
		const { speaker_id: id, start_time: start, end_time: end } = segment;
		const speaker = id === undefined ? '' : (names.get(String(id)) ?? '');
		return {
			...(speaker !== '' && { speaker }),
			...timeOf('start', start),
			...timeOf('end', end),
			text: spokenIn(segment),
		};
	});
	const speakers = [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))];
	const text = readable(segments);
	return { segments, speakers, text, characters: text.length };
}

function listOf(value: unknown): IDataObject[] {
	return Array.isArray(value) ? value.map(Object) : [];
}

function textIn(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

/** Captions end each segment with a line break. */
function spokenIn({ tokens, text }: IDataObject): string {
	const parts = Array.isArray(tokens) ? listOf(tokens).map((token) => token.text) : [text];
	return parts.map(textIn).join('').trimEnd();
}

/** Documented as seconds; a text may hold them, too, or hours and minutes before them. */
function timeOf(name: 'start' | 'end', value: unknown): Partial<Segment> {
	const parts = String(value ?? '')
		.replace(',', '.')
		.split(':');
	const seconds = parts.reduce((sum, part) => sum * 60 + (part === '' ? NaN : Number(part)), 0);
	return Number.isFinite(seconds) ? { [name]: seconds } : {};
}

/** A paragraph for each segment in which somebody speaks, with the name where the speaker changes. */
function readable(segments: Segment[]): string {
	let last: string | undefined;
	const paragraphs = segments
		.filter(({ text }) => text !== '')
		.map(({ speaker, text }) => {
			const name = speaker === last ? '' : `${speaker ?? UNKNOWN_SPEAKER}: `;
			last = speaker;
			return `${name}${text}`;
		});
	return paragraphs.join('\n\n');
}

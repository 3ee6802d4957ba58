import type { IDataObject } from 'n8n-workflow';

import { fieldsOf, textIn } from '../inspect/inspect';

export const TRANSCRIPT_VERSION = 1;

/** The name in the text where nobody knows who follows a speaker with a name. */
const UNKNOWN_SPEAKER = 'Unknown speaker';

/** Where the text of a word or a segment may stand. Verbit documents the first alone, in the `tokens` of a segment. */
const TEXT_FIELDS = ['text', 'word', 'value', 'content'];

/**
 * Who said what, and when. What isn't documented is ignored, what is missing left out.
 * @returns nothing without a list of segments, or where none of them has a text that can be read
 */
export function readSegments(transcript: IDataObject): IDataObject | undefined {
	if (!Array.isArray(transcript.segments)) return undefined;
	const names = new Map(
		listOf(transcript.speakers).map(({ id, text }) => [textIn(id), textIn(text).trim()]),
	);
	names.delete('');
	const all = listOf(transcript.segments);
	// Two people may have one name, so IDs tell them apart. Empty where nobody knows the name.
	const ids = all.map(({ speaker_id: id }) => (names.get(textIn(id)) ? textIn(id) : ''));
	const segments = all.map((segment, index) => {
		const speaker = names.get(ids[index]);
		return {
			...(speaker !== undefined && { speaker }),
			...timeOf('start', segment.start_time),
			...timeOf('end', segment.end_time),
			text: spokenIn(segment),
		};
	});
	const text = readable(segments, ids);
	if (segments.length > 0 && text === '') return undefined;
	const speakers = [...new Set(ids)].flatMap((id) => names.get(id) ?? []);
	return { segments, speakers, text, characters: text.length };
}

function listOf(value: unknown): IDataObject[] {
	return Array.isArray(value) ? value.map(Object) : [];
}

/** What is said in a segment. Captions end each with a line break; words of another form may come without spaces. */
function spokenIn(segment: IDataObject): string {
	const joined = listOf(segment.tokens).map(({ text }) => textIn(text));
	const words = [segment.tokens, segment.words].flat().map(textAnywhereIn);
	const ways = [joined.join(''), textAnywhereIn(segment), words.filter(Boolean).join(' ')];
	return ways.find((way) => way.trim() !== '')?.trimEnd() ?? '';
}

function textAnywhereIn(value: unknown): string {
	const texts = [value, ...TEXT_FIELDS.map((name) => fieldsOf(value)[name])].map(textIn);
	return texts.find((text) => text.trim() !== '') ?? '';
}

/** Segments that begin so much earlier or later than their first word contradict it, s. */
const MAX_DIFFERENCE = 5;

/** Whether a segment and its own words have different times: then nobody knows which are right. */
export function hasOtherTimes({ segments }: IDataObject): boolean {
	return listOf(segments).some(({ start_time: start, tokens }) => {
		const word = listOf(tokens).find(({ kind }) => kind === 'word');
		return Math.abs(secondsIn(start) - secondsIn(word?.start_time)) > MAX_DIFFERENCE;
	});
}

/** A time in seconds, maybe with minutes and hours. A fourth part would count frames, and nobody says how long one is. */
const TIME = /^(?:(?:(\d+):)?(\d+):)?(\d+(?:[.,]\d+)?)$/;

function secondsIn(value: unknown): number {
	if (typeof value === 'number') return value;
	const [, hours = 0, minutes = 0, seconds = 'none'] = TIME.exec(textIn(value).trim()) ?? [];
	return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'));
}

function timeOf(name: 'start' | 'end', value: unknown): Partial<Record<'start' | 'end', number>> {
	const seconds = secondsIn(value);
	return Number.isFinite(seconds) ? { [name]: seconds } : {};
}

function readable(segments: Array<{ speaker?: string; text: string }>, ids: string[]): string {
	let last = '';
	const paragraphs = segments.map(({ speaker, text }, index) => {
		if (text === '') return [];
		const name = ids[index] === last ? '' : `${speaker ?? UNKNOWN_SPEAKER}: `;
		last = ids[index];
		return `${name}${text}`;
	});
	return paragraphs.flat().join('\n\n');
}

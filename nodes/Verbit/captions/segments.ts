import type { IDataObject } from 'n8n-workflow';

import { fieldsOf, textIn } from '../inspect/inspect';

export const TRANSCRIPT_VERSION = 1;

/** Reads who said what, and when; undefined if a text isn't where Verbit documents it, so that no text is dropped in silence. */
export function readSegments(transcript: IDataObject): IDataObject | undefined {
	if (!Array.isArray(transcript.segments)) return undefined;
	const names = new Map(
		listOf(transcript.speakers).map(({ id, text }) => [textIn(id), textIn(text).trim()]),
	);
	names.delete('');
	const all = listOf(transcript.segments);
	// Two speakers may have the same name, so the text distinguishes them by ID. Without a name an ID doesn't count.
	const ids = all.map(({ speaker_id: id }) => (names.get(textIn(id)) ? textIn(id) : ''));
	const segments = all.map((segment, index) => {
		const speaker = names.get(ids[index]);
		const [start, end] = [segment.start_time, segment.end_time].map(secondsIn);
		return {
			...(speaker !== undefined && { speaker }),
			...(Number.isFinite(start) && { start }),
			...(Number.isFinite(end) && { end }),
			text: listOf(segment.tokens)
				.map((token) => textIn(token.text))
				.join('')
				.trimEnd(),
		};
	});
	if (all.some((segment, index) => segments[index].text === '' && saysElsewhere(segment)))
		return undefined;
	const text = readable(segments, ids);
	if (text === '' && !isSilent(transcript)) return undefined;
	const speakers = [...new Set(ids)].flatMap((id) => names.get(id) ?? []);
	return { segments, speakers, text, characters: text.length };
}

/** Returns whether nobody speaks: each segment is blank, and has its text where Verbit documents it. */
export function isSilent({ segments }: IDataObject): boolean {
	const isBlank = (segment: IDataObject) =>
		Array.isArray(segment.tokens) &&
		listOf(segment.tokens).every(({ text }) => typeof text === 'string' && text.trim() === '') &&
		!saysElsewhere(segment);
	return Array.isArray(segments) && listOf(segments).every(isBlank);
}

function saysElsewhere({ text, words }: IDataObject): boolean {
	return (Array.isArray(words) && words.length > 0) || textIn(text).trim() !== '';
}

function listOf(value: unknown): IDataObject[] {
	return Array.isArray(value) ? value.map(fieldsOf) : [];
}

/** Returns whether a segment and its first word begin more than five seconds apart, so that one of the times is wrong. */
export function hasConflictingTimes({ segments }: IDataObject): boolean {
	return listOf(segments).some(({ start_time: start, tokens }) => {
		const word = listOf(tokens).find(({ kind }) => kind === 'word');
		return Math.abs(secondsIn(start) - secondsIn(word?.start_time)) > 5;
	});
}

function secondsIn(value: unknown): number {
	return typeof value === 'number' ? value : NaN;
}

function readable(segments: Array<{ speaker?: string; text: string }>, ids: string[]): string {
	let last = '';
	const paragraphs = segments.flatMap(({ speaker, text }, index) => {
		if (text === '') return [];
		const name = ids[index] === last ? '' : `${speaker ?? 'Unknown speaker'}: `;
		last = ids[index];
		return `${name}${text}`;
	});
	return paragraphs.join('\n\n');
}

import type { IDataObject } from 'n8n-workflow';

import { fieldsOf, isEmpty, textIn } from '../inspect/inspect';

export const TRANSCRIPT_VERSION = 1;

/** Fields that may hold the text of a word or a segment. Verbit documents only `text`, in the `tokens` of a segment. */
const TEXT_FIELDS = ['text', 'word', 'value', 'content'];

/** Reads who said what, and when. Returns undefined without a list of segments, or if no segment has a text that can be read. */
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
			text: spokenIn(segment),
		};
	});
	const text = readable(segments, ids);
	if (text === '' && !isSilent(transcript)) return undefined;
	const speakers = [...new Set(ids)].flatMap((id) => names.get(id) ?? []);
	return { segments, speakers, text, characters: text.length };
}

/** Returns whether nobody speaks: each segment is blank, and has its text where Verbit documents it, or in its own `text`. */
export function isSilent({ segments }: IDataObject): boolean {
	const isBlank = (segment: IDataObject) => {
		const { tokens = null, words, text } = segment;
		const texts = tokens === null ? [text] : [tokens].flat().map((token) => fieldsOf(token).text);
		const isRead = isEmpty(words) && texts.every((part) => typeof part === 'string');
		return isRead && spokenIn(segment) === '';
	};
	return Array.isArray(segments) && listOf(segments).every(isBlank);
}

function listOf(value: unknown): IDataObject[] {
	return Array.isArray(value) ? value.map(Object) : [];
}

/** Returns the text of a segment: its tokens, which contain the spaces. Undocumented forms have a text or words instead. */
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

/** Returns whether a segment and its first word begin more than five seconds apart, so that one of the times is wrong. */
export function hasConflictingTimes({ segments }: IDataObject): boolean {
	return listOf(segments).some(({ start_time: start, tokens }) => {
		const word = listOf(tokens).find(({ kind }) => kind === 'word');
		return Math.abs(secondsIn(start) - secondsIn(word?.start_time)) > 5;
	});
}

/** A time such as `5.25`, `01:05.25` or `1:01:05.25`. A fourth number would count frames of an unknown length. */
const TIME = /^(?:(?:(\d+):)?(\d+):)?(\d+(?:[.,]\d+)?)$/;

function secondsIn(value: unknown): number {
	if (typeof value === 'number') return value;
	const [, hours = 0, minutes = 0, seconds = 'none'] = TIME.exec(textIn(value).trim()) ?? [];
	return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'));
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

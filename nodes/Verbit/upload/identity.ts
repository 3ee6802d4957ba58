/**
 * By what a file or a recording is known again: the subjects of what an item's own journal has, and marks, by which other
 * executions know a recording. Only hashes of them are saved.
 */
import { markOf, urlIdentity } from '../journal/hashes';
import type { FileToUpload, MediaSource, Recording } from './uploadFile';

export function subjectOfUpload({
	source,
	uploadUrl,
}: Pick<FileToUpload, 'source' | 'uploadUrl'>): unknown {
	return [source.identity, uploadUrl?.split('?')[0]];
}

/** What attaching the parts is about. */
export function subjectOfParts(parts: Array<string | MediaSource>): string[] {
	return parts.map((part) => (typeof part === 'string' ? part : part.identity));
}

export function subjectOfRecording(recording?: Recording): unknown {
	if (typeof recording === 'string') return { media_url: recording };
	return recording && subjectOfParts(recording);
}

/** A URL is known by its address, files by their sizes. One that is streamed from a URL gets its size when it is opened. */
export function marksOf(recording?: Recording): string[] {
	if (recording === undefined) return [];
	if (typeof recording === 'string') return [markOf(urlIdentity(recording))];
	const sizes = recording.flatMap(({ size }) => size ?? []);
	return sizes.length === recording.length ? [markOf(sizes)] : [markOf(recording[0].identity)];
}

import { markOf, urlIdentity } from '../journal/hashes';
import type { MediaSource, Recording } from './uploadFile';

/** What the call that attaches files is about. The item's journal saves only a hash of it. */
export function subjectOfFiles(files: Array<string | MediaSource>): string[] {
	return files.map((file) => (typeof file === 'string' ? file : file.identity));
}

export function subjectOfRecording(recording?: Recording): unknown {
	if (typeof recording === 'string') return { media_url: recording };
	return recording && subjectOfFiles(recording);
}

/**
 * Hashes by which other executions know a recording again: of a URL's address, or of the sizes of files. A file that is
 * streamed from a URL gets its size when it is opened; until then its address counts.
 */
export function marksOf(recording?: Recording): string[] {
	if (recording === undefined) return [];
	if (typeof recording === 'string') return [markOf(urlIdentity(recording))];
	const sizes = recording.flatMap(({ size }) => size ?? []);
	return sizes.length === recording.length ? [markOf(sizes)] : [markOf(recording[0].identity)];
}

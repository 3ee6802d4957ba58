import { urlIdentity } from '../http/signedUrl';
import { markOf } from '../journal/hashes';
import type { Recording } from '../upload/uploadFile';
import { subjectOfParts } from '../upload/uploadParts';

/**
 * By what a recording is known again: a URL by its address, files by their sizes. One that is streamed from a URL gets its
 * size when it is opened.
 */
export function marksOf(recording?: Recording): string[] {
	if (recording === undefined) return [];
	if (typeof recording === 'string') return [markOf(urlIdentity(recording))];
	const sizes = recording.flatMap(({ size }) => size ?? []);
	return sizes.length === recording.length ? [markOf(sizes)] : [markOf(recording[0].identity)];
}

/** What attaches a recording is about, so that a later try of the node with another one is refused. */
export function subjectOfRecording(recording?: Recording): unknown {
	if (typeof recording === 'string') return { media_url: recording };
	return recording && subjectOfParts(recording);
}

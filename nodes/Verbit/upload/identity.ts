import { urlIdentity } from '../http/urlIdentity';
import { fingerprintOf } from '../journal/hashes';
import type { MediaSource, Recording } from './media';

export function subjectOfFiles(files: Array<string | MediaSource>): string[] {
	return files.map((file) => (typeof file === 'string' ? file : file.identity));
}

export function subjectOfRecording(recording?: Recording): unknown {
	if (typeof recording === 'string') return { media_url: recording };
	return recording && subjectOfFiles(recording);
}

/** Returns hashes by which other executions recognize a recording: of its files' sizes, or of its URL if a size is unknown. */
export function fingerprintsOf(recording?: Recording): string[] {
	if (recording === undefined) return [];
	if (typeof recording === 'string') return [fingerprintOf(urlIdentity(recording))];
	const sizes = recording.flatMap(({ size }) => size ?? []);
	return sizes.length === recording.length
		? [fingerprintOf(sizes)]
		: [fingerprintOf(recording[0].identity)];
}

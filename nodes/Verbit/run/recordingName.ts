import { decode } from '../http/contentDisposition';
import { mediaFileName } from '../upload/fileName';
import type { Recording } from './attachAndStart';

/** The name of a recording's first file, for a job that has no name of its own; none for a URL without a path. */
export function recordingName(recording: Recording): string | undefined {
	if ('sources' in recording) return recording.sources[0].fileName;
	const lastPart = new URL(recording.url).pathname.split('/').pop() as string;
	const fileName = decode(lastPart).trim();
	return fileName === '' ? undefined : mediaFileName({ fileName, property: 'recording' });
}

import type { StepError } from '../errors/stepError';
import { urlIdentity } from '../http/urlIdentity';
import { fingerprintOf } from '../journal/hashes';
import type { BinaryStream } from '../n8n/streamOf';
import type { TransferOptions } from './transferOptions';

export interface MediaSource {
	fileName: string;
	/** Bytes, more than 0; undefined if unknown before the file is opened. */
	size?: number;
	/** Text by which two tries of the node recognize a file. Only its hash is saved, because the text may contain secrets. */
	identity: string;
	transfer: TransferOptions;
	/** The error for an operation that needs a recording; undefined if the file is a recording. */
	notARecording?: StepError;
	/** Opens a URL before its job is created. `fileName` then comes from the host, unless the user has set one, and the first `open` goes on reading. */
	openEarly?(signal: AbortSignal): Promise<OpenMedia>;
	discard?(): Promise<void>;
	open(signal: AbortSignal): Promise<OpenMedia>;
}

/** A URL that Verbit downloads, or files, which are merged when there are several. */
export type Recording = string | MediaSource[];

/** A file that is open for one transfer. The caller that opened the file must close it. */
export interface OpenMedia {
	content: BinaryStream;
	fileName: string;
	contentType: string;
	isTypeSetByUser: boolean;
	size: number;
	/** Whether nothing else uses the memory of the chunks, so that it can be freed after sending. */
	ownsChunks: boolean;
	/** Returns the error for a file that couldn't be read completely, retriable if the next attempt may read the file. */
	errorOfReading(error: Error): StepError;
	close(): Promise<void>;
}

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
	return [fingerprintOf(sizes.length === recording.length ? sizes : recording[0].identity)];
}

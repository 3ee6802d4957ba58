import type { StepError } from '../errors/stepError';
import { urlIdentity } from '../http/urlIdentity';
import { fingerprintOf } from '../journal/hashes';
import type { BinaryStream } from '../n8n/streamOf';
import type { TransferOptions } from './transferOptions';

export interface SourceFile {
	readonly fileName: string;
	/** Bytes, more than 0; undefined for a file behind a URL, whose size and name aren't known before it is opened. */
	size?: number;
	/** Text by which two tries of the node recognize a file. Only its hash is saved, because the text may contain secrets. */
	subject: string;
	transfer: TransferOptions;
	/** The error for an operation that needs a recording; undefined if the file is a recording. */
	notARecording?: StepError;
	/** Opens a URL before its job is created, to learn the file's size and name. The first `open` returns the same opened file. */
	openEarly?(signal: AbortSignal): Promise<OpenSourceFile>;
	discard?(): Promise<void>;
	open(signal: AbortSignal): Promise<OpenSourceFile>;
}

/** A URL that Verbit downloads, or at least one file; several are merged. */
export type Recording =
	{ url: string; files?: undefined } | { url?: undefined; files: SourceFile[] };

/** A file to upload, or the ID of an asset that is already uploaded. */
export type FileOrAssetId = SourceFile | string;

export class WrongLength extends Error {}

/** A file that is open for one transfer. The caller that opened the file must close it. */
export interface OpenSourceFile {
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

export function subjectOfFiles(files: FileOrAssetId[]): string[] {
	return files.map((file) => (typeof file === 'string' ? file : file.subject));
}

export function subjectOfRecording(recording?: Recording): unknown {
	if (recording?.files) return subjectOfFiles(recording.files);
	return recording && { media_url: recording.url };
}

/** Returns hashes by which other executions recognize a recording: of its files' sizes, or of its URL if a size is unknown. */
export function fingerprintsOf(recording?: Recording): string[] {
	if (recording === undefined) return [];
	const { url, files } = recording;
	if (url !== undefined) return [fingerprintOf(urlIdentity(url))];
	const sizes = files.flatMap(({ size }) => size ?? []);
	return [fingerprintOf(sizes.length === files.length ? sizes : files[0].subject)];
}

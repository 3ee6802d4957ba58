import type { StepError } from '../errors/stepError';
import type { BinaryStream } from '../n8n/streamOf';

export interface MediaSource {
	fileName: string;
	/** Bytes, more than 0. Undefined if unknown before the file is opened. */
	size?: number;
	/** Identifies the file between two tries of the node. May contain secrets: keep only a hash of it. */
	identity?: string;
	/**
	 * Opens a URL before a job is created for it: `fileName` is then the host's, and the first `open` goes on reading.
	 * @returns what must be closed if no job is created
	 */
	prepare?(maxAttempts: number, signal: AbortSignal): Promise<OpenMedia>;
	/**
	 * Each call returns a new stream of the whole file.
	 * @throws StepError when the file can't be read, or can't be read again
	 */
	open(signal: AbortSignal): Promise<OpenMedia>;
}

/** Whoever opened it must close it. */
export interface OpenMedia {
	content: BinaryStream;
	fileName: string;
	contentType: string;
	/** The user's type overrides the file's own. */
	typeIsSetByUser: boolean;
	size: number;
	/** Nothing else uses the memory of its chunks: they can be freed once sent. */
	ownsChunks: boolean;
	/** The error for a file that couldn't be read completely; retriable if the next attempt may read it. */
	brokenOff(error: Error): StepError;
	close(): Promise<void>;
}

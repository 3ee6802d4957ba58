import type { StepError } from '../errors/stepError';
import type { BinaryStream } from '../http/streams';

/** A file to upload, wherever it is: what it is called, apart from how it is read. */
export interface MediaSource {
	/** Cleaned of folders and control characters. */
	fileName: string;
	/** Bytes, more than 0, where it is known before the file is opened. */
	size?: number;
	/** What tells the file from another one between two tries of the node. It may hold secrets: keep a hash of it only. */
	identity?: string;
	/**
	 * The file from its first byte, anew at each call, so that every attempt has a stream of its own.
	 * @param attempt from 1
	 * @throws StepError when it can't be read, or not once more
	 */
	open(attempt: number, signal: AbortSignal): Promise<OpenMedia>;
	/** The error for a file that could not be read to its end; retriable where the next attempt may read it. */
	brokenOff(error: Error): StepError;
	/** The error for a file that gave nothing for as long as Stall Timeout. */
	stalled(): StepError;
}

/** A file that is being read, and has to be closed by whoever opened it. */
export interface OpenMedia {
	content: BinaryStream;
	fileName: string;
	contentType: string;
	/** Whether the user has set the type, in place of what is known of the file. */
	typeIsSetByUser: boolean;
	/** Exact length in bytes, more than 0. */
	size: number;
	/** Whether nobody else has the memory of its chunks, so that it can be given back once they have been sent. */
	ownsChunks: boolean;
	/** Lets go of the file or the connection, wherever the reading is. */
	close(): Promise<void>;
}

/** What the user sets in place of what is known of the file. */
export interface MediaOverrides {
	fileName?: string;
	contentType?: string;
}

import type { StepError } from '../errors/stepError';
import type { BinaryStream } from '../http/streams';

/** A file to upload, wherever it is: what it is called, apart from how it is read. */
export interface MediaSource {
	fileName: string;
	/** Bytes, more than 0, where it is known before the file is opened. */
	size?: number;
	/** Identifies the file between two tries of the node. It may contain secrets: keep only a hash of it. */
	identity?: string;
	/**
	 * Opens the file from its first byte. Each call returns a new stream, for each attempt its own.
	 * @param attempt from 1
	 * @throws StepError when it can't be read, or can't be read again
	 */
	open(attempt: number, signal: AbortSignal): Promise<OpenMedia>;
	/** The error for a file that could not be read completely; retriable if the next attempt may read it. */
	brokenOff(error: Error): StepError;
}

/** A file that is being read. Whoever opened it must close it. */
export interface OpenMedia {
	content: BinaryStream;
	fileName: string;
	contentType: string;
	/** Whether the user has set the type, which overrides the file's own. */
	typeIsSetByUser: boolean;
	/** Exact length in bytes, more than 0. */
	size: number;
	/** Whether nothing else uses the memory of its chunks: they can be freed once sent. */
	ownsChunks: boolean;
	/** Lets go of the file or the connection, wherever the reading is. */
	close(): Promise<void>;
}

export interface MediaOverrides {
	fileName?: string;
	contentType?: string;
}

export interface TransferOptions {
	/** Overrides the name that n8n or the file's host knows. */
	fileName?: string;
	contentType?: string;
	concurrency: number;
	maxAttempts: number;
	/** Seconds. */
	stallTimeout: number;
	verifyIntegrity: boolean;
}

/**
 * What a transfer option is where the user sets none. `parameters/transferOptions.ts` shows the same values in the
 * editor.
 */
export const TRANSFER_DEFAULTS = {
	concurrency: 3,
	maxAttempts: 4,
	stallTimeout: 60,
};

/**
 * The bounds of each number among the transfer options: more is a typing error, or would overload the storage or
 * this machine.
 */
export const TRANSFER_BOUNDS = {
	concurrency: { displayName: 'Concurrency', min: 1, max: 32 },
	maxAttempts: { displayName: 'Max Attempts', min: 1, max: 10 },
	stallTimeout: { displayName: 'Stall Timeout', min: 1, max: 3600 },
};

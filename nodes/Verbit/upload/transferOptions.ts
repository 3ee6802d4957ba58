export interface TransferOptions {
	/** Overrides the name that n8n or the file's host knows. */
	fileName?: string;
	contentType?: string;
	/** Files at a time, over all items. */
	concurrency: number;
	maxAttempts: number;
	/** Seconds. */
	stallTimeout: number;
	verifyIntegrity: boolean;
}

/** The editor shows the same values, see `parameters/transferOptions.ts`. */
export const TRANSFER_DEFAULTS = {
	concurrency: 3,
	maxAttempts: 4,
	stallTimeout: 60,
	verifyIntegrity: true,
};

/** What each number may be: more than this is a slip of the pen, or would press the storage or this machine. */
export const TRANSFER_BOUNDS = {
	concurrency: { displayName: 'Concurrency', min: 1, max: 32 },
	maxAttempts: { displayName: 'Max Attempts', min: 1, max: 10 },
	stallTimeout: { displayName: 'Stall Timeout', min: 1, max: 3600 },
};

import { sleep } from 'n8n-workflow';

import type { BinaryStream } from './binaryStream';

/** A stream is closed in less than a millisecond; this is for one that never says so. */
const MAX_CLOSING_MS = 1000;

/** Resolves when the content is closed, so that no file and no connection is left of an upload that has ended. */
export async function closeContent(content: BinaryStream): Promise<void> {
	if (content.closed) return;
	const closed = new Promise((resolve) => content.once('close', resolve));
	content.destroy();
	await Promise.race([closed, sleep(MAX_CLOSING_MS)]);
}

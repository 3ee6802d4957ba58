import { type IExecuteFunctions, type IN8nHttpFullResponse, sleep } from 'n8n-workflow';

import type { BinaryStream, MediaSource } from '../media/source';
import { readSignedUrl } from '../url/signedUrl';
import { Meter } from './meter';
import { putHeaders } from './putHeaders';
import { StallWatch } from './stallWatch';
import { readStoreAnswer, type StoreAnswer } from './storeAnswer';

/** A source is closed in less than a millisecond; this is for one that never says so. */
const MAX_CLOSING_MS = 1000;

export interface PutRequest {
	/** Pre-signed. */
	url: string;
	source: MediaSource;
	/** Seconds without a byte moving. */
	stallTimeout: number;
	/** Ends the transfer: n8n's cancel, or another file's failure. */
	signal: AbortSignal;
}

/** How one attempt ended. `sentMd5` is there when all bytes went out. */
export type PutOutcome =
	| { kind: 'answered'; answer: StoreAnswer; sentMd5?: string }
	| { kind: 'sourceFailed'; error: Error }
	| { kind: 'stalled' }
	| { kind: 'cut'; error: unknown };

/**
 * One attempt: sends the whole file to a pre-signed URL. The source is closed whatever happens.
 * The URL carries its own signature: an access token beside it would be refused.
 */
export async function putOnce(
	context: IExecuteFunctions,
	{ url, source, stallTimeout, signal }: PutRequest,
): Promise<PutOutcome> {
	const meter = new Meter(source.size);
	const watch = new StallWatch(stallTimeout * 1000, () => meter.bytes);
	const opened: Array<BinaryStream | Buffer> = [];
	try {
		opened.push(await openSource(source, meter));
		opened.push(meter.measure(opened[0]));
		const response = (await context.helpers.httpRequest({
			method: 'PUT',
			url,
			body: opened[1],
			headers: putHeaders(readSignedUrl(url), source),
			// To follow one, n8n's client would keep the whole body in memory.
			disableFollowRedirect: true,
			// n8n's default of 300 s is counted from the start: it would end a slow upload that moves.
			timeout: 0,
			abortSignal: AbortSignal.any([signal, watch.signal]),
			ignoreHttpStatusErrors: true,
			returnFullResponse: true,
		})) as IN8nHttpFullResponse;
		return { kind: 'answered', answer: readStoreAnswer(response), sentMd5: meter.md5() };
	} catch (error) {
		if (meter.sourceError !== undefined) return { kind: 'sourceFailed', error: meter.sourceError };
		return watch.hasStalled ? { kind: 'stalled' } : { kind: 'cut', error };
	} finally {
		watch.stop();
		await Promise.all(opened.map(close));
	}
}

async function openSource(source: MediaSource, meter: Meter): Promise<BinaryStream | Buffer> {
	return await source.open().catch((error: Error) => {
		meter.sourceError = error;
		throw error;
	});
}

/**
 * n8n's client leaves the source open when it is refused early.
 * Resolves when it is closed, so that nothing is left of an upload that has ended.
 */
async function close(content: BinaryStream | Buffer): Promise<void> {
	if (Buffer.isBuffer(content) || content.closed) return;
	const closed = new Promise((resolve) => content.once('close', resolve));
	content.destroy();
	// A stream may be made not to tell.
	await Promise.race([closed, sleep(MAX_CLOSING_MS)]);
}

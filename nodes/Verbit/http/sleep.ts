import { sleep } from 'n8n-workflow';

/** Sleeps in slices, so that an abort takes effect soon: `sleep` of older versions of n8n can't be interrupted. */
export async function cancellableSleep(ms: number, signal?: AbortSignal): Promise<void> {
	const end = Date.now() + ms;
	for (let left = ms; left > 0 && !signal?.aborted; left = end - Date.now())
		await sleep(Math.min(left, 250));
}

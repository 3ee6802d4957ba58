import { sleep } from 'n8n-workflow';

const SLICE_MS = 250;

/** n8n's older `sleep` can't be interrupted: in slices, a cancel takes effect after one, and no timer is left. */
export async function cancellableSleep(ms: number, signal?: AbortSignal): Promise<void> {
	const end = Date.now() + ms;
	for (let left = ms; left > 0 && !signal?.aborted; left = end - Date.now())
		await sleep(Math.min(left, SLICE_MS));
}

import { sleep } from 'n8n-workflow';

/** A cancel is to be noticed well within a second, ms. */
const SLICE_MS = 250;

/** The code of n8n's client for a request that a signal has ended. */
export const STOPPED = 'ERR_CANCELED';

/**
 * n8n's `sleep` can't be interrupted, so it is split into slices: a cancel takes effect after one, and no timer is
 * left.
 */
export async function cancellableSleep(ms: number, signal?: AbortSignal): Promise<void> {
	const end = Date.now() + ms;
	for (let left = ms; left > 0 && !signal?.aborted; left = end - Date.now()) {
		await sleep(Math.min(left, SLICE_MS));
	}
}

/**
 * Returns the same promise, but rejected at once when the execution stops. For work that can't be interrupted: n8n
 * gives a credential no signal, so a key exchange runs to its end.
 * @throws an error with the code `STOPPED`, as n8n's client does
 */
export async function orStopped<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
	if (signal === undefined) return await work;
	// A signal of its own: with a listener for each call on the signal of the run, Node.js warns of a leak from 11 on.
	const own = AbortSignal.any([signal]);
	let stop = (): void => {};
	const stopped = new Promise<never>((_resolve, reject) => {
		stop = () => reject(Object.assign(new Error('Stopped'), { code: STOPPED }));
		if (own.aborted) stop();
		own.addEventListener('abort', stop);
	});
	try {
		return await Promise.race([work, stopped]);
	} finally {
		own.removeEventListener('abort', stop);
	}
}

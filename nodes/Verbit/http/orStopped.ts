/**
 * The same promise, but rejected at once when the execution stops. For work that can't be cut: n8n gives a credential no
 * signal, so the exchange of a key runs to its end.
 * @throws an error with the code ERR_CANCELED, as n8n's client does
 */
export async function orStopped<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
	if (signal === undefined) return await work;
	const ended = new AbortController();
	const stopped = new Promise<never>((_resolve, reject) => {
		const stop = () => reject(Object.assign(new Error('Stopped'), { code: 'ERR_CANCELED' }));
		if (signal.aborted) stop();
		signal.addEventListener('abort', stop, { signal: ended.signal });
	});
	try {
		return await Promise.race([work, stopped]);
	} finally {
		ended.abort();
	}
}

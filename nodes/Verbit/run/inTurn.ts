import { orStopped } from '../http/orStopped';

/** The end of the queue for each key. */
const queues = new Map<string, Promise<void>>();

/**
 * Does work when all work with the same key that came before it is done: over all executions of this process.
 * @param signal ends the wait
 */
export async function inTurn<T>(
	key: string,
	signal: AbortSignal,
	work: () => Promise<T>,
): Promise<T> {
	const before = queues.get(key) ?? Promise.resolve();
	let leave = () => {};
	const own = new Promise<void>((resolve) => {
		leave = resolve;
	});
	const end = before.then(async () => await own);
	queues.set(key, end);
	try {
		await orStopped(before, signal);
		return await work();
	} finally {
		leave();
		void end.then(() => {
			if (queues.get(key) === end) queues.delete(key);
		});
	}
}

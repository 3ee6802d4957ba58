const { getEventListeners } = require('node:events');
const { orStopped } = require('../../../nodes/Verbit/http/cancellation');

const never = new Promise(() => undefined);

test('what ends in time is handed on', async () => {
	const { signal } = new AbortController();
	await expect(orStopped(Promise.resolve(7), signal)).resolves.toBe(7);
	await expect(orStopped(Promise.resolve(7))).resolves.toBe(7);
	const later = new Promise((resolve) => setImmediate(() => resolve(8)));
	await expect(orStopped(later, signal)).resolves.toBe(8);
	await expect(orStopped(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken');
});

test('a stop ends the wait at once, also one that came before', async () => {
	const controller = new AbortController();
	const waiting = orStopped(never, controller.signal);
	controller.abort();
	await expect(waiting).rejects.toMatchObject({ code: 'ERR_CANCELED' });
	await expect(orStopped(never, controller.signal)).rejects.toMatchObject({ code: 'ERR_CANCELED' });
});

test('many calls at once put no listener on the signal that they share, and a stop ends them all', async () => {
	const controller = new AbortController();
	const waiting = Array.from({ length: 50 }, async () => await orStopped(never, controller.signal));
	expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
	controller.abort();
	const outcomes = await Promise.allSettled(waiting);
	expect(outcomes.map(({ status }) => status)).toEqual(Array(50).fill('rejected'));
});

test('work that can not be cut any more when the stop comes runs to its end', async () => {
	const controller = new AbortController();
	let isCut = true;
	const later = new Promise((resolve) => setImmediate(() => resolve(9)));
	const waiting = orStopped(later, controller.signal, () => isCut);
	isCut = false;
	controller.abort();
	await expect(waiting).resolves.toBe(9);
	isCut = true;
	const cut = orStopped(never, controller.signal, () => isCut);
	await expect(cut).rejects.toMatchObject({ code: 'ERR_CANCELED' });
});

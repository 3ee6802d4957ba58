/**
 * Preloaded into a process of n8n (`--require`): its days pass in minutes. `Date` runs ahead, and what waits a second or
 * longer with `setTimeout` or `setInterval` waits as much shorter, n8n's look for executions that are due among it. All
 * processes with the same origin have the same time, and one that is started anew goes on with it.
 * Node.js' own timers (of sockets, and `AbortSignal.timeout`) and other programs keep the real time.
 */
const origin = Number(process.env.FAST_CLOCK_ORIGIN);
const factor = Number(process.env.FAST_CLOCK_FACTOR);
const RealDate = Date;
const realNow = Date.now;

const now = () => Math.floor(origin + (realNow() - origin) * factor);

RealDate.now = now;
globalThis.Date = new Proxy(RealDate, {
	apply: (target) => new target(now()).toString(),
	construct: (target, args, newTarget) =>
		Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
});

/** @param {number} delay ms */
const shorten = (delay) => (delay >= 1000 ? delay / factor : delay);

for (const name of /** @type {const} */ (['setTimeout', 'setInterval'])) {
	globalThis[name] = /** @type {any} */ (
		new Proxy(globalThis[name], {
			apply: (target, self, [callback, delay, ...args]) =>
				Reflect.apply(target, self, [callback, shorten(delay), ...args]),
		})
	);
}

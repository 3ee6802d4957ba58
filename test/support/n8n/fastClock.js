/**
 * Preloaded into a process of n8n (`--require`): its days pass in minutes. `Date` runs ahead, and the timers by which
 * n8n starts schedules, looks for waiting executions that are due and tidies its database run as much faster. All
 * processes with the same origin have the same time, and one that is started anew goes on with it. Every other timer
 * keeps the real time (time limits of Redis, databases and requests among them), and so do other programs.
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

/** Files of n8n, and of its library `cron`, that set the timers which run faster. */
const HURRIED =
	/wait-tracker|node_modules.cron.dist|system-task-timer|executions-pruning|insights-(compaction|pruning)/;

/** In a stack: the message, this function, the proxy, and then the file that sets the timer. */
const CALLER = 3;

/** n8n looks again for what it is still resuming: more often than it can resume, the looks would pile up. Real ms. */
const SHORTEST = { setTimeout: 0, setInterval: 2000 };

/** Only what the file itself waits for: a time limit of the database, further down the same stack, stays. @param {number} delay ms @param {number} shortest ms */
function shorten(delay, shortest) {
	const caller = delay > 0 ? String(new Error().stack).split('\n')[CALLER] : '';
	return HURRIED.test(caller) ? Math.max(delay / factor, Math.min(delay, shortest)) : delay;
}

for (const name of /** @type {const} */ (['setTimeout', 'setInterval'])) {
	globalThis[name] = /** @type {any} */ (
		new Proxy(globalThis[name], {
			apply: (target, self, [callback, delay, ...args]) =>
				Reflect.apply(target, self, [callback, shorten(delay, SHORTEST[name]), ...args]),
		})
	);
}

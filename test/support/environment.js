const { AsyncLocalStorage } = require('node:async_hooks');
const vm = require('node:vm');

/** Jest's own, whose copy is the one that jest runs with. */
const { TestEnvironment } = require(
	require.resolve('jest-environment-node', { paths: [require.resolve('jest')] }),
);

const { compileFunction } = vm;

/** The functions that modules have been compiled to, by file: calling one again makes the module anew. */
const compiled = new Map();

/** @type {typeof compileFunction} */
vm.compileFunction = (code, parameters, options = {}) => {
	const { filename, parsingContext } = options;
	if (parsingContext !== globalThis) return compileFunction(code, parameters, options);
	// Another code is one that coverage is counted in.
	if (compiled.get(filename)?.code !== code)
		compiled.set(filename, { code, run: compileFunction(code, parameters, { filename }) });
	return compiled.get(filename).run;
};

// To take all that was loaded down takes Node.js longer than jest waits for its processes.
if (process.send) process.once('beforeExit', () => process.exit());

const { run } = AsyncLocalStorage.prototype;

/**
 * Those in which jest notes which test a promise is of. In Node.js before 24 every one that is in use slows all promises down.
 * @type {Set<AsyncLocalStorage<unknown>>}
 */
const storages = new Set();

/** Remembers which are in use. @param {Parameters<typeof run>} call */
AsyncLocalStorage.prototype.run = function (...call) {
	storages.add(this);
	return run.apply(this, call);
};

/**
 * Runs test files in the context of jest's process instead of one of their own: in it, what is installed can be loaded once
 * for all of them, and an error of Node.js is an `Error`, as it is in n8n.
 */
class Environment extends TestEnvironment {
	before = {
		console,
		exit: process.exit,
		env: { ...process.env },
		listeners: process.listeners('exit'),
	};

	/** @param {any} config @param {any[]} context */
	constructor(config, ...context) {
		super(config, ...context);
		const options = { config: config.projectConfig, global: globalThis };
		this.global = globalThis;
		const { moduleMocker, fakeTimersModern } = /** @type {any} */ (this);
		this.moduleMocker = new moduleMocker.constructor(globalThis);
		this.fakeTimersModern = new fakeTimersModern.constructor(options);
	}

	getVmContext() {
		return globalThis;
	}

	/** Leaves the process to the next file as it was before this one. */
	async teardown() {
		await super.teardown();
		for (const storage of storages) storage.disable();
		storages.clear();
		const { console, exit, env, listeners } = this.before;
		Object.assign(globalThis, { console });
		Object.assign(process, { exit });
		for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
		Object.assign(process.env, env);
		for (const listener of process.listeners('exit'))
			if (!listeners.includes(listener)) process.off('exit', listener);
		const isOfJest = (/** @type {string | symbol} */ key) =>
			key === '__coverage__' || /^Symbol\([A-Z_]+\)$/.test(String(key));
		for (const key of Reflect.ownKeys(globalThis).filter(isOfJest))
			Reflect.deleteProperty(globalThis, key);
	}
}

module.exports = Environment;

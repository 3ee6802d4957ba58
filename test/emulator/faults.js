const { setTimeout: sleep } = require('node:timers/promises');
const { interruptions } = require('./interruptions');

/**
 * Something that goes wrong on demand: the README says what each kind does.
 *
 * @typedef {'slow' | 'answerThenDrop' | 'cutDownload' | 'stallDownload' | 'delay'} HindranceKind
 *
 * @typedef {object} Fault
 * @property {'service' | 'store'} where
 * @property {import('./interruptions').InterruptionKind | HindranceKind} kind
 * @property {string} [operation] as in the journal; any when left out
 * @property {number} [times] how many requests it befalls, 1 when left out
 * @property {number} [delayMs]
 * @property {Promise<unknown>} [held] what its requests wait for, in a test that runs the emulator itself
 * @property {number} [status]
 * @property {Record<string, string>} [headers]
 * @property {string | object} [body] an object becomes JSON; `{token}` in it becomes the token or key of the request
 * @property {number} [bytes]
 * @property {number} [bytesPerSecond]
 * @property {() => Promise<unknown>} [betweenChunks] what a slow transfer waits for, in a test that runs the emulator itself
 */

/** Faults that wait for their requests, first come, first served. */
class Faults {
	constructor() {
		/** @type {Array<Fault & { times: number }>} */
		this.queue = [];
	}

	/** @param {Fault[]} faults */
	add(...faults) {
		this.queue.push(...faults.map((fault) => ({ ...fault, times: fault.times ?? 1 })));
	}

	clear() {
		this.queue.length = 0;
	}

	/** Whether each has befallen its requests: one that is held has arrived then. */
	areOver() {
		return this.queue.length === 0;
	}

	/**
	 * Lets the next fault that is meant for it befall a request. The fault is used up by that.
	 * @param {import('./interruptions').Exchange} exchange
	 * @returns {Promise<boolean>} whether it came instead of the operation
	 */
	async befall(exchange) {
		const { entry } = exchange;
		const fault = this.queue.find(
			({ where, operation }) =>
				where === entry.host && [undefined, entry.operation].includes(operation),
		);
		if (fault === undefined) return false;
		fault.times--;
		if (fault.times <= 0) this.queue.splice(this.queue.indexOf(fault), 1);
		exchange.fault = fault;
		entry.fault = fault.kind;
		// Nobody has to wait for a delay that the emulator's end has overtaken.
		await sleep(fault.delayMs ?? 0, undefined, { ref: false });
		await fault.held;
		const interrupt = interruptions[fault.kind];
		await interrupt?.(exchange, fault);
		return interrupt !== undefined;
	}
}

module.exports = { Faults };

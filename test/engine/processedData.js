const { hash } = require('node:crypto');
const { setImmediate: nextTurn } = require('node:timers/promises');
const { DataDeduplicationService } = require('n8n-core');

/** @typedef {{ workflow: { id: string }, node: { id: string } }} Place */
/** @typedef {(call: () => Promise<any>, number: number, what: string) => any} Befall */

/**
 * n8n's table of processed values, a port of its `deduplication-helper.js`, which needs a database: a row is read, changed
 * and written without a lock, so what others write in between is lost. `test/e2e/ownNodes.test.js` compares it with a
 * whole n8n. What n8n itself keeps over a crash it doesn't show.
 */
class ProcessedData {
	/** Hashes, or the largest number, by workflow and node. @type {Map<string, string[] | string>} */
	rows = new Map();

	/** SQL statements so far. */
	statements = 0;

	/** Calls since the beginning, or since some are held. */
	calls = 0;

	/** What befalls each call of n8n's, by its number and as `clear` with its record. @type {Befall} */
	befall = (call) => call();

	reset() {
		this.rows.clear();
		this.calls = 0;
		this.mend();
	}

	/** Has nothing befall the next calls. */
	mend() {
		this.befall = (call) => call();
	}

	/** Has the next calls fail, by default all. */
	fail(times = Infinity) {
		const error = new Error('The database is gone');
		this.befall = (call) => (times-- > 0 ? Promise.reject(error) : call());
	}

	/** Holds some calls until they are released. @param {(number: number, what: string) => boolean} isHeld */
	hold(isHeld) {
		this.calls = 0;
		let [come, release] = [() => {}, () => {}];
		const hasCome = new Promise((resolve) => (come = () => resolve(true)));
		const released = new Promise((resolve) => (release = () => resolve(true)));
		this.befall = async (call, number, what) => {
			if (!isHeld(number, what)) return await call();
			come();
			return await released.then(call);
		};
		return { hasCome, release };
	}

	/**
	 * @param {string[]} items
	 * @param {string} _scope
	 * @param {Place} place
	 * @param {{ mode?: string }} [options]
	 */
	async checkProcessedAndRecord(items, _scope, place, { mode = 'entries' } = {}) {
		return await this.called('record', place, async (key, row) => {
			const isNumber = mode !== 'entries';
			if (row !== undefined && isNumber !== !Array.isArray(row)) throw new Error('incompatible');
			const isKnown = (/** @type {string} */ item) =>
				isNumber ? Number(item) <= Number(row ?? -Infinity) : row?.includes(hashOf(item));
			const added = items.filter((item) => !isKnown(item));
			await nextTurn();
			// It inserts the row, or updates it even if nothing is new.
			this.statements++;
			if (row === undefined && this.rows.has(key)) throw new Error('UNIQUE constraint failed');
			if (row === undefined || this.rows.has(key)) {
				const entries = [...(row ?? []), ...added.map(hashOf)];
				const numbers = [...items, row ?? 0].map(Number);
				this.rows.set(key, isNumber ? String(Math.max(...numbers)) : entries);
			}
			return { new: added, processed: items.filter((item) => !added.includes(item)) };
		});
	}

	/** @param {string} _scope @param {Place} place */
	async clearAllProcessedItems(_scope, place) {
		await this.called('clear', place, (key) => this.rows.delete(key));
	}

	/** @param {string} _scope @param {Place} place */
	async getProcessedDataCount(_scope, place) {
		return await this.called('count', place, (_, row) => (Array.isArray(row) ? row.length : 0));
	}

	/** @param {string} name @param {Place} place @param {(key: string, row: any) => unknown} work */
	async called(name, { workflow, node }, work) {
		// n8n reads the node's ID at once.
		const key = `${workflow.id} n:${node.id}`;
		const call = async () => {
			await nextTurn();
			this.statements++;
			return await work(key, this.rows.get(key));
		};
		return await this.befall(call, this.calls++, `${name} ${key}`);
	}

	/** The names of the records of External IDs, without the hash of the ID. */
	records() {
		return [...this.rows.keys()].map((key) => String(key.split(':').at(-1)));
	}
}

/** @param {string} item */
const hashOf = (item) => hash('md5', item, 'base64');

/** Has n8n's helpers use a table of the test file's own, which is empty at the beginning of each test. */
function useProcessedData() {
	const table = new ProcessedData();
	beforeAll(async () => {
		// A file may have several worlds, one after the other.
		/** @type {any} */ (DataDeduplicationService).instance = undefined;
		await DataDeduplicationService.init(/** @type {any} */ (table));
	});
	beforeEach(() => table.reset());
	return table;
}

module.exports = { ProcessedData, useProcessedData };

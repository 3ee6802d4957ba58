const { setImmediate: nextTurn } = require('node:timers/promises');

/** @typedef {{ workflow: { id: string }, node: { id: string } }} Place */

/**
 * n8n's memory of processed values, without its database: rows of entries, which are read, changed and written as n8n
 * does it, so that what others write in between is lost. It is there so that the engine's helpers have something to work
 * with. It proves nothing about what n8n itself keeps over a crash.
 */
class ProcessedValues {
	/** @type {Map<string, string[]>} */
	rows = new Map();

	/** SQL statements so far, as n8n's own helper makes them (n8n 2.40.7, `deduplication/deduplication-helper.js`). */
	statements = 0;

	/** Of the next calls, so many fail. */
	failures = 0;

	/** Called with the key of each row that is about to be read: what another execution does at that moment. */
	beforeRead = (/** @type {string} */ _key) => {};

	/** Whether all rows are one, as an n8n would have it that finds them in another way. */
	isMixed = false;

	/** @param {string[]} items @param {string} _scope @param {Place} place */
	async checkProcessedAndRecord(items, _scope, place) {
		const { key, row } = await this.read(place);
		const entries = row ?? [];
		const added = items.filter((item) => !entries.includes(item));
		await nextTurn();
		// It inserts the row, or updates it even if nothing is new.
		this.statements++;
		if (row === undefined && this.rows.has(key)) throw new Error('UNIQUE constraint failed');
		if (row === undefined || this.rows.has(key)) this.rows.set(key, [...entries, ...added]);
		return { new: added, processed: items.filter((item) => !added.includes(item)) };
	}

	/** @param {string} _scope @param {Place} place */
	async clearAllProcessedItems(_scope, place) {
		const { key } = await this.read(place);
		this.rows.delete(key);
	}

	/** @param {string} _scope @param {Place} place */
	async getProcessedDataCount(_scope, place) {
		const { row = [] } = await this.read(place);
		return row.length;
	}

	/** @param {Place} place */
	async read({ workflow, node }) {
		const key = this.isMixed ? workflow.id : `${workflow.id} ${node.id}`;
		await nextTurn();
		this.statements++;
		this.beforeRead(key);
		if (this.failures > 0) {
			this.failures--;
			throw new Error('The database is gone');
		}
		return { key, row: this.rows.get(key) };
	}

	/** The records of external IDs with their values, as `last call: 2`. */
	records() {
		return [...this.rows].map(([key, entries]) => `${key.split(':').at(-1)}: ${entries.length}`);
	}
}

module.exports = { ProcessedValues };

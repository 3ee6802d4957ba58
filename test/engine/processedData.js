const { createHash } = require('node:crypto');
const { setImmediate: nextTurn } = require('node:timers/promises');
const { DataDeduplicationService } = require('n8n-core');

/** @typedef {{ workflow: { id: string }, node: { id: string } }} Place */

/**
 * n8n's table of processed values, a port of its `deduplication-helper.js`, which needs a database: a row is read, changed
 * and written without a lock, so what others write in between is lost. `test/e2e/processedData.test.js` compares it with a
 * whole n8n. What n8n itself keeps over a crash it doesn't show.
 */
class ProcessedData {
	/** Has n8n's helpers use a table of the test's own. */
	static async install() {
		const table = new ProcessedData();
		await DataDeduplicationService.init(/** @type {any} */ (table));
		return table;
	}

	/** Hashes, by workflow and node. @type {Map<string, string[]>} */
	rows = new Map();

	/** SQL statements so far. */
	statements = 0;

	/** Of the next calls, so many fail. */
	failures = 0;

	/** What another execution does right before a row is read. */
	beforeRead = (/** @type {string} */ _key) => {};

	/** Whether all rows are one, as in an n8n that finds them in another way. */
	isMixed = false;

	reset() {
		this.rows.clear();
		this.failures = 0;
		this.beforeRead = () => {};
	}

	/**
	 * @param {string[]} items
	 * @param {string} _scope
	 * @param {Place} place
	 * @param {{ maxEntries?: number }} [options]
	 */
	async checkProcessedAndRecord(items, _scope, place, { maxEntries } = {}) {
		const { key, row } = await this.read(place);
		const known = new Set(row);
		const added = items.filter((item) => !known.has(hashOf(item)));
		await nextTurn();
		// It inserts the row, or updates it even if nothing is new.
		this.statements++;
		if (row === undefined && this.rows.has(key)) throw new Error('UNIQUE constraint failed');
		if (row === undefined || this.rows.has(key)) {
			const entries = [...(row ?? []), ...added.map(hashOf)];
			this.rows.set(key, maxEntries ? entries.slice(-maxEntries) : entries);
		}
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
		const key = this.isMixed ? workflow.id : `${workflow.id} n:${node.id}`;
		await nextTurn();
		this.statements++;
		this.beforeRead(key);
		if (this.failures > 0) {
			this.failures--;
			throw new Error('The database is gone');
		}
		return { key, row: this.rows.get(key) };
	}

	/** Writes a row as another execution does. @param {string} key @param {string[]} items */
	put(key, items) {
		this.rows.set(key, items.map(hashOf));
	}

	/** The records of external IDs with the number of their values, as `last call: 2`. */
	records() {
		return [...this.rows].map(([key, entries]) => `${key.split(':').at(-1)}: ${entries.length}`);
	}
}

/** @param {string} item */
const hashOf = (item) => createHash('md5').update(item).digest('base64');

module.exports = { ProcessedData };

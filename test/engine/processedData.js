const { createHash } = require('node:crypto');
const { setImmediate: nextTurn } = require('node:timers/promises');
const { DataDeduplicationService } = require('n8n-core');

/** @typedef {{ workflow: { id: string }, node: { id: string } }} Place */

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

	/** Of the next calls, so many fail. */
	failures = 0;

	/** A call that hangs. @type {{ before: number, come(): void, released: Promise<unknown> } | undefined} */
	hanging = undefined;

	reset() {
		this.rows.clear();
		this.failures = 0;
		this.hanging = undefined;
	}

	/** Lets one of the next calls hang. @param {number} before so many calls come before it */
	hang(before) {
		let release = () => {};
		const released = new Promise((resolve) => (release = () => resolve(undefined)));
		const hasCome = new Promise((resolve) => {
			this.hanging = { before, come: () => resolve(true), released };
		});
		return { hasCome, release };
	}

	/**
	 * @param {string[]} items
	 * @param {string} _scope
	 * @param {Place} place
	 * @param {{ mode?: string, maxEntries?: number }} [options]
	 */
	async checkProcessedAndRecord(items, _scope, place, { mode = 'entries', maxEntries } = {}) {
		const { key, row } = await this.read(place);
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
			const data = maxEntries ? entries.slice(-maxEntries) : entries;
			this.rows.set(key, isNumber ? String(Math.max(...numbers)) : data);
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
		const { row } = await this.read(place);
		return Array.isArray(row) ? row.length : 0;
	}

	/** @param {Place} place */
	async read({ workflow, node }) {
		const key = `${workflow.id} n:${node.id}`;
		await nextTurn();
		if (this.hanging && this.hanging.before-- === 0) {
			this.hanging.come();
			await this.hanging.released;
		}
		this.statements++;
		if (this.failures > 0) {
			this.failures--;
			throw new Error('The database is gone');
		}
		return { key, row: this.rows.get(key) };
	}

	/** Of all rows, as n8n stores them: without the time of each. */
	bytes() {
		const sizes = [...this.rows].map(
			([key, data]) => key.length + JSON.stringify({ mode: 'entries', data }).length,
		);
		return sizes.reduce((sum, size) => sum + size, 0);
	}

	/** The names of the records of External IDs, without the hash of the ID. */
	records() {
		return [...this.rows.keys()].map((key) => String(key.split(':').at(-1)));
	}
}

/** @param {string} item */
const hashOf = (item) => createHash('md5').update(item).digest('base64');

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

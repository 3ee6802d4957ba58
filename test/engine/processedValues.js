/**
 * n8n's memory of processed values, without its database: entries by workflow and node. It is there so that the engine's
 * helper has something to work with. It proves nothing about what n8n itself keeps over a crash.
 */
class ProcessedValues {
	/** @type {Map<string, string[]>} */
	rows = new Map();

	/** Of the next calls, so many fail. */
	failures = 0;

	/** @param {string[]} items @param {string} scope @param {any} contextData @param {{ maxEntries?: number }} options */
	async checkProcessedAndRecord(items, scope, contextData, options) {
		const row = this.row(contextData);
		const added = items.filter((item) => !row.includes(item));
		row.push(...added);
		if (options.maxEntries) row.splice(0, row.length - options.maxEntries);
		return { new: added, processed: items.filter((item) => !added.includes(item)) };
	}

	/** @param {string[]} items @param {string} scope @param {any} contextData */
	async removeProcessed(items, scope, contextData) {
		const row = this.row(contextData);
		for (const item of items) if (row.includes(item)) row.splice(row.indexOf(item), 1);
	}

	/** @param {any} contextData @returns {string[]} */
	row({ workflow, node }) {
		if (this.failures > 0) {
			this.failures--;
			throw new Error('The database is gone');
		}
		const key = `${workflow.id} ${node.id}`;
		if (!this.rows.has(key)) this.rows.set(key, []);
		return /** @type {string[]} */ (this.rows.get(key));
	}

	/** Marks of external IDs, as `talk-1 used`. */
	marks() {
		return [...this.rows.values()].flat().map((entry) => JSON.parse(entry).slice(1).join(' '));
	}
}

module.exports = { ProcessedValues };

/**
 * @typedef {Awaited<ReturnType<typeof sample>>} Sample
 * @typedef {Sample['processes'][string]} ProcessState memory in bytes: what is in use after a collection, and what the
 *   system counts; open files and connections
 */

/** All tables of n8n in one query. */
const ROWS = `select table_name "name", (xpath('/row/c/text()', query_to_xml('select count(*) c from "' || table_name || '"', false, true, '')))[1]::text::int "count" from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`;

/**
 * What n8n has and holds now.
 * @param {import('./week').Week} week
 * @param {number} hour of n8n's clock since the start
 */
async function sample({ queue, processes }, hour) {
	const states = [];
	for (const [name, instance] of Object.entries(processes)) {
		const memory = await queue.memoryOf(instance);
		const openFiles = instance.openFiles().length;
		states.push(/** @type {const} */ ([name, { ...memory, openFiles, pid: instance.server?.pid }]));
	}
	const tables = await queue.postgres.query(ROWS);
	return {
		hour,
		processes: Object.fromEntries(states),
		/** By table. @type {Record<string, number>} */
		rows: Object.fromEntries(tables.map(({ name, count }) => [name, count])),
		stored: await queue.stored(),
	};
}

module.exports = { sample };

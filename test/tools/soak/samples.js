/**
 * @typedef {'main' | 'webhooks' | 'worker 1' | 'worker 2'} ProcessName
 * @typedef {{ inUse: number, rss: number, openFiles: number, pid?: number }} ProcessState bytes of memory after a
 *   collection, bytes as the system counts them, open files and connections
 * @typedef {Record<ProcessName, ProcessState>} Processes
 *
 * @typedef {object} Sample
 * @property {number} hour of n8n's clock since the start
 * @property {Processes} processes
 * @property {Record<string, number>} rows by table
 * @property {{ databaseBytes: number, redisBytes: number, redisKeys: number }} stored
 */

/** All tables of n8n in one query. */
const ROWS = `select table_name "name", (xpath('/row/c/text()', query_to_xml('select count(*) c from "' || table_name || '"', false, true, '')))[1]::text::int "count" from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`;

/**
 * What n8n has and holds now.
 * @param {import('./week').Week} week
 * @param {number} hour
 * @returns {Promise<Sample>}
 */
async function sample({ queue, processes }, hour) {
	const states = [];
	for (const [name, instance] of Object.entries(processes)) {
		const memory = await queue.memoryOf(instance);
		const openFiles = instance.openFiles().length;
		states.push([name, { ...memory, openFiles, pid: instance.server?.pid }]);
	}
	const tables = await queue.postgres.query(ROWS);
	return {
		hour,
		processes: Object.fromEntries(states),
		rows: Object.fromEntries(tables.map(({ name, count }) => [name, count])),
		stored: await queue.stored(),
	};
}

module.exports = { sample };

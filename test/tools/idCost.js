#!/usr/bin/env node
/**
 * `npm run tool -- id-cost`: what an External ID costs in n8n's database on SQLite, per recording: submitted without one,
 * with one, and once more with the same. Prints a table, and takes a minute.
 */
const { execFileSync } = require('node:child_process');
const path = require('node:path');
const { step } = require('../support/setup/progress');
const { runCommand } = require('./command');

const RECORDINGS = 100;

/** What n8n's log calls its table of records. */
const STATEMENT = /^query: [^\n]*processed_data/gm;

runCommand(async (n8n) => {
	// These need what has been installed by now.
	const { World } = require('../e2e/world');
	const { manualTrigger, ownNode, setFields, workflow } = require('../support/n8n/workflow');
	const { table } = require('./docs/markdown');
	const { measuredOn } = require('./results');
	const [world, begun] = [new World(), new Date()];
	try {
		const settings = {
			DB_LOGGING_ENABLED: 'true',
			DB_LOGGING_OPTIONS: 'query',
			N8N_LOG_LEVEL: 'info',
		};
		await step('Start n8n', async () => await world.start(settings));
		const file = path.join(world.n8n.userFolder, '.n8n/database.sqlite');
		// n8n's own Node.js can read the file.
		const read = `const { DatabaseSync } = require('node:sqlite');
			const database = new DatabaseSync(process.argv[1], { readOnly: true });
			const size = 'length(workflowId) + length(context) + length(value)';
			const sql = 'select count(*) as Rows, total(' + size + ') as Bytes from processed_data';
			console.log(JSON.stringify(database.prepare(sql).get()));`;
		/** @returns {Record<string, number>} */
		const counted = () => ({
			Statements: world.n8n.logs().match(STATEMENT)?.length ?? 0,
			...JSON.parse(execFileSync(n8n.node, ['--no-warnings', '-e', read, file]).toString()),
		});
		/** @param {string} name @param {object} id */
		const measure = async (name, id) => {
			const names = Array.from({ length: RECORDINGS }, (_, index) => index);
			const { client } = world.n8n;
			const { id: workflowId } = await client.createWorkflow(
				workflow(name, [
					manualTrigger(),
					setFields({ names }),
					ownNode('Names', 'splitOut', 1, { fieldToSplitOut: 'names', options: {} }),
					world.byUrl('Submit', '=https://media.example.com/{{ $json.names }}.mp4', {
						...id,
						options: { concurrency: 1 },
					}),
				]),
			);
			const rows = [];
			for (const time of ['first', 'again']) {
				const before = counted();
				const { data } = await client.waitForExecution(await client.runWorkflow(workflowId));
				const ms = Number(data.resultData.runData.Submit?.[0].executionTime);
				const sums = Object.entries({ ...counted(), ms });
				const each = sums.map(([what, sum]) => [
					what,
					((sum - (before[what] ?? 0)) / RECORDINGS).toFixed(1),
				]);
				rows.push({ 'If Used Before': name, Execution: time, ...Object.fromEntries(each) });
			}
			return rows;
		};
		const rows = [];
		const externalId = '={{ $execution.mode + $workflow.id + $json.names }}';
		await measure('Warm up', {});
		for (const [name, id] of Object.entries({
			'No External ID': {},
			'Create Another': { externalId, ifExternalIdUsed: 'create' },
			'Use Its Job': { externalId, ifExternalIdUsed: 'reuse' },
			Skip: { externalId, ifExternalIdUsed: 'skip' },
		})) {
			rows.push(
				...(await step(`Submit ${RECORDINGS} recordings twice: ${name}`, () => measure(name, id))),
			);
		}
		console.log(`${table(rows)}\n\n${measuredOn(begun, n8n)}`);
	} finally {
		await world.stop();
	}
});

#!/usr/bin/env node
/**
 * `npm run bench`: this node beside what a user would use instead to upload, as ratios of one run, which it prints.
 * `-- --quick` shows in a few minutes that it works. A full run needs 12 GiB of free disk and 6 GiB of free memory.
 * `-- --external-id` measures what an external ID costs, instead.
 */
const { parseArgs } = require('node:util');
const { runCommand } = require('../command');

/** Files of a size in MiB, which n8n's nodes send at a time. @typedef {{ size: number, files?: number, rounds?: number }} Task */

/** @type {Task[]} */
const FULL = [
	{ size: 1, rounds: 3 },
	{ size: 1024, rounds: 3 },
	{ size: 5120 },
	{ size: 1024, files: 3 },
];

/** Too small and too few to be shown to anybody. @type {Task[]} */
const QUICK = [{ size: 1 }, { size: 64 }, { size: 64, files: 3 }];

const option = { type: /** @type {const} */ ('boolean'), default: false };
const { values } = parseArgs({ options: { quick: option, 'external-id': option } });

runCommand(async ({ n8n }) => {
	// These need what has been installed by now.
	const { table } = require('../docs/markdown');
	const { measuredOn } = require('../measure');
	const { Bench } = require('./bench');
	const begun = new Date();
	if (values['external-id']) {
		const ids = await require('./externalId').benchExternalId(values.quick ? 1 : 7);
		return console.log(`${table(ids)}\n\n${measuredOn(begun, n8n)}`);
	}
	const bench = await Bench.start();
	try {
		const rows = [];
		for (const task of values.quick ? QUICK : FULL) rows.push(...(await bench.measure(task)));
		console.log(`${table(rows)}\n\n${measuredOn(begun, n8n)}`);
	} finally {
		await bench.stop();
	}
});

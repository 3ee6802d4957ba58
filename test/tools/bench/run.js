#!/usr/bin/env node
/**
 * `npm run bench`: uploads by this node beside those by n8n's HTTP Request node. Prints a table, and puts it with a picture
 * into docs/maintainers/results.md. Takes ten minutes, 12 GiB of free disk and 6 GiB of free memory. `-- --quick` shows in
 * two minutes that it works, and only prints.
 */
const { writeFileSync } = require('node:fs');
const path = require('node:path');
const { checkout } = require('../../support/setup/paths');
const { runCommand } = require('../command');
const { tellResult } = require('../results');

/** Files of a size in MiB, which n8n's nodes send at a time. @typedef {{ size: number, files?: number, rounds?: number }} Task */

/** The first one is in the picture. @type {Task[]} */
const FULL = [{ size: 1024, rounds: 3 }, { size: 5120 }, { size: 1024, files: 3 }];

/** Too small and too few to be shown to anybody. @type {Task[]} */
const QUICK = [{ size: 64 }, { size: 64, files: 3 }];

const isQuick = process.argv.includes('--quick');

runCommand(async (n8n) => {
	// This needs what has been installed by now.
	const { benchmark, pictureOf, rowsOf } = require('./bench');
	const begun = new Date();
	const results = await benchmark(isQuick ? QUICK : FULL);
	tellResult('bench', results.flatMap(rowsOf), { n8n, begun, isForOthers: !isQuick });
	const picture = path.join(checkout, 'docs/images/bench.svg');
	if (!isQuick) writeFileSync(picture, pictureOf(results[0]));
});

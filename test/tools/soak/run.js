#!/usr/bin/env node
/**
 * `npm run soak`: a week of n8n in queue mode in about an hour, by a fast clock, with this node and without it; writes
 * docs/maintainers/soak.md. `-- --quick` lets one day pass, which shows that it works, and prints what it measured.
 */
const { runMeasurement } = require('../measure/measure');

/** Days of n8n's clock, which is so many times as fast. */
const FULL = { days: 7, factor: 168 };

runMeasurement(
	'soak.md',
	{ full: FULL, quick: { ...FULL, days: 1 } },
	() => require('./soak').runSoak,
);

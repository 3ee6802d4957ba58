#!/usr/bin/env node
/**
 * `npm run mutation`: Stryker changes the code of uploads and requests in many small ways, one at a time, and lists the
 * changes that the tests of the changed file don't notice. `-- http/retry` for one file. Takes an hour.
 */
const { spawnSync } = require('node:child_process');
const { existsSync, readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');
const { checkout } = require('../../support/setup/paths');

/** Tests that hold a file together with n8n's engine; those of any other bear its name. @type {Record<string, string>} */
const IN_ENGINE = {
	'upload/binarySource': 'engine/binaryData',
	'upload/urlSource': 'engine/link',
};

/** @param {string} file as `http/retry` */
const testsOf = (file) => IN_ENGINE[file] ?? `unit/${file}`;

/**
 * One run for each file, with the tests that bear its name: with all of them, Stryker's runner for jest loads each test
 * file anew for each of 1,800 changes, which takes many hours.
 * @param {string} file as `http/retry`
 * @returns {string[]} what became of each change
 */
function mutate(file) {
	const stryker = ['stryker', 'run', 'test/tools/quality/stryker.config.json'];
	const only = ['--mutate', `nodes/Verbit/${file}.ts`];
	const env = { ...process.env, MUTATION_TESTS: testsOf(file) };
	const options = /** @type {const} */ ({ cwd: checkout, stdio: 'inherit' });
	const run = spawnSync('npx', ['--no-install', ...stryker, ...only], { ...options, env });
	if (run.status !== 0) throw new Error(`Stryker failed on ${file}`);
	const report = readFileSync(path.join(checkout, 'coverage/mutation.json'), 'utf8');
	return Object.values(JSON.parse(report).files).flatMap(({ mutants }) =>
		mutants.map((/** @type {{ status: string }} */ { status }) => status),
	);
}

const files = ['upload', 'http'].flatMap((folder) =>
	readdirSync(path.join(checkout, 'nodes/Verbit', folder)).map(
		(name) => `${folder}/${path.parse(name).name}`,
	),
);
const hasTests = (/** @type {string} */ file) =>
	existsSync(path.join(checkout, `test/${testsOf(file)}.test.js`));
const [given] = process.argv.slice(2);

const rows = (given ? [given] : files.filter(hasTests)).map((file) => {
	const counted = mutate(file).filter((status) => !/^Ignored$|Error$/.test(status));
	const noticed = counted.filter((status) => /^(Killed|Timeout)$/.test(status));
	return [file, counted.length, noticed.length];
});
const sumOf = (/** @type {number} */ column) =>
	rows.reduce((sum, row) => sum + Number(row[column]), 0);
console.log('| File | Changes | Noticed |\n| --- | --: | --: |');
for (const row of [...rows, ['all', sumOf(1), sumOf(2)]]) console.log(`| ${row.join(' | ')} |`);
const others = files.filter((file) => !hasTests(file));
if (!given) console.log(`Without tests of their own: ${others.join(', ')}`);
if (sumOf(2) < 0.95 * sumOf(1)) {
	console.error('More than 5 % of the changes went unnoticed');
	process.exitCode = 1;
}

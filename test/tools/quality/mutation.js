#!/usr/bin/env node
/**
 * `npm run tool -- mutation`: Stryker changes the code of uploads and requests in many small ways, one at a time, and lists the
 * changes that no test of the changed file notices. `-- http/retry upload/put` for some files. Takes an hour and a half.
 * What was found is kept in `coverage/mutation`: a run after it tries again what went unnoticed, and what has changed since.
 */
const { spawnSync } = require('node:child_process');
const { existsSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { checkout } = require('../../support/setup/paths');

/** The tests that hold a file, beside the unit tests that bear its name. @type {Record<string, string[]>} */
const BESIDE = {
	'http/body': [
		'unit/upload/storageResponse',
		'unit/api/response',
		'unit/captions/fileJudge',
		'engine/answers',
	],
	'upload/binaryFields': ['unit/contract/contract', 'unit/docs/pages'],
	'upload/fileName': ['unit/http/headers', 'unit/upload/binaryFields'],
	'upload/fileUrl': ['unit/http/url', 'unit/contract/contract', 'unit/docs/pages'],
	'upload/judge': ['unit/upload/storageResponse', 'unit/upload/target'],
	'upload/put': ['unit/upload/meter', 'engine/upload'],
	'upload/transferOptions': ['unit/contract/contract', 'unit/docs/pages'],
	'upload/uploadFile': ['unit/upload/target', 'engine/upload'],
	'upload/urlSource': ['unit/upload/recording', 'engine/link'],
};

/** @param {string} file as `http/retry` @param {string[]} tests @param {string[]} [more] */
function stryker(file, tests, more = []) {
	const args = ['stryker', 'run', 'test/tools/quality/stryker.config.json', ...more];
	args.push('--mutate', `nodes/Verbit/${file}.ts`, '--incrementalFile', keptOf(file));
	const env = { ...process.env, MUTATION_TESTS: tests.join(' ') };
	const options = /** @type {const} */ ({ cwd: checkout, stdio: 'inherit', env });
	const { status } = spawnSync('npx', ['--no-install', ...args], options);
	if (status !== 0) throw new Error(`Stryker failed on ${file}`);
}

const keptOf = (/** @type {string} */ file) =>
	path.join(checkout, 'coverage/mutation', `${file.replace('/', '.')}.json`);

/**
 * Tests in n8n's engine take seconds for a change: they are asked only where no unit test has noticed it. Each file has a
 * run of its own, because Stryker's runner for jest loads each test file anew for each change.
 * @param {string} file as `http/retry`
 * @returns {string[]} what became of each change
 */
function mutate(file) {
	const all = [...(hasUnitTests(file) ? [`unit/${file}`] : []), ...(BESIDE[file] ?? [])];
	const quick = all.filter((tests) => /^unit.(?!docs|contract)/.test(tests));
	if (quick.length > 0 && !existsSync(keptOf(file))) stryker(file, quick);
	if (existsSync(keptOf(file))) forgetUnnoticed(file);
	stryker(file, all, ['--reporters', 'clear-text']);
	return mutantsOf(file).map(({ status }) => status);
}

const hasUnitTests = (/** @type {string} */ file) =>
	existsSync(path.join(checkout, `test/unit/${file}.test.js`));

/** @param {string} file @returns {Array<{ status: string }>} */
const mutantsOf = (file) =>
	Object.values(JSON.parse(readFileSync(keptOf(file), 'utf8')).files).flatMap(
		({ mutants }) => mutants,
	);

/** Stryker doesn't try a change again that it knows. @param {string} file */
function forgetUnnoticed(file) {
	const report = JSON.parse(readFileSync(keptOf(file), 'utf8'));
	for (const each of Object.values(report.files)) each.mutants = each.mutants.filter(isNoticed);
	writeFileSync(keptOf(file), JSON.stringify(report));
}

const isNoticed = ({ status = '' }) => /^(Killed|Timeout)$/.test(status);

const files = ['upload', 'http'].flatMap((folder) =>
	readdirSync(path.join(checkout, 'nodes/Verbit', folder)).map(
		(name) => `${folder}/${path.parse(name).name}`,
	),
);
const hasTests = (/** @type {string} */ file) => file in BESIDE || hasUnitTests(file);
const given = process.argv.slice(2);
const rows = (given.length > 0 ? given : files.filter(hasTests)).map((file) => {
	const counted = mutate(file).filter((status) => !/^Ignored$|Error$/.test(status));
	return [file, counted.length, counted.filter((status) => isNoticed({ status })).length];
});
const sumOf = (/** @type {number} */ column) =>
	rows.reduce((sum, row) => sum + Number(row[column]), 0);
console.log('| File | Changes | Noticed |\n| --- | --: | --: |');
for (const row of [...rows, ['all', sumOf(1), sumOf(2)]]) console.log(`| ${row.join(' | ')} |`);
const others = files.filter((file) => !hasTests(file));
if (given.length === 0) console.log(`Without tests of their own: ${others.join(', ')}`);
if (sumOf(2) < 0.95 * sumOf(1)) {
	console.error('More than 5 % of the changes went unnoticed');
	process.exitCode = 1;
}

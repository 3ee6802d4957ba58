#!/usr/bin/env node
/**
 * `npm run tool -- mutation`: Stryker changes the code in many small ways, one at a time, and lists by kind the changes that
 * no test of the file notices. `-- mutation nodes/Verbit/wait http/retry` for some folders or files. What was found is kept
 * in `coverage/mutation`: a run after it tries again what went unnoticed, and what has changed since. `--sample 1` changes
 * only one line of every twenty, chosen by this number: all files take days, a sample of half the folders less than an hour.
 */
const { spawnSync } = require('node:child_process');
const { existsSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { parseArgs } = require('node:util');
const { checkout } = require('../../support/setup/paths');
const { randomOf } = require('../chaos/plan');
const { FOLDERS, testsOf } = require('./holding');

const { values, positionals: given } = parseArgs({
	allowPositionals: true,
	options: { sample: { type: 'string', default: '' } },
});

const keptOf = (/** @type {string} */ file) =>
	path.join(checkout, `coverage/mutation${values.sample}`, `${file.replace('/', '.')}.json`);

/** One line of so many. */
const SAMPLED = 20;

/** What is changed of a file, in Stryker's words. @param {string} file as `http/retry` */
function partsOf(file) {
	const source = `nodes/Verbit/${file}.ts`;
	if (values.sample === '') return source;
	const random = randomOf(Number(values.sample));
	const lines = readFileSync(path.join(checkout, source), 'utf8').split('\n').length;
	const parts = Array.from({ length: Math.ceil(lines / SAMPLED) }, (_, part) => {
		const line = part * SAMPLED + random.whole(1, SAMPLED);
		return `${source}:${line}-${line}`;
	});
	return parts.join();
}

/** @param {string} file as `http/retry` @param {string[]} tests */
function stryker(file, tests) {
	const args = ['--no-install', 'stryker', 'run', 'test/tools/quality/stryker.config.json'];
	args.push('--mutate', partsOf(file), '--incrementalFile', keptOf(file));
	const env = { ...process.env, MUTATION_TESTS: tests.join(' ') };
	const options = /** @type {const} */ ({ cwd: checkout, stdio: 'inherit', env });
	if (spawnSync('npx', args, options).status !== 0) throw new Error(`Stryker failed on ${file}`);
}

/** @typedef {{ status: string, mutatorName: string, replacement: string, location: { start: { line: number } } }} Change `mutatorName` is its kind */

/** Whether a change counts: not one that the types refuse, or that no code reaches. */
const isCounted = (/** @type {Change} */ { status }) => !/^Ignored$|Error$/.test(status);

const isNoticed = (/** @type {Change} */ { status }) => /^(Killed|Timeout)$/.test(status);

/**
 * Tests in n8n's engine take seconds for a change: they are asked only where no unit test has noticed it. Each file has a
 * run of its own, because Stryker's runner for jest loads each test file anew for each change.
 * @param {string} file as `http/retry` @returns {Change[]} those that count
 */
function mutate(file) {
	const all = testsOf(file);
	const quick = all.filter((tests) => /^unit.(?!docs|contract)/.test(tests));
	if (quick.length > 0 && !existsSync(keptOf(file))) {
		stryker(file, quick);
		if (countedOf(file).every(isNoticed)) return countedOf(file);
	}
	if (existsSync(keptOf(file))) forgetUnnoticed(file);
	stryker(file, all);
	return countedOf(file);
}

/** @param {string} file @returns {Change[]} */
function countedOf(file) {
	const { files } = JSON.parse(readFileSync(keptOf(file), 'utf8'));
	return Object.values(files).flatMap(({ mutants }) => mutants.filter(isCounted));
}

/** Stryker doesn't try a change again that it knows. @param {string} file */
function forgetUnnoticed(file) {
	const report = JSON.parse(readFileSync(keptOf(file), 'utf8'));
	for (const each of Object.values(report.files)) each.mutants = each.mutants.filter(isNoticed);
	writeFileSync(keptOf(file), JSON.stringify(report));
}

/** @param {string} folder as `wait` */
const filesOf = (folder) =>
	readdirSync(path.join(checkout, 'nodes/Verbit', folder)).map(
		(name) => `${folder}/${path.parse(name).name}`,
	);

/** @param {string[]} names folders or files @returns {string[]} as `http/retry` */
const chosen = (names) =>
	names
		.map((name) => name.replace(/^nodes\/Verbit\/|\/$|\.ts$/g, ''))
		.flatMap((name) => (name.includes('/') ? [name] : filesOf(name)));

const files = chosen(given.length > 0 ? given : FOLDERS);
const held = files.filter((file) => testsOf(file).length > 0);
const results = held.map((file) => ({ file, changes: mutate(file) }));

console.log('| File | Changes | Noticed |\n| --- | --: | --: |');
const all = results.flatMap(({ changes }) => changes);
for (const { file, changes } of [...results, { file: 'all', changes: all }])
	console.log(`| ${file} | ${changes.length} | ${changes.filter(isNoticed).length} |`);

const unnoticed = results.flatMap(({ file, changes }) =>
	changes.filter((change) => !isNoticed(change)).map((change) => ({ file, change })),
);
for (const kind of new Set(unnoticed.map(({ change }) => change.mutatorName))) {
	console.log(`\n${kind}, unnoticed:`);
	for (const { file, change } of unnoticed.filter(({ change }) => change.mutatorName === kind))
		console.log(`- ${file}.ts:${change.location.start.line} → ${change.replacement}`);
}

const others = files.filter((file) => !held.includes(file));
if (others.length > 0) console.log(`\nWithout tests of their own: ${others.join(', ')}`);
if (unnoticed.length > 0.05 * all.length) {
	console.error('More than 5 % of the changes went unnoticed');
	process.exitCode = 1;
}

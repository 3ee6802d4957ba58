#!/usr/bin/env node
/**
 * `npm run tool -- mutation`: Stryker changes the code in many small ways, one at a time, and lists by kind the changes that
 * no test of the folder notices. `-- mutation nodes/Verbit/wait http/retry` for some folders or files. What was found is kept
 * in `coverage/mutation`: a run after it tries again what went unnoticed, and what has changed since. `--sample 1` changes
 * only one line of every twenty, chosen by this number: all files take days, a sample of half the folders about an hour.
 */
const { spawnSync } = require('node:child_process');
const { existsSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { parseArgs } = require('node:util');
const { checkout } = require('../../support/setup/paths');
const { randomOf } = require('../chaos/plan');
const { HELD_BY } = require('./holding');

const { values, positionals: given } = parseArgs({
	allowPositionals: true,
	options: { sample: { type: 'string', default: '' } },
});

/** One line of so many. */
const SAMPLED = 20;

/** What is changed of a file, in Stryker's words. @param {string} source as `nodes/Verbit/http/retry.ts` */
function partsOf(source) {
	if (values.sample === '') return source;
	const random = randomOf(Number(values.sample));
	const lines = readFileSync(path.join(checkout, source), 'utf8').split('\n').length;
	const parts = Array.from({ length: Math.ceil(lines / SAMPLED) }, (_, part) => {
		const line = part * SAMPLED + random.whole(1, SAMPLED);
		return `${source}:${line}-${line}`;
	});
	return parts.join();
}

/** @typedef {{ status: string, mutatorName: string, replacement: string, location: { start: { line: number } } }} Change `mutatorName` is its kind */

/** Whether a change counts: not one that the types refuse, or that no code reaches. */
const isCounted = (/** @type {Change} */ { status }) => !/^Ignored$|Error$/.test(status);

const isNoticed = (/** @type {Change} */ { status }) => /^(Killed|Timeout)$/.test(status);

/**
 * Tests in n8n's engine take seconds for a change: they are asked only where no unit test of the folder has noticed it.
 * @param {string} name a folder, as `wait`, or a file, as `http/retry`
 */
function mutate(name) {
	const [folder, file] = name.split('/');
	const names = file ? [`${file}.ts`] : filesIn('nodes/Verbit', folder);
	const sources = names.map((one) => `nodes/Verbit/${folder}/${one}`);
	const keptFolder = path.join(checkout, `coverage/mutation${values.sample}`);
	const kept = path.join(keptFolder, `${name.replace('/', '.')}.json`);
	const report = () => JSON.parse(readFileSync(kept, 'utf8'));
	/** @param {string[]} tests */
	const stryker = (tests) => {
		const args = ['--no-install', 'stryker', 'run', 'test/tools/quality/stryker.config.json'];
		args.push('--mutate', sources.map(partsOf).join(), '--incrementalFile', kept);
		const env = { ...process.env, MUTATION_TESTS: tests.join(' ') };
		const options = /** @type {const} */ ({ cwd: checkout, stdio: 'inherit', env });
		if (spawnSync('npx', args, options).status !== 0) throw new Error(`Stryker failed on ${name}`);
	};
	const quick = filesIn('test/unit', folder).map((one) => `unit/${folder}/${one.split('.')[0]}`);
	if (quick.length > 0 && !existsSync(kept)) stryker(quick);
	if (existsSync(kept)) {
		// Stryker doesn't try a change again that it knows.
		const known = report();
		for (const one of Object.values(known.files)) one.mutants = one.mutants.filter(isNoticed);
		writeFileSync(kept, JSON.stringify(known));
	}
	stryker([...quick, ...HELD_BY[folder].split(' ')]);
	return Object.entries(report().files).map(([source, { mutants }]) => {
		return { source, changes: /** @type {Change[]} */ (mutants.filter(isCounted)) };
	});
}

/** @param {string} place @param {string} folder */
const filesIn = (place, folder) => {
	const entry = path.join(checkout, place, folder);
	return existsSync(entry) ? readdirSync(entry) : [];
};

const asked = given.map((name) => name.replace(/^nodes\/Verbit\/|\/$|\.ts$/g, ''));
const results = (asked.length > 0 ? asked : Object.keys(HELD_BY)).flatMap(mutate);

console.log('| File | Changes | Noticed |\n| --- | --: | --: |');
const all = results.flatMap(({ changes }) => changes);
for (const { source, changes } of [...results, { source: 'all', changes: all }])
	console.log(`| ${source} | ${changes.length} | ${changes.filter(isNoticed).length} |`);

const unnoticed = results.flatMap(({ source, changes }) =>
	changes.filter((change) => !isNoticed(change)).map((change) => ({ source, change })),
);
for (const kind of new Set(unnoticed.map(({ change }) => change.mutatorName))) {
	console.log(`\n${kind}, unnoticed:`);
	for (const { source, change } of unnoticed.filter(({ change }) => change.mutatorName === kind))
		console.log(`- ${source}:${change.location.start.line} → ${change.replacement}`);
}

if (unnoticed.length > 0.05 * all.length) {
	console.error('More than 5 % of the changes went unnoticed');
	process.exitCode = 1;
}

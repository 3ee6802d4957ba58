#!/usr/bin/env node
/**
 * `npm run tool -- mutation`: Stryker changes the code in many small ways, one at a time, and lists by kind the changes that
 * no test of the file notices. `-- mutation nodes/Verbit/wait http/retry` for some folders or files. What was found is kept
 * in `coverage/mutation`: a run after it tries again what went unnoticed, and what has changed since.
 */
const { spawnSync } = require('node:child_process');
const { existsSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { checkout } = require('../../support/setup/paths');

/** What decides about recordings, money, and what people wait for. */
const FOLDERS = ['upload', 'http', 'submission', 'run', 'wait', 'api', 'captions'];

/** The tests that hold the files of a folder, where no others are named. @type {Record<string, string[]>} */
const OF_FOLDER = {
	api: ['engine/answers', 'engine/job'],
	captions: ['engine/captions', 'engine/captionFaults'],
	run: ['engine/items', 'engine/laterTries'],
	submission: ['engine/submit', 'engine/externalId'],
	wait: ['engine/wait'],
};

/** The tests that hold a file, beside the unit tests that bear its name. @type {Record<string, string[]>} */
const OF_FILE = {
	'api/addAsset': ['engine/asset'],
	'api/attach': ['engine/answers', 'engine/media'],
	'api/client': ['unit/api/timeLimits', 'engine/token', 'engine/hostile'],
	'api/createJob': ['engine/answers', 'engine/job', 'engine/externalId'],
	'api/directUploadUrl': ['engine/asset'],
	'api/jobInfo': ['unit/api/jobStatus', 'unit/api/response', 'engine/wait'],
	'api/profiles': ['engine/job'],
	'api/serviceCall': ['unit/api/response', 'engine/answers', 'engine/token', 'engine/job'],
	'captions/captionFields': ['unit/contract/contract', 'unit/docs/pages', 'engine/captions'],
	'captions/captionText': ['unit/captions/decodeCaptions', 'engine/captions'],
	'captions/segments': ['engine/captions'],
	'http/body': [
		'unit/upload/storageResponse',
		'unit/api/response',
		'unit/captions/fileJudge',
		'engine/answers',
	],
	'run/equalCalls': ['engine/idLeft'],
	'run/failure': ['engine/items', 'engine/submit', 'engine/laterTries'],
	'run/hashes': ['engine/laterTries', 'engine/externalId'],
	'run/skipped': ['engine/externalId', 'engine/idLeft'],
	'run/slots': ['engine/items', 'engine/upload'],
	'submission/heldIds': ['engine/idLeft', 'engine/externalId'],
	'submission/idRecord': ['engine/idLeft', 'engine/externalId'],
	'submission/jobSteps': ['engine/submit', 'engine/externalId', 'engine/idLeft'],
	'submission/newJob': ['unit/contract/contract', 'unit/docs/pages', 'engine/job'],
	'submission/startOptions': [
		'unit/contract/contract',
		'unit/docs/pages',
		'engine/job',
		'engine/environment',
	],
	'submission/uploadParts': ['engine/submit', 'engine/laterTries', 'engine/media'],
	'upload/binaryFields': ['unit/contract/contract', 'unit/docs/pages'],
	'upload/fileName': ['unit/http/headers', 'unit/upload/binaryFields'],
	'upload/fileUrl': ['unit/http/url', 'unit/contract/contract', 'unit/docs/pages'],
	'upload/judge': ['unit/upload/storageResponse', 'unit/upload/target'],
	'upload/put': ['unit/upload/meter', 'engine/upload'],
	'upload/transferOptions': ['unit/contract/contract', 'unit/docs/pages'],
	'upload/uploadFile': ['unit/upload/target', 'engine/upload'],
	'upload/urlSource': ['unit/upload/recording', 'engine/link'],
	'wait/checkJob': ['unit/wait/jobFailure', 'engine/wait'],
	'wait/waitOptions': ['unit/contract/contract', 'unit/docs/pages', 'engine/wait'],
};

/** @param {string} file as `http/retry` @returns {string[]} its own unit tests first, as they are the quickest */
function testsOf(file) {
	const own = existsSync(path.join(checkout, `test/unit/${file}.test.js`)) ? [`unit/${file}`] : [];
	return [...own, ...(OF_FILE[file] ?? OF_FOLDER[path.dirname(file)] ?? [])];
}

const keptOf = (/** @type {string} */ file) =>
	path.join(checkout, 'coverage/mutation', `${file.replace('/', '.')}.json`);

/** @param {string} file as `http/retry` @param {string[]} tests */
function stryker(file, tests) {
	const args = ['--no-install', 'stryker', 'run', 'test/tools/quality/stryker.config.json'];
	args.push('--mutate', `nodes/Verbit/${file}.ts`, '--incrementalFile', keptOf(file));
	const env = { ...process.env, MUTATION_TESTS: tests.join(' ') };
	const options = /** @type {const} */ ({ cwd: checkout, stdio: 'inherit', env });
	if (spawnSync('npx', args, options).status !== 0) throw new Error(`Stryker failed on ${file}`);
}

/**
 * @typedef {object} Change
 * @property {string} status
 * @property {string} mutatorName its kind
 * @property {string} replacement
 * @property {{ start: { line: number } }} location
 */

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
	if (quick.length > 0 && !existsSync(keptOf(file))) stryker(file, quick);
	if (existsSync(keptOf(file))) forgetUnnoticed(file);
	stryker(file, all);
	return changesOf(file).flatMap(({ mutants }) => mutants.filter(isCounted));
}

/** @param {string} file @returns {Array<{ mutants: Change[] }>} */
const changesOf = (file) => Object.values(JSON.parse(readFileSync(keptOf(file), 'utf8')).files);

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

const given = process.argv.slice(2);
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

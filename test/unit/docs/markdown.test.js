const fs = require('node:fs');
const path = require('node:path');
const { SWITCHES } = require('../../emulator/switches');
const { checkout } = require('../../support/setup/paths');

const FOLDERS = [
	'.',
	'docs',
	'docs/maintainers',
	'docs/operations',
	'examples',
	'examples/templates',
	'test',
	'test/emulator',
	'test/support/recordings',
];

/** What CONTRIBUTING.md adds as an example. */
const EXAMPLE = /[/-]getErrors\./;

const pages = FOLDERS.flatMap((folder) =>
	listOf(folder)
		.filter((name) => name.endsWith('.md'))
		.map((name) => path.posix.join(folder, name)),
);

/** @param {string} folder */
function listOf(folder) {
	const fullPath = path.join(checkout, folder);
	return fs.existsSync(fullPath) ? fs.readdirSync(fullPath) : [];
}

const read = (/** @type {string} */ file) => fs.readFileSync(path.join(checkout, file), 'utf8');

/** Without code, in which brackets are no links. @param {string} text */
const proseOf = (text) => text.replace(/```.*?```/gs, '').replace(/`[^`\n]*`/g, '``');

/** As GitHub makes them of headings. @param {string} file */
function anchorsOf(file) {
	const headings = read(file).match(/^#+ .*$/gm) ?? [];
	return headings.map((heading) =>
		heading
			.replace(/^#+ /, '')
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\- _]/gu, '')
			.replaceAll(' ', '-'),
	);
}

/** Links to places in this repository. @param {string} file */
function linksOf(file) {
	const links = proseOf(read(file)).matchAll(/\[([^[\]]*)\]\(([^)\s]+)\)/g);
	return [...links]
		.map(([, label, target]) => ({ label, target }))
		.filter(({ target }) => !/^[a-z]+:/.test(target));
}

test.each(pages)('every link of %s leads somewhere', (file) => {
	const dead = linksOf(file).filter((link) => {
		const [target, anchor] = link.target.split('#');
		const found = target === '' ? file : path.posix.join(path.posix.dirname(file), target);
		if (!fs.existsSync(path.join(checkout, found))) return true;
		return anchor !== undefined && !anchorsOf(found).includes(anchor);
	});
	expect(dead).toEqual([]);
});

test.each(pages)('every link of %s that is called after a file leads to that file', (file) => {
	const isCalledAfterFile = (/** @type {string} */ label) => /^[\w./-]+\.(ts|js|json)$/.test(label);
	const wrong = linksOf(file).filter(
		({ label, target }) => isCalledAfterFile(label) && !`/${target}`.endsWith(`/${label}`),
	);
	expect(wrong).toEqual([]);
});

test.each(pages)('every source that %s names is there', (file) => {
	const named = read(file).match(/`(nodes|credentials|test|docs)\/[\w./-]+`/g) ?? [];
	const paths = named.map((name) => name.slice(1, -1)).filter((name) => !EXAMPLE.test(name));
	expect(paths.filter((name) => !fs.existsSync(path.join(checkout, name)))).toEqual([]);
});

describe('the page of assumptions', () => {
	const rows = read('docs/maintainers/assumptions.md')
		.split('\n')
		.filter((line) => line.startsWith('| ') && !line.startsWith('| Open'))
		.map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | ?\|$/g, '')));

	test.each(rows)('says truly where this is kept: %s', (_open, _way, where) => {
		const [, name, file] = /`(\w+)` in \[[^\]]+\]\(\.\.\/\.\.\/([^)]+)\)/.exec(where) ?? [];
		expect(read(file)).toMatch(new RegExp(`(const|function) ${name}\\b`));
	});

	test('names switches that the emulator has', () => {
		const names = rows.flatMap((row) => (row[3] ?? '').match(/`\w+`/g) ?? []);
		const unknown = names.filter((name) => !(name.slice(1, -1) in SWITCHES));
		expect(unknown).toEqual([]);
	});
});

test.each([
	['one of 1 GiB', '1 GiB'],
	['one of 5 GiB', '5 GiB'],
	['three of 1 GiB at a time', '3 × 1 GiB'],
])('the page of sizing has the measured memory of %s', (files, measured) => {
	const figure = /** @type {RegExpExecArray} */ (
		new RegExp(`\\| ${files} \\| (\\d+ MiB) \\|`).exec(read('docs/self-hosting.md'))
	)[1];
	const row = read('docs/maintainers/benchmarks.md')
		.split('\n')
		.find((line) => line.startsWith(`| ${measured} | This node |`));
	expect(row).toContain(`| ${figure} |`);
});

test.each([
	[
		'the memory with older Node.js',
		/one file of 5 GiB takes (\d+ MiB)/,
		'| 5 GiB | This node, on Node.js before 22 |',
	],
	['the share of a link', /used ([\d.]+ %) of a 1 Gbit/, '| Share of a link of 1 Gbit/s |'],
	['the time for MD5', /spends ([\d.]+ %) of its time on the MD5/, '| MD5 |'],
])('the page of sizing has %s as it was measured', (_what, figure, beginning) => {
	const [, shown] = /** @type {RegExpExecArray} */ (figure.exec(read('docs/self-hosting.md')));
	const row = read('docs/maintainers/benchmarks.md')
		.split('\n')
		.find((line) => line.startsWith(beginning));
	expect(row).toContain(`| ${shown} |`);
});

const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { createError } = require('../../../nodes/Verbit/errors/createError');
const { MESSAGES } = require('../../../nodes/Verbit/errors/messages/catalogue');
const { SWITCHES } = require('../../emulator/switches');
const { checkout } = require('../../support/setup/paths');
const { COMMON, groupsOf } = require('../../tools/docs/errorsPage');
const { FOLDER, makePages } = require('../../tools/docs/pages');
const { TOOLS } = require('../../tools/tools');
const { filesIn, missingFiles, read } = require('../architecture/sources');

const load = (/** @type {string} */ source) => require(path.join(checkout, source));

test('the pages that `npm run docs` makes are there, as it makes them, and no others beside them', () => {
	const made = makePages(load);
	const isThere = (/** @type {string} */ file) => fs.existsSync(path.join(checkout, file));
	const other = [...made].filter(([file, text]) => !isThere(file) || read(file) !== text);
	expect(other.map(([file]) => `${file}: run \`npm run docs\``)).toEqual([]);
	expect(filesIn(FOLDER, '.md').filter((file) => !made.has(file))).toEqual([]);
});

test('the page of errors has each code once', () => {
	const codes = groupsOf(load).flatMap(([, entries]) => entries.map(([code]) => code));
	expect([...codes].sort()).toEqual(Object.keys(MESSAGES).sort());
});

test('the commonest errors are headings, worded as the screen words them', () => {
	const headings = [...read('docs/errors.md').matchAll(/^### (.*)\n`(\w+)`\./gm)];
	expect(headings.map(([, , code]) => code)).toEqual(Object.keys(COMMON));
	const differ = headings.filter(([, heading, code]) => {
		const get = (/** @type {object} */ known, /** @type {string} */ name) =>
			Reflect.get(known, name) ?? '…';
		const values = new Proxy(COMMON[code], { get, has: () => true });
		const { message } = createError(/** @type {any} */ (code), /** @type {any} */ (values)).details;
		return !message.toLowerCase().startsWith(heading.toLowerCase());
	});
	expect(differ.map(([line]) => line)).toEqual([]);
	const [, inReadme] = read('README.md').split(/## If something happens\n|\nAll messages/);
	const told = [...inReadme.matchAll(/^\| ([^|]*) \|/gm)].slice(1).map(([, message]) => message);
	const known = headings.map(([, heading]) => heading);
	expect(told.filter((message) => !known.includes(message))).toEqual(['n8n restarted']);
});

const pages = [
	...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'test/README.md'],
	...['docs', 'examples', 'test/emulator'].flatMap((folder) => filesIn(folder, '.md')),
];

test('every source that a page names is there', () => {
	const missing = pages.flatMap((page) => missingFiles(read(page)));
	// CONTRIBUTING.md adds them as examples.
	expect(missing.filter((file) => !/[/-](getErrors|cancelJob|cancel)\./.test(file))).toEqual([]);
});

test('no picture is left over', () => {
	const text = pages.map(read).join('');
	const pictures = fs.readdirSync(path.join(checkout, 'docs/images'));
	expect(pictures.filter((name) => !text.includes(`images/${name})`))).toEqual([]);
});

test('every command that a page names is there, or says of which commit it is', () => {
	const { scripts } = JSON.parse(read('package.json'));
	const missing = [...pages, ...filesIn('.github', '.yml')].flatMap((page) => {
		const commands = read(page).matchAll(
			/\b(?:npm run|script:|- run) ([\w:]+)(?: -- ([\w-]+))?(?![\w:]|`? of (that commit|[0-9a-f]{7}))/g,
		);
		return [...commands]
			.filter(([, name, tool = 'figures']) => !(name === 'tool' ? tool in TOOLS : name in scripts))
			.map(([command]) => [page, command]);
	});
	expect(missing).toEqual([]);
});

test('the page of assumptions says truly where each is kept, and names switches that the emulator has', () => {
	const page = read('docs/maintainers/assumptions.md');
	const places = [...page.matchAll(/`(\w+)` in \[[^\]]+\]\(\.\.\/\.\.\/([^)]+)\)/g)];
	const rows = page.match(/^\| [a-z].*$/gm) ?? [];
	expect(rows.filter((row) => !places.some(([place]) => row.includes(place)))).toEqual([]);
	const gone = places.filter(
		([, name, file]) => !new RegExp(`(const|function) ${name}\\b`).test(read(file)),
	);
	expect(gone.map(([place]) => place)).toEqual([]);
	const lastCells = rows.map((row) => row.split(' | ').at(-1)).join();
	const switches = lastCells.match(/\w+(?=`)/g) ?? [];
	expect(switches.filter((name) => !(name in SWITCHES))).toEqual([]);
});

describe('the compose.yaml for admins', () => {
	const page = 'docs/self-hosting.md';
	const [, compose = ''] = /```yaml\n(.*?)```/s.exec(read(page)) ?? [];

	test('is YAML', () => {
		const prettier = path.join(checkout, 'node_modules/prettier/bin/prettier.cjs');
		const command = [prettier, '--parser', 'yaml'];
		const { stdout, stderr } = spawnSync(process.execPath, command, { input: compose });
		expect([String(stdout), String(stderr)]).toEqual([compose, '']);
	});

	test("sets variables of the page's table, to values that the table has", () => {
		const set = [...compose.matchAll(/^ {6}([A-Z\d_]+): ([^ \n]+)/gm)];
		const unknown = set.filter(([, name, value]) => {
			const row = read(page)
				.split('\n')
				.find((line) => line.startsWith(`| \`${name}\``));
			return !row?.includes(`\`${value.replaceAll("'", '')}\``);
		});
		expect(unknown.map(([line]) => line)).toEqual([]);
		expect(set.length).toBeGreaterThan(3);
	});
});

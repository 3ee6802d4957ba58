const { spawnSync } = require('node:child_process');
const path = require('node:path');
const { checkout } = require('../../support/setup/paths');
const { read } = require('../architecture/sources');

/** The first block of a language below a heading, or at the beginning. @param {string} page @param {string} language @param {string} [heading] */
function blockOf(page, language, heading = '') {
	const below = read(page).split(heading)[1] ?? '';
	return new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(below)?.[1] ?? '';
}

test('whoever has no account finds the demo and the tests in one block of the README, as they are run', () => {
	const block = blockOf('README.md', 'sh', '## Try it without an account');
	const commands = block.split('\n').map((line) => line.replace(/ +#.*/, ''));
	expect(commands[0]).toMatch(/^git clone \S+ && cd n8n-nodes-verbit$/);
	expect(commands.slice(1)).toEqual(['npm run demo', 'npm test', '']);
	expect(Object.keys(JSON.parse(read('package.json')).scripts)).toEqual(
		expect.arrayContaining(['demo', 'test']),
	);
});

describe('the compose.yaml for admins', () => {
	const page = 'docs/self-hosting.md';
	const compose = blockOf(page, 'yaml', '## ');

	test('is YAML of fifteen lines', () => {
		const prettier = path.join(checkout, 'node_modules/prettier/bin/prettier.cjs');
		const given = /** @type {const} */ ({ input: compose, encoding: 'utf8' });
		const read = [prettier, '--parser', 'yaml'];
		const { status, stderr } = spawnSync(process.execPath, read, given);
		expect([status, stderr]).toEqual([0, '']);
		expect(compose.trim().split('\n')).toHaveLength(15);
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

const { spawnSync } = require('node:child_process');
const path = require('node:path');
const { checkout } = require('../../support/setup/paths');
const { read } = require('../architecture/sources');

describe('the compose.yaml for admins', () => {
	const page = 'docs/self-hosting.md';
	const [, compose = ''] = /```yaml\n(.*?)```/s.exec(read(page)) ?? [];

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

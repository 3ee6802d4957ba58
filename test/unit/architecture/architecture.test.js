const fs = require('node:fs');
const path = require('node:path');
const { checkout } = require('../../support/setup/paths');
const { importsOf, productFiles, read } = require('./imports');

/** From the top down. A room imports from its own row and from the rows below it. */
const ROWS = [
	['nodes/Verbit', 'nodes/VerbitTrigger'],
	['nodes/Verbit/actions'],
	['nodes/Verbit/run'],
	['nodes/Verbit/parameters'],
	['nodes/Verbit/upload', 'nodes/Verbit/download', 'nodes/Verbit/wait'],
	['nodes/Verbit/api'],
	['credentials'],
	['nodes/Verbit/http'],
	['nodes/Verbit/errors'],
];

const files = productFiles();
const imports = importsOf(files);

/** The room of a file: the longest that its path begins with. @param {string} file */
const roomOf = (file) =>
	ROWS.flat()
		.filter((room) => file.startsWith(`${room}/`))
		.sort((a, b) => b.length - a.length)[0];

/** @param {string} file */
const rowOf = (file) => ROWS.findIndex((row) => row.includes(roomOf(file)));

/** @param {string} file */
const importsFrom = (file) => imports.filter(({ from }) => from === file).map(({ to }) => to);

/** Imports that go round, as paths. */
function cycles() {
	/** @type {string[]} */
	const found = [];
	/** @type {Set<string>} */
	const done = new Set();
	/** @type {(file: string, trail: string[]) => void} */
	const walk = (file, trail) => {
		if (trail.includes(file)) {
			found.push([...trail.slice(trail.indexOf(file)), file].join(' -> '));
			return;
		}
		if (done.has(file)) return;
		for (const next of importsFrom(file)) walk(next, [...trail, file]);
		done.add(file);
	};
	files.forEach((file) => walk(file, []));
	return found;
}

test('no file imports from a room above its own', () => {
	const upward = imports.filter(({ from, to }) => rowOf(to) < rowOf(from));
	expect(upward.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

test('no imports go round', () => {
	expect(imports.length).toBeGreaterThan(files.length);
	expect(cycles()).toEqual([]);
});

/** @param {string} room @returns {number} lines, of a room with all below it that is no room of its own */
const linesOf = (room) =>
	files
		.filter((file) => roomOf(file) === room)
		.reduce((sum, file) => sum + read(file).split('\n').length, 0);

test('no room holds more than a fifth of the code', () => {
	const sizes = ROWS.flat().map((room) => ({ room, lines: linesOf(room) }));
	const total = sizes.reduce((sum, { lines }) => sum + lines, 0);
	expect(total).toBeGreaterThan(5000);
	expect(sizes.filter(({ lines }) => lines > total / 5)).toEqual([]);
});

/** One that only holds a type or a line belongs beside what it serves. */
test('the code is in few files, of more than a handful of lines each', () => {
	expect(files.length).toBeLessThan(118);
	expect(files.filter((file) => read(file).split('\n').length < 12)).toEqual([]);
});

describe('docs/architecture.md', () => {
	const page = read('docs/architecture.md');
	const [, drawing] = /```mermaid\n(.*?)```/s.exec(page) ?? [];

	/** The drawing's short names of rooms. */
	const rooms = new Map(
		[...drawing.matchAll(/(\w+)\[(.+?)\]/g)].map(([, name, room]) => [name, room]),
	);

	test('draws every room', () => {
		expect([...rooms.values()].sort()).toEqual(ROWS.flat().sort());
	});

	test('draws arrows that are there, none of them upward', () => {
		const arrows = [...drawing.matchAll(/(\w+)(?:\[.+?\])? --> (\w+)/g)].map(([, from, to]) => [
			rooms.get(from),
			rooms.get(to),
		]);
		expect(arrows.length).toBeGreaterThan(ROWS.length);
		const missing = arrows.filter(
			([from, to]) => !imports.some((one) => roomOf(one.from) === from && roomOf(one.to) === to),
		);
		expect(missing).toEqual([]);
	});

	test('names functions that are there on the way to a request', () => {
		const rows = [...page.matchAll(/^\| \d+ \|(.+)\|$/gm)].map(([, cells]) =>
			cells.split('|').map((cell) => cell.trim().replaceAll('`', '')),
		);
		const source = files.map(read).join('\n');
		const isThere = (/** @type {string} */ name) => {
			const [owner, method] = name.includes('.') ? name.split('.') : ['', name];
			const ofOwner = owner === '' || new RegExp(`(class|interface) ${owner}\\b`).test(source);
			return ofOwner && new RegExp(`^\\s*[\\w ]*\\b${method}(<.*>)?[(:]`, 'm').test(source);
		};
		const missing = rows.flat().filter((name) => name !== '' && !isThere(name));
		expect(missing).toEqual([]);
		const lengths = [0, 1, 2].map((column) => rows.filter((row) => row[column] !== '').length);
		expect(lengths).toEqual([9, 10, 11]);
	});

	const walks = page
		.split(/^### /m)
		.slice(1)
		.map((part) => ({
			title: part.split('\n')[0],
			steps: [...part.matchAll(/`((?:nodes|credentials)\/[^`]+\.ts)`/g)].map(([, file]) => file),
		}));

	test('has four walks', () => {
		expect(walks).toHaveLength(4);
	});

	test.each(walks)('walks "$title" through files that belong together', ({ steps }) => {
		expect(steps.filter((file) => !files.includes(file))).toEqual([]);
		const apart = steps.filter(
			(file) =>
				!steps.some(
					(other) => importsFrom(other).includes(file) || importsFrom(file).includes(other),
				),
		);
		expect({ steps: steps.length > 3, apart }).toEqual({ steps: true, apart: [] });
	});
});

test('docs/n8n-facts.md names files that are there', () => {
	const named = [...read('docs/n8n-facts.md').matchAll(/`((?:nodes|credentials|test)\/[^`]+)`/g)];
	expect(named.length).toBeGreaterThan(40);
	const missing = named
		.map(([, file]) => file)
		.filter((file) => !fs.existsSync(path.join(checkout, file)));
	expect(missing).toEqual([]);
});

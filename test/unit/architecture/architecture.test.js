const fs = require('node:fs');
const path = require('node:path');
const { checkout } = require('../../support/setup/paths');
const { functionsOf } = require('./functions');
const { filesIn, importsOf, productFiles, read } = require('./imports');

/** @typedef {import('./functions').FunctionOfCode} FunctionOfCode */

/** From the top down. A room imports from its own row and from the rows below it. */
const ROWS = [
	['nodes/Verbit', 'nodes/VerbitTrigger'],
	['nodes/Verbit/actions'],
	['nodes/Verbit/run'],
	['nodes/Verbit/parameters'],
	['nodes/Verbit/download', 'nodes/Verbit/wait'],
	['nodes/Verbit/upload'],
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

/** Beside a product of 13,000 lines: what nobody needs any more goes before something new comes. */
test('the tools and the emulator have at most 9,000 lines', () => {
	const lines = ['test/tools', 'test/emulator']
		.flatMap((folder) => filesIn(folder, '.js'))
		.filter((file) => !file.endsWith('.test.js'))
		.reduce((sum, file) => sum + read(file).split('\n').length - 1, 0);
	expect(lines).toBeGreaterThan(5000);
	expect(lines).toBeLessThanOrEqual(9000);
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

	/** From room to room, as drawn. */
	const arrows = [...drawing.matchAll(/(\w+)(?:\[.+?\])? --> (\w+)/g)].map(([, from, to]) => [
		rooms.get(from),
		rooms.get(to),
	]);

	/** The rooms that the arrows lead to from a room, over others too. @param {string} room */
	function roomsBelow(room) {
		/** @type {Set<string | undefined>} */
		const below = new Set([room]);
		// A set grows while it is walked.
		for (const at of below) for (const [from, to] of arrows) if (from === at) below.add(to);
		return below;
	}

	test('draws arrows that are there, none of them upward', () => {
		expect(arrows.length).toBeGreaterThan(ROWS.length);
		const missing = arrows.filter(
			([from, to]) => !imports.some((one) => roomOf(one.from) === from && roomOf(one.to) === to),
		);
		expect(missing).toEqual([]);
	});

	test('draws a way for every import', () => {
		const undrawn = imports.filter(({ from, to }) => !roomsBelow(roomOf(from)).has(roomOf(to)));
		expect(undrawn.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
	});

	describe('on the way to a request', () => {
		const functions = functionsOf(files);
		const table = [...page.matchAll(/^\|(.+)\|$/gm)]
			.map(([, cells]) => cells.split('|').map((cell) => cell.trim().replaceAll('`', '')))
			.filter(([first]) => /^\d*$/.test(first));
		const [titles, ...rows] = table;
		const ways = titles.slice(1).map((title, at) => ({
			title,
			way: rows.map((row) => row[at + 1]).filter((name) => name !== ''),
		}));

		/** Those of a name in the table, e.g. all that are an operation's `run`. @param {string} name */
		const named = (name) => {
			const [method, owner = ''] = name.split('.').reverse();
			return functions.filter((one) => one.name === method && one.owner === owner);
		};

		/** What a function calls, and what the functions of its class that it calls do. @param {FunctionOfCode} one */
		const allCalls = (one) =>
			functions
				.filter(({ owner, name }) => owner !== '' && owner === one.owner && one.calls.has(name))
				.concat(one)
				.flatMap(({ calls }) => [...calls]);

		/**
		 * Whether a function calls the next one: by its name, or as a value that an earlier one on the way has passed down.
		 * @param {string[]} way @param {number} at
		 */
		function callsNext(way, at) {
			const next = /** @type {string} */ (way[at + 1].split('.').pop());
			const candidates = named(way[at]);
			if (candidates.some(({ callsItself }) => callsItself.has(next))) return true;
			const callsWhatItGets = candidates.some(({ parameters, calls }) =>
				parameters.some((parameter) => calls.has(parameter)),
			);
			return callsWhatItGets && way.slice(0, at).flatMap(named).flatMap(allCalls).includes(next);
		}

		test('the functions are as many as the page says', () => {
			expect(ways.map(({ way }) => way.length)).toEqual([9, 10, 11, 12, 13]);
		});

		test.each(ways)('$title: each function is there and calls the next one', ({ way }) => {
			expect(way.filter((name) => named(name).length === 0)).toEqual([]);
			const broken = way.slice(0, -1).filter((_, at) => !callsNext(way, at));
			expect(broken).toEqual([]);
		});
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

describe('docs/n8n-facts.md', () => {
	const page = read('docs/n8n-facts.md');
	const [header, , ...facts] = [...page.matchAll(/^\|(.+)\|$/gm)].map(([, cells]) =>
		cells.split('|').map((cell) => cell.trim()),
	);

	/** What a text names that isn't there. @param {string} text @param {string} folders */
	const missingIn = (text, folders) =>
		[...text.matchAll(new RegExp(`\`((?:${folders})/[^\`]+)\``, 'g'))]
			.map(([, file]) => file)
			.filter((file) => !fs.existsSync(path.join(checkout, file)));

	test('has a table of facts', () => {
		expect(header).toEqual(['Fact', 'Where it was seen', 'What relies on it', 'Test']);
		expect(facts.length).toBeGreaterThan(30);
	});

	test('names files that are there', () => {
		expect(missingIn(page, 'nodes|credentials|test')).toEqual([]);
	});

	test.each(facts.map((cells) => ({ fact: cells[0], cells })))('$fact', ({ cells }) => {
		expect(cells.map((cell) => cell !== '')).toEqual([true, true, true, true]);
		const [, seen, code, noticedBy] = cells;
		// A package, with the file in it.
		expect(seen).toMatch(/^[\w@`].*`[\w./-]+\.(js|cjs|json)`/);
		expect(code).toMatch(/`(nodes|credentials|test)\/[\w/.]+\.(ts|js)`/);
		expect(noticedBy).toMatch(/^(`test\/[\w/]+\.test\.js`(, )?)+$|^none: .{10}/);
	});
});

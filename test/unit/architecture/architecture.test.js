const fs = require('node:fs');
const path = require('node:path');
const { checkout } = require('../../support/setup/paths');
const { importsOf, productFiles, read } = require('./imports');

/** From the top down. A folder imports from its own layer and from the layers below it. */
const LAYERS = [
	['nodes/Verbit', 'nodes/VerbitTrigger'],
	['nodes/Verbit/actions'],
	['nodes/Verbit/run'],
	['nodes/Verbit/parameters'],
	['nodes/Verbit/download', 'nodes/Verbit/wait'],
	['nodes/Verbit/upload'],
	['nodes/Verbit/api'],
	['credentials'],
	['nodes/Verbit/http'],
	['nodes/Verbit/n8n'],
	['nodes/Verbit/errors'],
];

const files = productFiles();
const imports = importsOf(files);

/** The longest folder that a file's path begins with. @param {string} file */
const folderOf = (file) =>
	LAYERS.flat()
		.filter((folder) => file.startsWith(`${folder}/`))
		.sort((a, b) => b.length - a.length)[0];

/** @param {string} file */
const layerOf = (file) => LAYERS.findIndex((folders) => folders.includes(folderOf(file)));

/** @param {string} code */
const withoutComments = (code) => code.replace(/\/\*.*?\*\//gs, '').replace(/^\s*\/\/.*$/gm, '');

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

test('no file imports from a layer above its own', () => {
	const upward = imports.filter(({ from, to }) => layerOf(to) < layerOf(from));
	expect(upward.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

test('no imports go round', () => {
	expect(imports.length).toBeGreaterThan(files.length);
	expect(cycles()).toEqual([]);
});

/**
 * Signs of code that reads or changes what n8n doesn't publish: its stack and run data, an object's hidden fields or
 * class, a cast of a context, a node's ID that is swapped, conditions of the editor that are not documented.
 */
const PRIVATE_STATE =
	/\brunExecutionData\b|\bgetExecuteData\b|\bnodeExecutionStack\b|\bwaitTill\b|\bcontext as unknown as \{|\.constructor\b|\bnode\.id = |getNode\(\)\.id = |\bObject\.(?:create|defineProperty|setPrototypeOf)\(|'toJSON'|endsWith\('Tool'\)|'@tool'/;

test.each([
	['const { runExecutionData } = context;', true],
	['const { node } = this.context as unknown as { node: INode };', true],
	['context.getNode().id = id;', true],
	['stream.constructor.from(chunks)', true],
	['const { id } = context.getNode();', false],
	['const details = error as unknown as Details;', false],
])('%s leans on private state: %s', (code, expected) => {
	expect(PRIVATE_STATE.test(withoutComments(code))).toBe(expected);
});

test("only `nodes/Verbit/n8n` leans on n8n's private state, in at most 8 files that say on what", () => {
	const leaning = files.filter((file) => PRIVATE_STATE.test(withoutComments(read(file))));
	expect(leaning.length).toBeGreaterThan(3);
	expect(leaning.filter((file) => folderOf(file) !== 'nodes/Verbit/n8n')).toEqual([]);
	const adapters = files.filter((file) => folderOf(file) === 'nodes/Verbit/n8n');
	expect(adapters.length).toBeLessThanOrEqual(8);
	expect(adapters.filter((file) => !/^\/\*\*.*?Relied on.*?\*\//s.test(read(file)))).toEqual([]);
});

describe('docs/maintainers/architecture.md', () => {
	const page = read('docs/maintainers/architecture.md');

	test('lists every folder, in the order of the layers', () => {
		const folders = [...page.matchAll(/^\|[^|]*\| `([\w/]+)` \|/gm)].map(([, folder]) => folder);
		expect(folders).toEqual(LAYERS.flat());
	});

	test('names files that are there', () => {
		const named = [...page.matchAll(/`((?:nodes|credentials|test)\/[^`]+\.(?:ts|js))`/g)];
		expect(named.length).toBeGreaterThan(15);
		expect(missingIn(page, 'nodes|credentials|test')).toEqual([]);
	});
});

/** What a text names that isn't there. @param {string} text @param {string} folders */
const missingIn = (text, folders) =>
	[...text.matchAll(new RegExp(`\`((?:${folders})/[^\`]+)\``, 'g'))]
		.map(([, file]) => file)
		.filter((file) => !fs.existsSync(path.join(checkout, file)));

describe('docs/maintainers/n8n-facts.md', () => {
	const page = read('docs/maintainers/n8n-facts.md');
	const [header, , ...facts] = [...page.matchAll(/^\|(.+)\|$/gm)].map(([, cells]) =>
		cells.split('|').map((cell) => cell.trim()),
	);

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

/** Each example is ready to be handed in to n8n's template library: title, description, notes and layout. */
const fs = require('node:fs');
const path = require('node:path');
const { checkout } = require('../../support/setup/paths');
const contract = require('../contract/contract');

const FOLDER = path.join(checkout, 'examples');
const TEMPLATES = path.join(FOLDER, 'templates');

/** As the template library asks for them. */
const SECTIONS = [
	"Who it's for",
	'How it works',
	'How to set up',
	'Requirements',
	'How to customize',
];

/** What the library asks for at least, in words. */
const SHORTEST = 100;

/** What a list of results shows of a title. */
const LONGEST_TITLE = 80;

/** Other nodes that a description may name. */
const OTHER_NODES = ['Verbit Trigger', 'Send Email'];

/** In px, as n8n's canvas draws them. */
const NODE = { width: 96, height: 96 };
const NODE_WITH_PARTS = { width: 256, height: 96 };
const PART = { width: 80, height: 80 };

/** Of a name below its node, in px. */
const NAME_HEIGHT = 24;

/** @param {string} folder @param {string} ending */
const namesIn = (folder, ending) =>
	fs
		.readdirSync(folder)
		.filter((name) => name.endsWith(ending))
		.map((name) => name.slice(0, -ending.length))
		.sort();

const examples = namesIn(FOLDER, '.json');

/** @param {string} name @returns {import('../../support/n8n/workflow').Workflow} */
const workflowOf = (name) => JSON.parse(fs.readFileSync(path.join(FOLDER, `${name}.json`), 'utf8'));

/** @param {{ type: string }} node */
const isNote = ({ type }) => type === 'n8n-nodes-base.stickyNote';

/** Where each node lies. @param {string} name */
function boxesOf(name) {
	const { nodes, connections } = workflowOf(name);
	/** @type {Set<string>} */
	const aiTargets = new Set();
	/** @type {Set<string>} */
	const aiSources = new Set();
	for (const [source, outputs] of Object.entries(connections)) {
		for (const [type, targets] of Object.entries(outputs)) {
			if (!type.startsWith('ai_')) continue;
			aiSources.add(source);
			for (const { node } of targets.flat()) aiTargets.add(node);
		}
	}
	return nodes.map((node) => {
		const [left, top] = node.position;
		const { width, height } = isNote(node)
			? /** @type {any} */ (node.parameters)
			: aiSources.has(node.name)
				? PART
				: aiTargets.has(node.name)
					? NODE_WITH_PARTS
					: NODE;
		const bottom = top + height + (isNote(node) ? 0 : NAME_HEIGHT);
		return { name: node.name, isNote: isNote(node), left, top, right: left + width, bottom };
	});
}

test('every example has a title and a description, and nothing else has', () => {
	expect(namesIn(TEMPLATES, '.md')).toEqual(examples);
});

test('no two templates have the same title', () => {
	const titles = examples.map((name) => read(name).title);
	expect(new Set(titles).size).toBe(titles.length);
});

/** @param {string} name */
function read(name) {
	const text = fs.readFileSync(path.join(TEMPLATES, `${name}.md`), 'utf8');
	const [, title = '', ...body] = text.split(/^# (.*)$/m);
	return { text, title, body: body.join('') };
}

describe.each(examples)('%s', (name) => {
	test('has a title that names Verbit', () => {
		const { title } = read(name);
		expect(title).toContain('Verbit');
		expect(title.length).toBeLessThanOrEqual(LONGEST_TITLE);
	});

	test('has a description with all sections of the library', () => {
		const { body } = read(name);
		const sections = [...body.matchAll(/^## (.*)$/gm)].map(([, section]) => section);
		expect(sections).toEqual(SECTIONS);
		for (const section of body.split(/^## .*$/m)) expect(section.trim()).not.toBe('');
		expect(body.split(/\s+/).length).toBeGreaterThan(SHORTEST);
	});

	test('describes nodes that there are, each under its name', () => {
		const { nodes } = workflowOf(name);
		const operations = Object.values(contract.operations).map(({ displayName }) => displayName);
		const known = [...nodes.map((node) => node.name), ...operations, ...OTHER_NODES];
		const named = [...read(name).body.matchAll(/\*\*(.+?)\*\*/g)].map(([, node]) => node);
		expect(named.filter((node) => !known.includes(node))).toEqual([]);
	});

	test('has its note at the top, and no node lies on another', () => {
		const boxes = boxesOf(name);
		const tops = boxes.map(({ top }) => top);
		expect(boxes.filter((box) => box.isNote).map(({ top }) => top)).toEqual([Math.min(...tops)]);
		const overlapping = boxes.flatMap((box, index) =>
			boxes
				.slice(index + 1)
				.filter(
					(other) =>
						box.left < other.right &&
						other.left < box.right &&
						box.top < other.bottom &&
						other.top < box.bottom,
				)
				.map((other) => `${box.name} and ${other.name}`),
		);
		expect(overlapping).toEqual([]);
	});
});

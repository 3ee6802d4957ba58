/** Each example is ready to be handed in to n8n's template library: title, description and note. */
const { filesIn, read } = require('../architecture/sources');
const contract = require('../contract/contract');

/** Other nodes that a description may name. */
const OTHER_NODES = ['Verbit Trigger', 'Send Email'];

const operations = Object.values(contract.operations).map(({ displayName }) => displayName);

const examples = filesIn('examples', '.json').map((file) => {
	/** @type {import('../../support/n8n/workflow').Workflow} */
	const { nodes } = JSON.parse(read(file));
	const page = read(file.replace('examples/', 'examples/templates/').replace('.json', '.md'));
	return { file, nodes, page, title: /^# (.*)$/m.exec(page)?.[1] ?? '' };
});

const isNote = (/** @type {{ type: string }} */ { type }) => type.endsWith('.stickyNote');

test('every example has a title of its own that names Verbit, and a note', () => {
	const titles = examples.map(({ title }) => title);
	expect(titles.filter((title) => !title.includes('Verbit'))).toEqual([]);
	expect(new Set(titles).size).toBe(filesIn('examples/templates', '.md').length);
	const bare = examples.filter(({ nodes }) => nodes.filter(isNote).length !== 1);
	expect(bare.map(({ file }) => file)).toEqual([]);
});

test('every description and note names nodes and operations that there are', () => {
	const unknown = examples.flatMap(({ file, nodes, page }) => {
		const known = [...nodes.map(({ name }) => name), ...operations, ...OTHER_NODES];
		const notes = nodes.filter(isNote).map(({ parameters }) => String(parameters?.content));
		const named = [...[page, ...notes].join('\n').matchAll(/\*\*(.+?)\*\*/g)].map(
			([, name]) => name,
		);
		return named.filter((name) => !known.includes(name)).map((name) => `${file}: ${name}`);
	});
	expect(unknown).toEqual([]);
});

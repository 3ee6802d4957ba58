const fs = require('node:fs');
const path = require('node:path');
const { useLinkServer } = require('../engine/linkServer');
const { standard, useSharedN8n } = require('./world');

const FOLDER = path.join(__dirname, '../../examples');

/** Where the examples read and write files: the folder that n8n 2 allows by default, in Docker. */
const DOCKER_HOME = '/home/node';

/**
 * @typedef {import('../support/n8n/restClient').Execution} Execution
 * @typedef {import('../support/n8n/workflow').Workflow} Workflow
 * @typedef {Partial<import('../support/n8n/workflow').WorkflowNode>} NodeChange its parameters go over those that the node has, or replace them where it changes the type
 *
 * @typedef {object} Change what a test puts in place of what only a user has
 * @property {Record<string, NodeChange>} [nodes]
 * @property {Record<string, import('n8n-workflow').IDataObject[]>} [pinned] what nodes of a service outside put out
 */

const exampleFiles = () => fs.readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

/** As a user imports it. @param {string} fileName @returns {Workflow} */
const readExample = (fileName) => JSON.parse(fs.readFileSync(path.join(FOLDER, fileName), 'utf8'));

/**
 * An example as a user has it after choosing the credential and the profile, and filling in names of their own. The nodes of this
 * package and all connections stay as they are.
 * @param {string} fileName @param {{ id: string, name: string }} credential @param {Change & { home?: string }} [change] `home` of n8n's user @returns {Workflow}
 */
function prepareExample(
	fileName,
	{ id, name },
	{ nodes: changes = {}, pinned = {}, home = DOCKER_HOME } = {},
) {
	const written = JSON.stringify(readExample(fileName));
	/** @type {Workflow} */
	const example = JSON.parse(written.replaceAll(DOCKER_HOME, home));
	const known = example.nodes.map((node) => node.name);
	for (const changed of [changes, pinned].flatMap(Object.keys))
		if (!known.includes(changed)) throw new Error(`${fileName} has no node "${changed}"`);
	const nodes = example.nodes.map((node) => {
		const { parameters, ...change } = changes[node.name] ?? {};
		return {
			...node,
			...(isOfThisPackage(node) && { credentials: { verbitApi: { id, name } } }),
			...change,
			name: node.name,
			parameters: {
				...(change.type === undefined && node.parameters),
				...(node.parameters?.profile !== undefined && { profile: standard }),
				...parameters,
			},
		};
	});
	const pinData = Object.fromEntries(
		Object.entries(pinned).map(([node, items]) => [node, items.map((json) => ({ json }))]),
	);
	return { ...example, nodes, pinData };
}

/** @param {{ type: string }} node */
const isOfThisPackage = ({ type }) => type.startsWith('n8n-nodes-verbit.');

/** All that a node has put out, however often it was run. @param {Execution} execution @param {string} node */
const outputsOf = ({ data }, node) =>
	(data.resultData.runData[node] ?? []).flatMap((run) =>
		(run.data?.main[0] ?? []).map(({ json }) => json),
	);

/** What a report says, whichever step it is of. @param {Execution} execution */
const reportsOf = (execution) =>
	outputsOf(execution, 'Report')
		.map(({ text }) => String(text))
		.sort();

/** As n8n names the trigger that its button starts. */
const CLICK = 'When clicking ‘Execute workflow’';

/** @param {Execution} execution */
const problemOf = ({ data }) => data.resultData.error?.message;

/** An n8n with its own defaults for the examples of one test file, and a host for what is outside. */
function useExamples() {
	const world = useSharedN8n();
	const links = useLinkServer();

	/** A path in the only folder that n8n may read and write. @param {string[]} names */
	const inFiles = (...names) => path.join(world.files, ...names);

	const count = (/** @type {string} */ operation) => world.emulator.journal.count({ operation });

	/** @param {string} fileName @param {string} trigger that `run` starts, as the editor does @param {Change} [change] */
	async function importExample(fileName, trigger, change) {
		const { client } = world.n8n;
		const home = world.n8n.userFolder;
		const example = prepareExample(fileName, world.credential, { ...change, home });
		const created = await client.createWorkflow(example);
		const begin = async () => await client.runWorkflow(created.id, { trigger });
		/** To an end without an error. */
		const run = async () => {
			const execution = await client.waitForExecution(await begin());
			expect(problemOf(execution)).toBeUndefined();
			return execution;
		};
		return { created, begin, run };
	}

	/** The second run makes no job. @param {() => Promise<Execution>} run */
	async function twice(run) {
		const first = await run();
		const jobs = count('job_new');
		const second = await run();
		expect(count('job_new')).toBe(jobs);
		return { first, second, jobs };
	}

	return { world, links, inFiles, importExample, count, problemOf, twice };
}

module.exports = {
	CLICK,
	exampleFiles,
	isOfThisPackage,
	outputsOf,
	prepareExample,
	readExample,
	reportsOf,
	useExamples,
};

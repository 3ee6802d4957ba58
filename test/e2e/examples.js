const fs = require('node:fs');
const path = require('node:path');
const { useLinkServer } = require('../engine/linkServer');
const { filesOf } = require('./shared');
const { useSharedN8n } = require('./world');

const FOLDER = path.join(__dirname, '../../examples');

/** Where the examples read and write files: the folder that n8n 2 allows by default, in Docker. */
const DOCKER_HOME = '/home/node';

/**
 * @typedef {import('../support/n8n/workflow').Workflow & { pinData: Record<string, unknown[]> }} Example
 * @typedef {Pick<import('../support/n8n/workflow').WorkflowNode, 'type' | 'typeVersion' | 'parameters'>} Substitute
 *
 * @typedef {object} Change what a test puts in place of what only a user has
 * @property {Record<string, Record<string, unknown>>} [parameters] of nodes, over those that they have
 * @property {Record<string, Substitute>} [instead] nodes that stand in for those of a service outside
 * @property {Record<string, import('n8n-workflow').IDataObject[]>} [pinned] what nodes of a service outside put out
 * @property {Record<string, Record<string, { id: string, name: string }>>} [credentials] of nodes of other packages, by type
 * @property {string} [home] of n8n's user
 * @property {string} [profile] that the user chooses; none where it is empty
 */

const exampleFiles = () => fs.readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

/** As a user imports it. @param {string} fileName @returns {Example} */
const readExample = (fileName) => JSON.parse(fs.readFileSync(path.join(FOLDER, fileName), 'utf8'));

/**
 * An example as a user has it after choosing the credential and the profile, and filling in names of their own. The nodes of this
 * package and all connections stay as they are.
 * @param {string} fileName @param {{ id: string, name: string }} credential @param {Change} [change] @returns {Example}
 */
function prepareExample(
	fileName,
	{ id, name },
	{
		parameters = {},
		instead = {},
		pinned = {},
		credentials = {},
		home = DOCKER_HOME,
		profile = 'standard',
	} = {},
) {
	const written = JSON.stringify(readExample(fileName));
	/** @type {Example} */
	const example = JSON.parse(written.replaceAll(DOCKER_HOME, home));
	const known = example.nodes.map((node) => node.name);
	for (const changed of [parameters, instead, pinned, credentials].flatMap(Object.keys))
		if (!known.includes(changed)) throw new Error(`${fileName} has no node "${changed}"`);
	const chosen = { profile: { __rl: true, mode: 'name', value: profile } };
	const nodes = example.nodes.map((node) => ({
		...node,
		...instead[node.name],
		parameters: {
			...(instead[node.name]?.parameters ?? node.parameters),
			...(node.parameters?.profile !== undefined && profile && chosen),
			...parameters[node.name],
		},
		...(credentials[node.name] && { credentials: credentials[node.name] }),
		...(isOfThisPackage(node) && { credentials: { verbitApi: { id, name } } }),
	}));
	const pinData = Object.fromEntries(
		Object.entries(pinned).map(([node, items]) => [node, items.map((json) => ({ json }))]),
	);
	return { ...example, nodes, pinData };
}

/** @param {{ type: string }} node */
const isOfThisPackage = ({ type }) => type.startsWith('n8n-nodes-verbit.');

/** A request to a host of the test, in place of a storage outside. @param {string} url @param {boolean} [isFile] @returns {Substitute} */
const requestTo = (url, isFile) => ({
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		url: `=${url}`,
		options: isFile ? { response: { response: { responseFormat: 'file' } } } : {},
	},
});

/** @typedef {import('../support/n8n/restClient').Execution} Execution */

/** What a report says, whichever step it is of. @param {Execution} execution */
const reportsOf = ({ data }) =>
	(data.resultData.runData.Report ?? [])
		.flatMap((run) => run.data?.main[0] ?? [])
		.map(({ json }) => String(json.text))
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
	const inFiles = (...names) => path.join(filesOf(world.n8n), ...names);

	const count = (/** @type {string} */ operation) => world.emulator.journal.count({ operation });

	/** @param {string} fileName @param {string} trigger that `run` starts, as the editor does @param {Change} [change] */
	async function importExample(fileName, trigger, change) {
		const { client } = world.n8n;
		const home = world.n8n.userFolder;
		const example = prepareExample(fileName, world.credential, { home, ...change });
		const created = await client.createWorkflow(example);
		const begin = async () => await client.runWorkflow(created.id, { trigger });
		return { created, begin, run: async () => await client.waitForExecution(await begin()) };
	}

	/** The second run makes no job. @param {() => Promise<Execution>} run */
	async function twice(run) {
		const first = await run();
		expect(problemOf(first)).toBeUndefined();
		const jobs = count('job_new');
		const second = await run();
		expect(problemOf(second)).toBeUndefined();
		expect(count('job_new')).toBe(jobs);
		return { first, second, jobs };
	}

	return { world, links, inFiles, importExample, count, problemOf, twice };
}

module.exports = {
	CLICK,
	exampleFiles,
	isOfThisPackage,
	prepareExample,
	readExample,
	reportsOf,
	requestTo,
	useExamples,
};

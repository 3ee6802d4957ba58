/** The node beside n8n's own: in a loop, which ends when the node outputs no item, and with what Remove Duplicates keeps. */
const { ProcessedData } = require('../engine/processedData');
const { itemsOf } = require('../support/n8n/executionData');
const { manualTrigger, ownNode, workflow } = require('../support/n8n/workflow');
const { standard, useN8n } = require('./world');

const world = useN8n();

/** Makes a workflow that is run again and again, each time with other nodes under the same ids. */
function createRunner() {
	/** @type {any} */
	let created;
	return async (/** @type {import('../support/n8n/workflow').Workflow} */ flow) => {
		const { client } = world.n8n;
		created ??= await client.createWorkflow(flow);
		const nodes = flow.nodes.map((node, index) => ({ ...node, id: created.nodes[index].id }));
		await client.updateWorkflow(created, { nodes });
		return await client.waitForExecution(await client.runWorkflow(created.id));
	};
}

/** A node that puts out an item for each value. @param {string} field @param {unknown[]} values */
const items = (field, values) => [
	manualTrigger(),
	ownNode('Values', 'set', 3.4, { mode: 'raw', jsonOutput: JSON.stringify({ [field]: values }) }),
	ownNode('Split', 'splitOut', 1, { fieldToSplitOut: field, options: {} }),
];

/** One recording after the other, or more, goes through a Verbit node and back to the loop. @param {string[]} names @param {string} operation @param {object} settings */
function loopOver(names, operation, settings, batchSize = 1) {
	const parameters = {
		profile: standard,
		mediaSource: 'url',
		mediaUrl: '=https://media.example.com/{{ $json.name }}.mp4',
		externalId: '={{ $json.name }}',
		ifExternalIdUsed: 'skip',
		...(operation === 'recording:transcribe' && { options: { finishIn: 0 } }),
	};
	const flow = workflow(`Loop with ${operation}`, [
		...items('name', names),
		ownNode('Loop', 'splitInBatches', 3, { batchSize, options: {} }),
		{ ...world.verbit('Verbit', operation, parameters), ...settings },
	]);
	const to = (/** @type {string} */ node) => ({ node, type: 'main', index: 0 });
	flow.connections.Loop = { main: [[], [to('Verbit')]] };
	flow.connections.Verbit = { main: [[to('Loop')]] };
	return flow;
}

test.each([
	['recording:submit', {}],
	['recording:submit', { onError: 'continueErrorOutput' }],
	['recording:transcribe', {}],
])(
	'%s goes on in a loop after recordings that are skipped, with settings %j',
	async (operation, settings) => {
		const [one, two, three, four] = [1, 2, 3, 4].map(
			(n) => `${operation}${Object.keys(settings)}-${n}`,
		);
		const run = createRunner();
		await run(loopOver([one, two], operation, settings));
		world.emulator.journal.clear();
		const { data, status } = await run(loopOver([one, two, three, four], operation, settings));
		expect(status).toBe('success');
		expect(world.emulator.journal.count({ operation: 'job_new' })).toBe(2);
		const skipped = [one, two].map((name) => ({
			json: { external_id: name, skipped: true },
			pairedItem: { item: 0 },
		}));
		const submitted = { json: { job_id: expect.any(Number) } };
		expect(itemsOf(data, 'Loop')).toMatchObject([...skipped, submitted, submitted]);
	},
);

test('a batch in a loop outputs all that it skips, also beside a recording that fails', async () => {
	const names = ['batch-1', 'batch-2'];
	const run = createRunner();
	await run(loopOver(names, 'recording:submit', {}));
	const failing = 'no URL';
	const settings = { onError: 'continueRegularOutput' };
	const all = [...names, failing, ...names, 'batch-3'];
	const { data } = await run(loopOver(all, 'recording:submit', settings, 3));
	const skipped = names.map((name) => ({ json: { external_id: name, skipped: true } }));
	const failed = { json: { error: expect.stringContaining("'Media URL'") } };
	const submitted = { json: { job_id: expect.any(Number) } };
	expect(itemsOf(data, 'Loop')).toMatchObject([...skipped, failed, submitted]);
});

/** The copy of n8n's table of processed values that the engine's tests use, beside the table of a whole n8n. */
describe('both tables', () => {
	const place = { workflow: { id: 'workflow' }, node: { id: 'node' } };

	const bySeen = {
		logic: 'removeItemsWithAlreadySeenKeyValues',
		dedupeValue: '={{ $json.value }}',
	};
	const byNumber = {
		logic: 'removeItemsUpToStoredIncrementalKey',
		incrementalDedupeValue: '={{ $json.value }}',
	};
	const forget = { operation: 'clearDeduplicationHistory', mode: 'cleanDatabase' };

	/** With what executions of one node look for, one after the other; with nothing, what is known is forgotten. @type {Array<[string, string, object, Array<unknown[] | undefined>]>} */
	const CASES = [
		[
			'know the same values, and forget them at once',
			'entries',
			bySeen,
			[['a', 'b'], ['b', 'c'], ['a', 'c', 'a'], ['d', 'e', 'f'], ['d'], undefined, ['d', 'a']],
		],
		[
			'keep the largest number, and say of each whether it is larger',
			'latestIncrementalKey',
			byNumber,
			[[5, 7], [6], [7, 9, 8], [3, 10], [10]],
		],
	];

	test.each(CASES)('%s', async (_what, mode, parameters, steps) => {
		const run = createRunner();
		const table = new ProcessedData();
		for (const step of steps) {
			const node = ownNode('Remove Duplicates', 'removeDuplicates', 2, {
				operation: 'removeItemsSeenInPreviousExecutions',
				...(step ? parameters : forget),
				options: { scope: 'node' },
			});
			const { data } = await run(workflow('Values', [...items('value', step ?? ['x']), node]));
			if (step === undefined) {
				await table.clearAllProcessedItems('node', place);
				continue;
			}
			const values = itemsOf(data, 'Remove Duplicates').map(({ json }) => String(json.value));
			const asked = [...new Set(step.map(String))];
			const expected = await table.checkProcessedAndRecord(asked, 'node', place, { mode });
			expect([step, new Set(values)]).toEqual([step, new Set(expected.new)]);
		}
	});
});

/** The node beside n8n's own: in a loop, which ends when the node outputs no item, and with what Remove Duplicates keeps. */
const { ProcessedData } = require('../engine/processedData');
const { itemsOf } = require('../support/n8n/executionData');
const { manualTrigger, ownNode, workflow } = require('../support/n8n/workflow');
const { useN8n } = require('./world');

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

/** One recording after the other goes through a Verbit node and back to the loop. @param {string[]} names @param {string} operation @param {object} settings */
function loopOver(names, operation, settings) {
	const parameters = {
		profile: { __rl: true, mode: 'name', value: 'standard' },
		additionalFields: { externalId: '={{ $json.name }}', ifExternalIdUsed: 'skip' },
		...(operation !== 'job:create' && {
			mediaSource: 'url',
			mediaUrl: '=https://media.example.com/{{ $json.name }}.mp4',
		}),
		...(operation === 'recording:transcribe' && { options: { finishIn: 0 } }),
	};
	const flow = workflow(`Loop with ${operation}`, [
		...items('name', names),
		ownNode('Loop', 'splitInBatches', 3, { options: {} }),
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
	['job:create', {}],
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

/** The copy of n8n's table of processed values that the engine's tests use, beside the table of a whole n8n. */
describe('both tables', () => {
	const MAX_ENTRIES = 6;
	const place = { workflow: { id: 'workflow' }, node: { id: 'node' } };

	/** What executions of one node look for, one after the other; with nothing, what is known is forgotten. */
	const STEPS = [
		['a', 'b'],
		['b', 'c'],
		['a', 'c', 'a'],
		['d', 'e', 'f'],
		['d'],
		undefined,
		['d', 'a'],
	];

	/** What executions of another node look for, of which n8n keeps the largest number. */
	const NUMBERS = [[5, 7], [6], [7, 9, 8], [3, 10], [10]];

	/** @param {unknown[]} values @param {Record<string, unknown>} parameters */
	const removeDuplicates = (values, { options, ...parameters }) =>
		workflow('Processed values', [
			...items('value', values),
			ownNode('Remove Duplicates', 'removeDuplicates', 2, {
				operation: 'removeItemsSeenInPreviousExecutions',
				...parameters,
				options: { scope: 'node', .../** @type {object} */ (options) },
			}),
		]);

	test('know the same values, count them the same, and forget them at once', async () => {
		const run = createRunner();
		const table = new ProcessedData();
		const logic = 'removeItemsWithAlreadySeenKeyValues';
		const bySeen = { logic, dedupeValue: '={{ $json.value }}' };
		for (const step of STEPS) {
			if (step === undefined) {
				const operation = 'clearDeduplicationHistory';
				await run(removeDuplicates(['x'], { operation, mode: 'cleanDatabase' }));
				await table.clearAllProcessedItems('node', place);
				continue;
			}
			const options = { historySize: MAX_ENTRIES };
			const { data } = await run(removeDuplicates(step, { ...bySeen, options }));
			const isRefused = data.resultData.error !== undefined;
			const values = itemsOf(data, 'Remove Duplicates').map(({ json }) => json.value);
			// As n8n's node does it with the table.
			const known = await table.getProcessedDataCount('node', place);
			const limit = { maxEntries: MAX_ENTRIES };
			const expected =
				known + step.length > MAX_ENTRIES
					? 'refused'
					: (await table.checkProcessedAndRecord([...new Set(step)], 'node', place, limit)).new;
			expect([step, isRefused ? 'refused' : [...new Set(values)]]).toEqual([step, expected]);
		}
	});

	test('keep the largest number, and say of each whether it is larger', async () => {
		const run = createRunner();
		const table = new ProcessedData();
		const logic = 'removeItemsUpToStoredIncrementalKey';
		const byNumber = { logic, incrementalDedupeValue: '={{ $json.value }}' };
		for (const step of NUMBERS) {
			const { data } = await run(removeDuplicates(step, byNumber));
			const mode = { mode: 'latestIncrementalKey' };
			const expected = await table.checkProcessedAndRecord(step.map(String), 'node', place, mode);
			const values = itemsOf(data, 'Remove Duplicates').map(({ json }) => json.value);
			expect([step, new Set(values)]).toEqual([step, new Set(expected.new.map(Number))]);
		}
	});
});

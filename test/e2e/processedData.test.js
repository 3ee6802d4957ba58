/** The copy of n8n's table of processed values that the engine's tests use, beside the table of a whole n8n. */
const { ProcessedData } = require('../engine/processedData');
const { itemsOf } = require('../support/n8n/executionData');
const { manualTrigger, ownNode, workflow } = require('../support/n8n/workflow');
const { useN8n } = require('./world');

const world = useN8n();

const MAX_ENTRIES = 6;

/** What executions of one node look for, one after the other. */
const STEPS = [
	['a', 'b'],
	['b', 'c'],
	['a', 'c', 'a'],
	[],
	['d', 'e', 'f'],
	['d'],
	'clear',
	['d', 'a'],
];

/** What executions of another node look for, of which n8n keeps the largest number. */
const NUMBERS = [[5, 7], [6], [7, 9, 8], [3, 10], [10]];

/** @param {unknown} value @param {Record<string, unknown>} parameters */
const nodesOf = (value, parameters) => [
	manualTrigger(),
	ownNode('Values', 'set', 3.4, {
		mode: 'raw',
		jsonOutput: JSON.stringify({ value }),
	}),
	ownNode('Split', 'splitOut', 1, { fieldToSplitOut: 'value', options: {} }),
	ownNode('Remove Duplicates', 'removeDuplicates', 2, parameters),
];

/** @param {typeof STEPS[number]} step */
const entriesOf = (step) =>
	step === 'clear'
		? nodesOf(['x'], {
				operation: 'clearDeduplicationHistory',
				mode: 'cleanDatabase',
				options: { scope: 'node' },
			})
		: nodesOf(step, {
				operation: 'removeItemsSeenInPreviousExecutions',
				logic: 'removeItemsWithAlreadySeenKeyValues',
				dedupeValue: '={{ $json.value }}',
				options: { scope: 'node', historySize: MAX_ENTRIES },
			});

/** @param {number[]} step */
const numbersOf = (step) =>
	nodesOf(step, {
		operation: 'removeItemsSeenInPreviousExecutions',
		logic: 'removeItemsUpToStoredIncrementalKey',
		incrementalDedupeValue: '={{ $json.value }}',
		options: { scope: 'node' },
	});

/** What n8n's Remove Duplicates does with the table. @param {ProcessedData} table @param {typeof STEPS[number]} step */
async function removeDuplicates(table, step) {
	const place = { workflow: { id: 'workflow' }, node: { id: 'node' } };
	if (step === 'clear') return await table.clearAllProcessedItems('node', place);
	const values = [...new Set(step)];
	if (values.length === 0) return [];
	const known = await table.getProcessedDataCount('node', place);
	if (known + step.length > MAX_ENTRIES) return 'refused';
	const options = { maxEntries: MAX_ENTRIES };
	return (await table.checkProcessedAndRecord(values, 'node', place, options)).new;
}

test('both know the same values, count them the same, and forget them at once', async () => {
	const { client } = world.n8n;
	const created = await client.createWorkflow(workflow('Processed values', entriesOf('clear')));
	const table = new ProcessedData();
	for (const step of STEPS) {
		const nodes = entriesOf(step).map((node, index) => ({ ...created.nodes[index], ...node }));
		await client.updateWorkflow(created, { nodes });
		const { data } = await client.waitForExecution(await client.runWorkflow(created.id));
		const expected = await removeDuplicates(table, step);
		if (step === 'clear') continue;
		const isRefused = data.resultData.error !== undefined;
		const found =
			data.resultData.runData['Remove Duplicates'] === undefined
				? []
				: itemsOf(data, 'Remove Duplicates');
		const values = found.map(({ json }) => json.value);
		expect([step, isRefused ? 'refused' : [...new Set(values)]]).toEqual([step, expected]);
	}
});

test('both keep the largest number, and say of each whether it is larger', async () => {
	const { client } = world.n8n;
	const created = await client.createWorkflow(workflow('Largest number', numbersOf([1])));
	const table = new ProcessedData();
	const place = { workflow: { id: 'workflow' }, node: { id: 'node' } };
	for (const step of NUMBERS) {
		const nodes = numbersOf(step).map((node, index) => ({ ...created.nodes[index], ...node }));
		await client.updateWorkflow(created, { nodes });
		const { data } = await client.waitForExecution(await client.runWorkflow(created.id));
		const options = { mode: 'latestIncrementalKey' };
		const expected = await table.checkProcessedAndRecord(step.map(String), 'node', place, options);
		const values = itemsOf(data, 'Remove Duplicates').map(({ json }) => json.value);
		expect([step, new Set(values)]).toEqual([step, new Set(expected.new.map(Number))]);
	}
});

/** The node in a loop of n8n's, which ends when the node outputs no item. */
const { itemsOf } = require('../support/n8n/executionData');
const { manualTrigger, ownNode, workflow } = require('../support/n8n/workflow');
const { useN8n } = require('./world');

const world = useN8n();

/** One recording after the other goes through a Verbit node and back to the loop. */
function loopOver(/** @type {string[]} */ names, /** @type {string} */ operation, more = {}) {
	const flow = workflow(`Loop with ${operation}`, [
		manualTrigger(),
		ownNode('Values', 'set', 3.4, { mode: 'raw', jsonOutput: JSON.stringify({ name: names }) }),
		ownNode('Split', 'splitOut', 1, { fieldToSplitOut: 'name', options: {} }),
		ownNode('Loop', 'splitInBatches', 3, { options: {} }),
		{ ...world.verbit('Verbit', operation, parametersOf(operation)), ...more },
	]);
	const to = (/** @type {string} */ node) => ({ node, type: 'main', index: 0 });
	flow.connections.Loop = { main: [[], [to('Verbit')]] };
	flow.connections.Verbit = { main: [[to('Loop')]] };
	return flow;
}

const parametersOf = (/** @type {string} */ operation) => ({
	profile: { __rl: true, mode: 'name', value: 'standard' },
	additionalFields: { externalId: '={{ $json.name }}', ifExternalIdUsed: 'skip' },
	...(operation !== 'job:create' && {
		mediaSource: 'url',
		mediaUrl: '=https://media.example.com/{{ $json.name }}.mp4',
	}),
	...(operation === 'recording:transcribe' && { options: { finishIn: 0 } }),
});

const withErrorOutput = { onError: 'continueErrorOutput' };

test.each([
	['recording:submit', {}],
	['recording:submit', withErrorOutput],
	['recording:transcribe', {}],
	['job:create', {}],
])(
	'%s goes on after recordings that are skipped, with settings %j',
	async (operation, settings) => {
		const name = `${operation}${Object.keys(settings)}-`;
		const flow = loopOver([`${name}1`, `${name}2`], operation, settings);
		const { id } = await world.n8n.client.createWorkflow(flow);
		const run = async () =>
			await world.n8n.client.waitForExecution(await world.n8n.client.runWorkflow(id));
		await run();
		const more = loopOver(
			[1, 2, 3, 4].map((n) => `${name}${n}`),
			operation,
			settings,
		);
		const nodes = more.nodes.map((node, index) => ({ ...node, id: flow.nodes[index].id }));
		await world.n8n.client.updateWorkflow({ id }, { nodes });
		world.emulator.journal.clear();
		const { data, status } = await run();
		expect(status).toBe('success');
		expect(world.emulator.journal.count({ operation: 'job_new' })).toBe(2);
		const skipped = (/** @type {number} */ n) => ({
			json: { external_id: `${name}${n}`, skipped: true },
			pairedItem: { item: 0 },
		});
		expect(itemsOf(data, 'Loop')).toMatchObject([
			skipped(1),
			skipped(2),
			{ json: { job_id: expect.any(Number) } },
			{ json: { job_id: expect.any(Number) } },
		]);
	},
);

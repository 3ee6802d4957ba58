const { WorkflowExecute } = require('n8n-core');
const { createRunExecutionData, Workflow } = require('n8n-workflow');
const { additionalDataOf, nodeTypesOf } = require('./engine');
const { useWorld } = require('./world');

/** n8n's AI Assistant runs single nodes to see what they output. */
const world = useWorld();

const BY_URL = { mediaSource: 'url', mediaUrl: 'https://h/x.mp4' };

/**
 * Runs a node as n8n 2.41.3 does for its assistant (`execute-node.service.js`).
 * @param {string} operation @param {object} parameters @param {object} [changes] of the workflow's settings
 * @returns {Promise<any>} the node's run
 */
async function trial(operation, parameters, changes) {
	const options = world.options(operation, [], /** @type {any} */ (parameters), {});
	const { nodes } = world.engine.workflowOf(options);
	const node = { ...nodes.Verbit, name: 'Node' };
	const workflow = new Workflow({
		id: 'temporary',
		active: false,
		nodes: [node],
		connections: {},
		nodeTypes: nodeTypesOf(() => world.engine.loader.nodeTypes.verbit.type),
		settings: {
			executionOrder: 'v1',
			saveManualExecutions: true,
			executionTimeout: 30,
			...changes,
		},
	});
	const nodeExecutionStack = [{ node, data: { main: [[{ json: {} }]] }, source: null }];
	const data = createRunExecutionData({ startData: {}, executionData: { nodeExecutionStack } });
	const additionalData = additionalDataOf(world.credential, workflow);
	const execution = new WorkflowExecute(additionalData, 'manual', data);
	const ended = await execution.processRunExecutionData(workflow);
	return ended.data.resultData.runData.Node[0];
}

test.each([
	['recording:transcribe', BY_URL],
	['recording:submit', BY_URL],
	['job:start', { jobId: 7 }],
])('%s starts no paid job for it, and says where the fields are', async (operation, parameters) => {
	const { error } = await trial(operation, parameters);
	expect(error.context.code).toBe('TRIAL_RUN_REFUSED');
	expect(error.description).toContain('output schema');
	expect(world.calls()).toEqual([]);
});

test.each([
	['what starts no job', { options: { startTranscription: false } }, {}],
	['a workflow with more time', {}, { executionTimeout: 120 }],
	['a workflow without a time limit', {}, { executionTimeout: -1 }],
])('%s runs as it does elsewhere', async (_what, more, settings) => {
	const { data } = await trial('recording:submit', { ...BY_URL, ...more }, settings);
	expect(data.main[0]).toHaveLength(1);
});

test('a node among others runs as it does elsewhere, however short the time', async () => {
	const settings = { executionTimeout: 30 };
	const { items } = await world.run('recording:submit', [{}], BY_URL, { settings });
	expect(items[0].json.transcription_started).toBe(true);
});

const { Workflow } = require('n8n-workflow');
const { Verbit } = require('../../../nodes/Verbit/Verbit.node');
const { VerbitTrigger } = require('../../../nodes/VerbitTrigger/VerbitTrigger.node');

/**
 * What the editor shows below the node's name.
 * @param {{ description: any }} type of the node
 * @param {import('n8n-workflow').INodeParameters} parameters
 */
async function subtitleOf({ description }, parameters) {
	const node = {
		id: '1',
		name: 'Verbit',
		type: 'n8n-nodes-verbit.verbit',
		typeVersion: 1,
		position: /** @type {[number, number]} */ ([0, 0]),
		parameters,
	};
	const nodeType = { description };
	const nodeTypes = /** @type {import('n8n-workflow').INodeTypes} */ (
		/** @type {unknown} */ ({ getByNameAndVersion: () => nodeType, getByName: () => nodeType })
	);
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return workflow.expression.getSimpleParameterValue(
		node,
		/** @type {string} */ (description.subtitle),
		'internal',
		{},
	);
}

test.each([
	['asset', 'add', 'Add asset'],
	['job', 'create', 'Create job'],
	['job', 'getCaptions', 'Get captions or transcript'],
	['media', 'add', 'Add media'],
])('%s:%s has the subtitle "%s"', async (resource, operation, subtitle) => {
	expect(await subtitleOf(new Verbit(), { resource, operation })).toBe(subtitle);
});

test.each([
	[['completed', 'failed'], 'Job Completed, Job Failed'],
	[['draftReady'], 'Draft Ready'],
	[[], ''],
])('the trigger with the events %j has the subtitle "%s"', async (events, subtitle) => {
	expect(await subtitleOf(new VerbitTrigger(), { events })).toBe(subtitle);
});

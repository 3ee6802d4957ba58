const { Workflow } = require('n8n-workflow');
const { Verbit } = require('../../../nodes/Verbit/Verbit.node');
const { VerbitTrigger } = require('../../../nodes/VerbitTrigger/VerbitTrigger.node');

/** What the editor shows below the node's name. */
test.each([
	[Verbit, { resource: 'recording', operation: 'transcribe' }, 'Transcribe recording'],
	[Verbit, { resource: 'asset', operation: 'add' }, 'Add asset'],
	[Verbit, { resource: 'job', operation: 'getCaptions' }, 'Get captions or transcript'],
	[VerbitTrigger, { events: ['completed', 'failed'] }, 'Job Completed, Job Failed'],
	[VerbitTrigger, { events: ['draftReady'] }, 'Draft Ready'],
	[VerbitTrigger, { events: [] }, ''],
])('the subtitle of %p with %j is "%s"', (Type, parameters, subtitle) => {
	const { description } = new Type();
	const position = /** @type {any} */ ([0, 0]);
	const node = { id: '1', name: 'Verbit', type: 'verbit', typeVersion: 1, position, parameters };
	const getByNameAndVersion = () => ({ description });
	const nodeTypes = /** @type {any} */ ({ getByNameAndVersion, getByName: getByNameAndVersion });
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const { subtitle: expression } = description;
	expect(workflow.expression.getSimpleParameterValue(node, expression, 'internal', {})).toBe(
		subtitle,
	);
});

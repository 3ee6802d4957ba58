const { manualTrigger, workflow } = require('../support/n8n/workflow');
const { itemsOf } = require('../support/n8n/executionData');
const { useN8n } = require('./world');

const world = useN8n();

/** It needs `date-fns`, a peer dependency that the install of n8n has to add. */
test("n8n's Extract from File works in the n8n that the demo and the tests run", async () => {
	const { status, data } = await world.n8n.client.execute(
		workflow('From a file to its text', [
			manualTrigger(),
			{
				name: 'Set Text',
				type: 'n8n-nodes-base.set',
				typeVersion: 3.4,
				parameters: { mode: 'raw', jsonOutput: '{ "text": "Four score and seven years ago" }' },
			},
			{
				name: 'To File',
				type: 'n8n-nodes-base.convertToFile',
				typeVersion: 1.1,
				parameters: { operation: 'toText', sourceProperty: 'text' },
			},
			{
				name: 'To Text',
				type: 'n8n-nodes-base.extractFromFile',
				typeVersion: 1,
				parameters: { operation: 'text' },
			},
		]),
	);
	expect(data.resultData.error?.message).toBeUndefined();
	expect(status).toBe('success');
	expect(itemsOf(data, 'To Text')[0].json).toEqual({ data: 'Four score and seven years ago' });
});

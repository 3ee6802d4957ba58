const { operations } = require('../../../nodes/Verbit/actions/operations');
const { forWorkflowsAndAgents, isAgentCall } = require('../../../nodes/Verbit/n8n/agents');
const {
	isGone,
	isHeldInMemory,
	isOverNetwork,
} = require('../../../nodes/Verbit/n8n/binaryStorage');
const { toErrorOutput } = require('../../../nodes/Verbit/n8n/errorOutput');
const { Records } = require('../../../nodes/Verbit/n8n/records');

/** What `nodes/Verbit/n8n` does where n8n is another than it was when a file of it was written. */

test('a storage that nobody knows is one over a network, whose memory is not freed, and whose errors are its own', () => {
	expect([isOverNetwork('new:1'), isHeldInMemory('new:1')]).toEqual([true, false]);
	expect(isGone(new Error('it is no longer here'))).toBe(false);
	for (const name of ['NotFound', 'NoSuchKey']) {
		const cause = Object.assign(new Error('UnknownError'), { name });
		expect(isGone(new Error('Request to S3 failed', { cause }))).toBe(true);
	}
});

test('an item that failed is seen by its fields alone, and by an older n8n by its error', () => {
	const context = /** @type {any} */ ({ getNode: () => ({ onError: 'continueErrorOutput' }) });
	const item = { json: { error: 'x', details: {} }, pairedItem: [{ item: 0 }] };
	const failed = toErrorOutput(context, { ...item });
	expect({ ...failed }).toEqual(item);
	expect(failed.error).toEqual({ message: 'x' });
});

test('an n8n that does not know `@tool` shows each field once, as in a workflow', () => {
	const fields = Object.values(operations).flatMap((operation) => operation.fields);
	for (const field of fields) {
		// An unknown condition is one that never holds.
		const shown = forWorkflowsAndAgents(field).filter(
			({ displayOptions }) => displayOptions?.show?.['@tool'] === undefined,
		);
		const isForAgents = field.displayOptions?.show?.['@tool'] !== undefined;
		const defaults = shown.map((one) => one.default);
		expect(defaults).toEqual(isForAgents ? [] : [field.default]);
	}
});

test('an n8n that does not say that an agent called runs the node as in a workflow', () => {
	const context = { getNode: () => ({ type: 'n8n-nodes-verbit.verbit' }) };
	expect(isAgentCall(/** @type {any} */ (context))).toBe(false);
});

test('an n8n that keeps all records in one row is found out before one is taken for another', async () => {
	const helpers = {
		checkProcessedAndRecord: async (/** @type {string[]} */ entries) => ({ processed: entries }),
		getProcessedDataCount: async () => 1,
	};
	const records = new Records(/** @type {any} */ ({ helpers, node: { id: '1' } }));
	const told = "doesn't keep External IDs apart";
	await expect(records.insert('talk')).rejects.toThrow(told);
	await expect(records.read('talk')).rejects.toThrow(told);
});

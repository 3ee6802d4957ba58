const { readExecutions } = require('../../tools/chaos/executions');

const ID = 'chaos-1-folder-0001';

/** What is read from an execution of the folder's workflow. @param {Record<string, unknown>} resultData */
async function read(resultData) {
	const row = { data: JSON.stringify({ resultData }) };
	const [execution] = await readExecutions(
		/** @type {any} */ ({
			client: { parseExecutionData: JSON.parse },
			queue: { postgres: { query: () => [row] } },
		}),
	);
	return execution;
}

test("an item's error is told with what to do about it", async () => {
	const file = { json: {}, binary: { data: { fileName: `${ID}.wav` } } };
	const details = { description: 'Search Verbit for it.', code: 'EXTERNAL_ID_UNCLEAR' };
	const failed = { json: { error: 'The job may have been started', details }, pairedItem: 0 };
	const { statements } = await read({
		runData: {
			'Read Files': [{ data: { main: [[file]] } }],
			Submit: [{ data: { main: [[failed]] } }],
		},
	});
	expect(statements).toEqual([
		{
			recording: ID,
			kind: 'failed',
			error: 'The job may have been started – Search Verbit for it.',
			code: 'EXTERNAL_ID_UNCLEAR',
		},
	]);
});

test('a recording without an output was skipped, and a hint names the job that was left', async () => {
	const file = { json: {}, binary: { data: { fileName: `${ID}.wav` } } };
	const hints = [{ message: '1 item was skipped. These jobs stay unstarted: 1007.' }];
	const { statements, leftOver } = await read({
		runData: {
			'Read Files': [{ data: { main: [[file]] } }],
			Submit: [{ hints, data: { main: [[]] } }],
		},
	});
	expect(statements).toEqual([{ recording: ID, kind: 'skipped' }]);
	expect(leftOver).toContain(1007);
});

const { md5Of, reckon } = require('../../tools/chaos/recordings');

/** @typedef {import('../../tools/chaos/plan').PlannedRecording} PlannedRecording */
/** @typedef {import('../../tools/chaos/executions').ExecutionReport} ExecutionReport */
/** @typedef {[id: number, status: string, assetId?: string]} OfVerbit a job of the recording, as Verbit has it */

/** @type {PlannedRecording} */
const RECORDING = { id: 'chaos-1-folder-0001', way: 'folder', at: 0, bytes: 100 };
const UP_AT = 1000;

/** Assets with the recording's bytes, and with others. */
const [RIGHT, OTHER] = ['right', 'other'];

const verbitWith = (/** @type {OfVerbit[]} */ jobs) => {
	const all = jobs.map(([id, status, assetId]) => {
		const media = assetId && { assetIds: [assetId] };
		return [id, { id, status, externalId: RECORDING.id, media }];
	});
	const objectMd5 = (/** @type {string} */ id) => (id === RIGHT ? md5Of(RECORDING) : 'x');
	const state = { data: { jobs: Object.fromEntries(all) } };
	return /** @type {any} */ ({ state, objectMd5 });
};

/** @param {Partial<ExecutionReport['statements'][0]>} statement @param {Partial<ExecutionReport>} [more] @returns {ExecutionReport} */
const saying = (statement, more) => ({
	startedAt: UP_AT + 1,
	statements: [{ recording: RECORDING.id, kind: 'failed', ...statement }],
	error: undefined,
	leftOver: [],
	...more,
});

const SUBMITTED = saying({ kind: 'submitted', jobId: 2 });
const SKIPPED = saying({ kind: 'skipped' });
const UNCLEAR = { code: 'EXTERNAL_ID_UNCLEAR', error: `External ID "${RECORDING.id}"` };

/** @type {OfVerbit} */
const [PENDING, UPLOADED, STARTED] = /** @type {any} */ ([
	[1, 'Pending'],
	[1, 'Pending', RIGHT],
	[2, 'In Progress', RIGHT],
]);

test.each(
	/** @type {Array<[string, OfVerbit[], ExecutionReport[], string[]]>} */ ([
		['two started jobs', [STARTED, [3, 'Completed', RIGHT]], [], ['twice by node']],
		['other bytes', [[2, 'In Progress', OTHER]], [], ['bytes by node']],
		['a skip of what is not started', [], [SKIPPED], ['lie by node', 'notStarted by node']],
		['a start that may have arrived', [UPLOADED], [saying(UNCLEAR)], ['notStarted by crash']],
		[
			'an unstarted job that nothing names, after n8n gave it to the node again',
			[PENDING],
			[saying({})],
			['notStarted by node', 'orphan by node'],
		],
		['nothing that n8n has kept', [PENDING], [], ['notStarted by n8n', 'orphan by n8n']],
		[
			'a job that another execution overtook, which a hint names',
			[UPLOADED, STARTED],
			[SUBMITTED, { ...SKIPPED, leftOver: [1] }],
			[],
		],
	]),
)('%s', (_, jobs, executions, expected) => {
	const [{ flaws }] = reckon(verbitWith(jobs), [RECORDING], executions, UP_AT);
	expect(flaws.map(({ kind, cause }) => `${kind} by ${cause}`)).toEqual(expected);
});

const { flawsOf } = require('../../tools/chaos/flaws');
const { reckon } = require('../../tools/chaos/reckoning');
const { md5Of } = require('../../tools/chaos/recordings');

/** @typedef {import('../../tools/chaos/plan').PlannedRecording} PlannedRecording */
/** @typedef {import('../../tools/chaos/executions').ExecutionReport} ExecutionReport */

/** @type {PlannedRecording} */
const RECORDING = { id: 'chaos-1-folder-0001', way: 'folder', at: 0, bytes: 100 };
const UP_AT = 1000;

/** Assets with the recording's bytes, and with others. */
const [RIGHT, OTHER] = ['right', 'other'];

/** @param {Array<[id: number, status: string, assetId?: string]>} jobs of the recording, as Verbit has them */
const verbitWith = (...jobs) => ({
	emulator: /** @type {any} */ ({
		state: {
			data: {
				jobs: Object.fromEntries(
					jobs.map(([id, status, assetId]) => [
						id,
						{
							id,
							status,
							externalId: RECORDING.id,
							media: assetId && { assetIds: [assetId] },
						},
					]),
				),
			},
		},
		objectMd5: (/** @type {string} */ id) => (id === RIGHT ? md5Of(RECORDING) : 'x'),
	}),
});

/** @param {Partial<ExecutionReport['statements'][0]>} statement @returns {ExecutionReport} */
const saying = (statement) => ({
	id: '1',
	way: 'folder',
	status: 'success',
	retryOf: null,
	startedAt: UP_AT + 1,
	stoppedAt: UP_AT + 2,
	recordings: [RECORDING.id],
	statements: [{ recording: RECORDING.id, kind: 'failed', ...statement }],
	error: undefined,
	leftOver: [],
});

test.each(
	/** @type {Array<[string, ReturnType<typeof verbitWith>, ExecutionReport[], string[]]>} */ ([
		[
			'one started job',
			verbitWith([1, 'In Progress', RIGHT]),
			[saying({ kind: 'submitted', jobId: 1 })],
			[],
		],
		[
			'two started jobs',
			verbitWith([1, 'In Progress', RIGHT], [2, 'Completed', RIGHT]),
			[],
			['twice by node'],
		],
		['other bytes', verbitWith([1, 'In Progress', OTHER]), [], ['bytes by node']],
		[
			'a skip of what is not started',
			verbitWith(),
			[saying({ kind: 'skipped' })],
			['lie by node', 'notStarted by node'],
		],
		[
			'a job that is said to be submitted and is not the one',
			verbitWith([1, 'In Progress', RIGHT]),
			[saying({ kind: 'submitted', jobId: 2 })],
			['lie by node'],
		],
		[
			'a start that may have arrived',
			verbitWith([1, 'Pending', RIGHT]),
			[saying({ code: 'EXTERNAL_ID_UNCLEAR', error: `external ID "${RECORDING.id}"` })],
			['notStarted by crash'],
		],
		[
			'a failure when everything was up, with a job that it names',
			verbitWith([1, 'Pending', RIGHT]),
			[saying({ code: 'SERVICE_UNREACHABLE', error: `Upload "${RECORDING.id}.wav"` })],
			['notStarted by node'],
		],
		[
			'nothing that n8n has kept',
			verbitWith([1, 'Pending']),
			[],
			['notStarted by n8n', 'orphan by n8n'],
		],
		[
			'an interrupted job that the next execution names',
			verbitWith([1, 'Pending'], [2, 'In Progress', RIGHT]),
			[saying({ kind: 'submitted', jobId: 2, mayBeDuplicate: true })],
			[],
		],
		[
			'a job that another execution overtook, which a hint names',
			verbitWith([1, 'Pending', RIGHT], [2, 'In Progress', RIGHT]),
			[saying({ kind: 'submitted', jobId: 2 }), { ...saying({ kind: 'skipped' }), leftOver: [1] }],
			[],
		],
		[
			'an interrupted job that the next execution does not name',
			verbitWith([1, 'Pending'], [2, 'In Progress', RIGHT]),
			[saying({ kind: 'submitted', jobId: 2 })],
			['orphan by node'],
		],
	]),
)('%s', (_, world, executions, expected) => {
	const [one] = reckon(world, [RECORDING], executions);
	expect(flawsOf(one, UP_AT).map(({ kind, cause }) => `${kind} by ${cause}`)).toEqual(expected);
});

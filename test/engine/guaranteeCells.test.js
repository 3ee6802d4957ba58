const { DataDeduplicationService } = require('n8n-core');
const { ProcessedValues } = require('./processedValues');
const { randomFile, useWorld } = require('./world');

/** Cells of the table in docs/run-again-safely.md, "What holds when", that no other test holds. Each title names its cell. */
const world = useWorld();
const memory = new ProcessedValues();

beforeAll(async () => await DataDeduplicationService.init(/** @type {any} */ (memory)));
beforeEach(() => memory.rows.clear());

const ADD_NOTES = {
	operation: 'media:addNotes',
	call: 'add_notes_attachments',
	source: 'notesSource',
};
const ADD_BACKUP = {
	operation: 'media:addBackupRecording',
	call: 'add_backup_record',
	source: 'backupSource',
};

const profile = { __rl: true, mode: 'name', value: 'standard' };

const items = () => [{ files: { data: randomFile(10) } }];

describe('Retry On Fail', () => {
	const retryOnFail = { nodeSettings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } };

	test.each([ADD_NOTES, ADD_BACKUP])(
		"$operation: what was done isn't done again",
		async ({ operation, call, source }) => {
			const jobId = await world.jobWithMedia('premium');
			const where = /** @type {const} */ ('service');
			world.emulator.faults.add({ where, operation: call, kind: 'status', status: 422 });
			const { error } = await world.run(
				operation,
				items(),
				{ jobId, [source]: 'binary' },
				retryOnFail,
			);
			expect(error).toBeUndefined();
			expect(world.calls()).toEqual(['add_asset 200', 'put 200', `${call} 422`, `${call} 200`]);
		},
	);
});

describe('A retry with another credential or file', () => {
	const otherCredential = { verbitApi: { id: '2', name: 'Other account' } };
	const url = 'https://h/first.mp4';
	const otherUrl = 'https://h/other.mp4';
	const ids = 'first, second';
	const otherIds = 'first, third';

	/** @param {string} operation @param {object} parameters */
	const optionsOf = (operation, parameters) => {
		const [resource, name] = operation.split(':');
		return {
			items: [{}],
			parameters: { resource, operation: name, profile, ...parameters },
			credential: world.credential,
		};
	};

	/** The response to its call is lost; then it is retried from the list of executions. @param {string} call @param {any} first @param {object} changes */
	async function loseThenRetry(call, first, changes) {
		const lost = /** @type {const} */ ({ where: 'service', kind: 'dropConnection', times: 9 });
		world.emulator.faults.add({ ...lost, operation: call });
		const failed = await world.engine.run(first);
		expect(failed.error).toBeDefined();
		world.emulator.faults.clear();
		world.emulator.journal.clear();
		return await world.engine.retry({ ...first, ...changes }, failed);
	}

	const files = [
		[
			'recording:submit',
			'add_media',
			{ mediaSource: 'url', mediaUrl: url },
			{ mediaUrl: otherUrl },
		],
		['media:add', 'add_media', { mediaSource: 'url', mediaUrl: url }, { mediaUrl: otherUrl }],
		[
			'media:merge',
			'add_media',
			{ mergeSource: 'assetIds', assetIds: ids },
			{ assetIds: otherIds },
		],
		[
			'media:addNotes',
			'add_notes_attachments',
			{ notesSource: 'url', notesUrl: url },
			{ notesUrl: otherUrl },
		],
		[
			'media:addBackupRecording',
			'add_backup_record',
			{ backupSource: 'assetId', assetId: 'first' },
			{ assetId: 'other' },
		],
	];
	const withoutFile = [
		['job:create', 'job_new', {}],
		['job:start', 'perform_transcription', {}],
	];

	test.each(/** @type {any[]} */ ([...files, ...withoutFile]))(
		'%s with another credential: nothing is sent',
		async (operation, call, parameters) => {
			const first = optionsOf(operation, { jobId: world.newJob(), ...parameters });
			const changes = { nodeSettings: { credentials: otherCredential } };
			const { error } = await loseThenRetry(call, first, changes);
			expect(error.context).toMatchObject({ code: 'CREDENTIAL_CHANGED' });
			expect(world.calls()).toEqual([]);
		},
	);

	test.each(/** @type {any[]} */ (files))(
		'%s with another file: nothing is sent',
		async (operation, call, parameters, other) => {
			const first = optionsOf(operation, { jobId: world.newJob(), ...parameters });
			const changes = { parameters: { ...first.parameters, ...other } };
			const { error } = await loseThenRetry(call, first, changes);
			expect(error.context).toMatchObject({ code: 'SOURCE_CHANGED' });
			expect(world.calls()).toEqual([]);
		},
	);

	test('asset:upload with another credential: nothing is sent', async () => {
		const where = /** @type {const} */ ('store');
		world.emulator.faults.add({ where, kind: 'delay' }, { where, kind: 'status', status: 403 });
		const options = {
			...optionsOf('asset:upload', { jobId: world.newJob(), options: { concurrency: 1 } }),
			items: [...items(), ...items()],
		};
		const failed = await world.engine.run(options);
		expect(world.calls('store')).toEqual(['put 200', 'put 403']);
		world.emulator.journal.clear();
		const nodeSettings = { credentials: otherCredential };
		const { error } = await world.engine.retry({ ...options, nodeSettings }, failed);
		expect(error.context).toMatchObject({ code: 'CREDENTIAL_CHANGED' });
		expect(world.calls()).toEqual([]);
	});
});

describe('Two executions at the same time', () => {
	const counts = () => [world.count('job_new'), world.count('perform_transcription')];

	test('Submit Recording with an External ID and Fail: one starts its job, the other fails', async () => {
		const named = {
			profile,
			additionalFields: { externalId: 'talk-1', ifExternalIdUsed: 'fail' },
		};
		const runs = [1, 2].map(async () => await world.run('recording:submit', items(), named));
		const results = await Promise.all(runs);
		const codes = results.map(({ error }) => error?.context.code);
		expect(codes.sort()).toEqual(['EXTERNAL_ID_USED', undefined]);
		expect(world.count('perform_transcription')).toBe(1);
	});

	test('Submit Recording without an External ID: both submit it', async () => {
		const runs = [1, 2].map(async () => await world.run('recording:submit', items(), { profile }));
		const results = await Promise.all(runs);
		expect(results.flatMap(({ error }) => error?.message ?? [])).toEqual([]);
		expect(counts()).toEqual([2, 2]);
	});
});

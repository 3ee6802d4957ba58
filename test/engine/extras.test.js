const { md5, openSources, randomFile, useWorld } = require('./world');

const world = useWorld();

/** What the service was asked for with an operation, in order. @param {string} operation */
const sent = (operation) =>
	world.emulator.journal
		.filter((entry) => entry.operation === operation)
		.map(({ jobId, body }) => ({ jobId, .../** @type {object} */ (body) }));

/** @param {number} jobId */
const notesOf = (jobId) => world.emulator.job(jobId)?.notes;

describe('Add Backup Recording', () => {
	const operation = 'media:addBackupRecording';

	test('hands over an asset that was uploaded before', async () => {
		const jobId = await world.jobWithMedia('premium');
		const [assetId] = await world.uploadAssets(jobId, 1);
		const { items } = await world.run(operation, [{}], { jobId, assetId });
		expect(items[0].json).toEqual({ job_id: jobId, asset_id: assetId });
		expect(sent('add_backup_record')).toEqual([{ jobId, asset_id: assetId }]);
		expect(world.emulator.job(jobId)?.backupAssetId).toBe(assetId);
	});

	test('uploads a file and hands it over, with one call each', async () => {
		const jobId = await world.jobWithMedia('premium');
		const file = randomFile(10_000);
		const parameters = { jobId, backupSource: 'binary' };
		const { items } = await world.run(operation, [{ files: { data: file } }], parameters);
		const { json } = items[0];
		expect(json).toMatchObject({
			job_id: jobId,
			bytes: 10_000,
			md5: md5(file.content),
			integrity: 'verified',
		});
		expect(world.calls()).toEqual(['add_asset 200', 'put 200', 'add_backup_record 200']);
		expect(sent('add_backup_record')).toEqual([{ jobId, asset_id: json.asset_id }]);
	});

	test.each(/** @type {const} */ (['json', 'empty', '204']))(
		'is done, whatever the form of the answer (%s)',
		async (addMediaAnswer) => {
			const jobId = await world.jobWithMedia('premium');
			const [assetId] = await world.uploadAssets(jobId, 1);
			world.emulator.switches.set({ addMediaAnswer });
			const { items } = await world.run(operation, [{}], { jobId, assetId });
			expect(items[0].json).toEqual({ job_id: jobId, asset_id: assetId });
		},
	);

	test.each([
		[
			'several files',
			{ backupSource: 'binary', binaryPropertyName: '*' },
			'Add Backup Recording accepts one file, but this item has 2',
		],
		[
			'several asset IDs',
			{ assetId: 'a, b' },
			'Add Backup Recording accepts one asset ID, but this item has 2',
		],
		['no asset ID', { assetId: '={{ "" }}' }, "'Asset ID' is empty"],
	])('of %s is refused before anything is sent', async (_what, parameters, message) => {
		const items = [{ files: { a: randomFile(10), b: randomFile(10) } }];
		const { error } = await world.run(operation, items, { jobId: 1, ...parameters });
		expect(error.name).toBe('NodeOperationError');
		expect(error.message).toContain(message);
		expect(world.calls()).toEqual([]);
	});

	test('of two items of one job is refused before anything is sent', async () => {
		const parameters = { jobId: 7, assetId: '={{ $json.id }}' };
		const items = ['a', 'b'].map((id) => ({ json: { id } }));
		const { error } = await world.run(operation, items, parameters);
		expect(error.message).toBe('Job 7 appears in 2 items, but accepts one backup recording');
		expect(world.calls()).toEqual([]);
	});

	test('to a job without media says so, what its conditions are, and which asset there is now', async () => {
		const jobId = world.newJob('premium');
		const items = [{ files: { data: randomFile(10) } }];
		const { error } = await world.run(operation, items, { jobId, backupSource: 'binary' });
		const [assetId] = Object.keys(world.emulator.state.data.assets);
		expect(error.message).toContain(`400 INVALID_QUERY (Job ${jobId} has no media yet)`);
		expect(error.description).toContain('The job needs its media first');
		expect(error.description).toContain(`"talk.wav" (job ${jobId}, asset ${assetId})`);
	});

	test('to a profile without the right to it says who can tell', async () => {
		const jobId = await world.jobWithMedia('no-merge');
		const [assetId] = await world.uploadAssets(jobId, 1);
		const { error } = await world.run(operation, [{}], { jobId, assetId });
		expect(error.message).toContain('INVALID_OPTION');
		expect(error.description).toContain('Only certain profiles accept a backup recording');
	});
});

describe('Add Notes', () => {
	const operation = 'media:addNotes';

	test('sends a link unchanged, and outputs it without its query', async () => {
		const jobId = world.newJob();
		const notesUrl = 'https://h/agenda.pdf?key=TopSecret';
		const { items, saved } = await world.run(operation, [{}], { jobId, notesUrl });
		expect(sent('add_notes_attachments')).toEqual([{ jobId, notes_attachment_url: notesUrl }]);
		expect(items[0].json).toEqual({
			job_id: jobId,
			notes_attachment_url: 'https://h/agenda.pdf?…',
		});
		expect(saved.replaceAll(/"notesUrl":"[^"]*"/g, '')).not.toContain('TopSecret');
	});

	test('uploads several files of an item and adds them with one call, in the order of the fields', async () => {
		const jobId = world.newJob();
		const files = { agenda: randomFile(100, 'a.pdf'), names: randomFile(200, 'n.txt') };
		const parameters = { jobId, notesSource: 'binary', binaryPropertyName: 'names, agenda' };
		const { items } = await world.run(operation, [{ files }], parameters);
		const added = /** @type {any[]} */ (items[0].json.files);
		expect(added.map(({ file_name: name }) => name)).toEqual(['n.txt', 'a.pdf']);
		expect(items[0].json.asset_ids).toEqual(added.map(({ asset_id: id }) => id));
		expect(sent('add_notes_attachments')).toEqual([{ jobId, asset_ids: items[0].json.asset_ids }]);
	});

	test('makes one call for each job of mixed items, paired with all items of the job', async () => {
		const [one, two] = [world.newJob(), world.newJob()];
		const items = [one, two, one].map((job, index) => ({
			json: { job },
			files: { data: randomFile(10, `${index}.pdf`) },
		}));
		const parameters = { jobId: '={{ $json.job }}', notesSource: 'binary' };
		const result = await world.run(operation, items, parameters);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([
			[{ item: 0 }, { item: 2 }],
			[{ item: 1 }],
		]);
		expect(notesOf(one)).toEqual([{ assetIds: result.items[0].json.asset_ids }]);
		expect(notesOf(two)).toEqual([{ assetIds: result.items[1].json.asset_ids }]);
		expect(world.count('add_notes_attachments')).toBe(2);
	});

	test('adds assets that were uploaded before, in their order over all items', async () => {
		const jobId = world.newJob();
		const [first, second, third] = await world.uploadAssets(jobId, 3);
		const items = [{ json: { ids: [third, first] } }, { json: { ids: second } }];
		const parameters = { jobId, notesSource: 'assetIds', assetIds: '={{ $json.ids }}' };
		const result = await world.run(operation, items, parameters);
		expect(result.items[0].json).toEqual({
			job_id: jobId,
			asset_ids: [third, first, second],
			files: [],
		});
		expect(notesOf(jobId)).toEqual([{ assetIds: [third, first, second] }]);
	});

	test('of an asset twice is refused over all items, before anything is sent', async () => {
		const parameters = { jobId: 1, notesSource: 'assetIds', assetIds: 'a' };
		const { error } = await world.run(operation, [{}, {}], parameters);
		expect(error.message).toBe(`'Asset IDs' lists "a" twice`);
		expect(world.calls()).toEqual([]);
	});

	test.each([
		['two links', ['url', 'url']],
		['a link and an asset', ['assetIds', 'url']],
	])('of %s for one job is refused before anything is sent', async (_what, sources) => {
		const items = sources.map((source) => ({ json: { source } }));
		const parameters = {
			jobId: 7,
			notesSource: '={{ $json.source }}',
			notesUrl: 'https://h/x.pdf',
			assetIds: 'a',
		};
		const { error } = await world.run(operation, items, parameters);
		expect(error.message).toBe('Job 7 appears in 2 items, but a notes URL must be its only notes');
		expect(error.description).toContain('Binary Files or Asset IDs');
		expect(world.calls()).toEqual([]);
	});

	test('refuses a link that ends within 24 hours, unless the user allows it', async () => {
		const expires = Math.floor(Date.now() / 1000) + 3600;
		const notesUrl = `https://h/x.pdf?AWSAccessKeyId=AK&Expires=${expires}&Signature=s`;
		const parameters = { jobId: world.newJob(), notesUrl };
		const { error } = await world.run(operation, [{}], parameters);
		expect(error.message).toMatch(/^'Notes URL' expires in/);
		expect(world.calls()).toEqual([]);
		const allowed = { ...parameters, options: { allowShortLivedUrl: true } };
		expect((await world.run(operation, [{}], allowed)).error).toBeUndefined();
	});

	test('to a job that was started says when notes are taken', async () => {
		const jobId = world.newJob();
		world.emulator.setJobStatus(jobId, 'In Progress');
		const { error } = await world.run(operation, [{}], { jobId, notesUrl: 'https://h/x.pdf' });
		expect(error.message).toContain(
			`Add notes for job ${jobId}: the job's status doesn't allow this (Verbit returned 400`,
		);
		expect(error.description).toContain('before the transcription is started');
	});

	test('of which one upload fails adds nothing, and lists those that worked', async () => {
		world.emulator.faults.add({ where: 'store', kind: 'status', status: 400 });
		const files = { a: randomFile(10, 'a.pdf'), b: randomFile(10, 'b.pdf') };
		const { error } = await world.run(operation, [{ files }], {
			jobId: world.newJob(),
			notesSource: 'binary',
			binaryPropertyName: '*',
			options: { concurrency: 1 },
		});
		expect(error.message).toContain('Upload "a.pdf"');
		expect(error.description).toContain('"b.pdf"');
		expect(world.count('add_notes_attachments')).toBe(0);
		expect(openSources()).toEqual([]);
	});
});

describe('a call of which it is not known whether it arrived', () => {
	/** @typedef {{ operation: string, call: string, prepare: () => Promise<any>, has: (jobId: number) => unknown }} Case */

	/** @type {Array<[string, Case]>} */
	const cases = [
		[
			'Add Backup Recording',
			{
				operation: 'media:addBackupRecording',
				call: 'add_backup_record',
				prepare: async () => {
					const jobId = await world.jobWithMedia('premium');
					return { jobId, assetId: (await world.uploadAssets(jobId, 1))[0] };
				},
				has: (jobId) => world.emulator.job(jobId)?.backupAssetId,
			},
		],
		[
			'Add Notes',
			{
				operation: 'media:addNotes',
				call: 'add_notes_attachments',
				prepare: async () => ({ jobId: world.newJob(), notesUrl: 'https://h/x.pdf' }),
				has: notesOf,
			},
		],
	];

	describe.each(cases)('(%s)', (_name, { operation, call, prepare, has }) => {
		/** @param {any} fault */
		const fault = (fault) =>
			world.emulator.faults.add({ where: 'service', operation: call, ...fault });

		test('is repeated, and "already" then proves that the first one did', async () => {
			world.emulator.switches.set({ secondBackup: 'refused', secondNotes: 'refused' });
			const parameters = await prepare();
			fault({ kind: 'answerThenDrop' });
			const { items } = await world.run(operation, [{}], parameters);
			expect(items[0].json).toMatchObject({ confirmed_by_repeat: true });
			expect(world.calls()).toEqual(expect.arrayContaining([`${call} 200`, `${call} 400`]));
		});

		test('is repeated, and is done when the repeat works', async () => {
			const parameters = await prepare();
			fault({ kind: 'dropConnection' });
			const { items } = await world.run(operation, [{}], parameters);
			expect(items[0].json).not.toHaveProperty('confirmed_by_repeat');
			expect(has(parameters.jobId)).toBeDefined();
		});

		test('is not taken for done when the repeat is refused for another reason', async () => {
			const parameters = await prepare();
			fault({ kind: 'status', status: 503 });
			fault({ kind: 'status', status: 400, body: { ErrorType: 'INVALID_QUERY' } });
			const { error } = await world.run(operation, [{}], parameters);
			expect(error.message).toContain('Verbit returned 400 INVALID_QUERY');
			expect(error.description).toContain('An earlier attempt got no clear response');
			expect(has(parameters.jobId)).toBeUndefined();
		});

		test.each(['Transcription was already started', 'The job is already in progress'])(
			'is not taken for done when the repeat comes too late (%s)',
			async (comment) => {
				const parameters = await prepare();
				const body = { ErrorType: 'INVALID_QUERY', ErrorComment: comment };
				fault({ kind: 'status', status: 503 });
				fault({ kind: 'status', status: 400, body });
				const { error } = await world.run(operation, [{}], parameters);
				expect(error.message).toContain(comment);
				expect(error.description).toContain('An earlier attempt got no clear response');
			},
		);

		test('is not needed for a refusal at once: "already" is then reported', async () => {
			const parameters = await prepare();
			const body = { ErrorType: 'INVALID_QUERY', ErrorComment: 'has one already' };
			fault({ kind: 'status', status: 400, body });
			const { error } = await world.run(operation, [{}], parameters);
			expect(error.message).toContain('has one already');
			expect(world.count(call)).toBe(1);
		});
	});
});

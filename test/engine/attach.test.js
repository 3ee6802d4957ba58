const { randomFile, useWorld } = require('./world');

const world = useWorld();
const addMedia = /** @type {const} */ ({ where: 'service', operation: 'add_media' });
const parameters = () => ({ jobId: world.newJob(), mediaUrl: 'https://h/x.mp4' });

describe('an add_media of which it is not known whether it arrived', () => {
	test('is repeated, and "already" then proves that the first one did', async () => {
		world.emulator.faults.add({ ...addMedia, kind: 'answerThenDrop' });
		const { items, error } = await world.run('media:add', [{}], parameters());
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({ confirmed_by_repeat: true });
		expect(world.calls().filter((call) => call.startsWith('add_media'))).toEqual([
			'add_media 200',
			'add_media 400',
		]);
	});

	test.each([
		['dropConnection', {}],
		['status', { status: 503 }],
		['status', { status: 429 }],
	])('is repeated, and counts as done when the repeat works (%s %j)', async (kind, more) => {
		world.emulator.faults.add(/** @type {any} */ ({ ...addMedia, kind, ...more }));
		const { items, error } = await world.run('media:add', [{}], parameters());
		expect(error).toBeUndefined();
		expect(items[0].json).not.toHaveProperty('confirmed_by_repeat');
	});

	test('is reported as such when Verbit does not come back', async () => {
		world.emulator.faults.add({ ...addMedia, kind: 'dropConnection', times: 9 });
		const { error } = await world.run('media:add', [{}], parameters());
		expect(error.message).toContain('the connection dropped before Verbit responded');
		expect(error.description).toContain('The call may or may not have arrived: check the job');
		expect(world.count('add_media')).toBe(4);
	});

	test('does not upload its file again', async () => {
		world.emulator.faults.add({ ...addMedia, kind: 'answerThenDrop' });
		const items = [{ files: { data: randomFile(1000) } }];
		const result = await world.run('media:add', items, {
			jobId: world.newJob(),
			mediaSource: 'binary',
		});
		expect(result.items[0].json).toMatchObject({ confirmed_by_repeat: true, bytes: 1000 });
		expect(world.count('put')).toBe(1);
	});
});

test('a job that has media is reported at once, without a repeat', async () => {
	const same = parameters();
	await world.run('media:add', [{}], same);
	const { error } = await world.run('media:add', [{}], same);
	expect(error.message).toContain('the job already has media');
	expect(world.count('add_media')).toBe(2);
});

test('a service that restarts between add_asset and add_media does not lose the upload', async () => {
	world.emulator.faults.add({ where: 'store', kind: 'delay', delayMs: 300 });
	const jobId = world.newJob();
	const run = world.startRun('media:add', [{ files: { data: randomFile(1000) } }], {
		jobId,
		mediaSource: 'binary',
	});
	await world.until(() => world.calls('store').includes('put 200'));
	await world.emulator.restart();
	const { error } = await run.result;
	expect(error).toBeUndefined();
	expect(world.emulator.job(jobId)?.media?.assetIds).toHaveLength(1);
});

describe.each([
	['media:add', 'add_media', () => ({ mediaUrl: 'https://h/x.mp4' })],
	['media:addNotes', 'add_notes_attachments', () => ({ notesUrl: 'https://h/x.pdf' })],
	['media:addBackupRecording', 'add_backup_record', () => ({ assetId: 'asset-1' })],
	['media:merge', 'add_media', () => ({ mergeSource: 'assetIds', assetIds: 'asset-1, asset-2' })],
	['job:start', 'perform_transcription', () => ({})],
])('%s', (operation, call, more) => {
	const answerWith = (/** @type {unknown} */ body, headers = {}) =>
		world.emulator.faults.add({
			where: 'service',
			operation: call,
			kind: 'status',
			status: 201,
			headers,
			body: /** @type {any} */ (body),
		});

	test.each([
		['a text', '201 OK', { 'content-type': 'text/html' }],
		['a JSON string', '"OK"', { 'content-type': 'application/json' }],
		['nothing', '', {}],
	])('is done when a 2xx holds %s', async (_what, body, headers) => {
		answerWith(body, headers);
		const { error } = await world.run(operation, [{}], { jobId: world.newJob(), ...more() });
		expect(error).toBeUndefined();
		expect(world.count(call)).toBe(1);
	});

	test.each([
		['a web page', '<!doctype html><title>Log in</title>', "and something that isn't JSON"],
		['an error', { ErrorType: 'INVALID_OPTION' }, 'INVALID_OPTION'],
	])('is refused when a 2xx holds %s', async (_what, body, told) => {
		answerWith(body);
		const { error } = await world.run(operation, [{}], { jobId: world.newJob(), ...more() });
		expect(error.message).toContain(`201 ${told}`);
	});
});

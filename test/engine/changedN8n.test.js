const { recording, useWorld } = require('./world');

/** n8n changes where the node relies on what it doesn't publish: an error or the slower way follows, never a wrong success. */
const world = useWorld();

const { memory } = world;

const SKIP = { externalId: 'talk-1', ifExternalIdUsed: 'skip' };

/** What a later n8n makes of a request's options before the credential gets them. */
const CHANGES = /** @type {Record<string, (options: any) => any>} */ ({
	'copies all of them': (options) => ({
		...options,
		authenticateOptions: { ...options.authenticateOptions },
	}),
	'drops what it does not know': ({ authenticateOptions: _unknown, ...options }) => options,
});

describe.each(Object.entries(CHANGES))('an n8n that %s', (_what, change) => {
	beforeEach(() => {
		const { credential } = world;
		const { authenticate } = credential;
		credential.authenticate = async (data, name, options, ...rest) =>
			await authenticate.call(credential, data, name, change(options), ...rest);
	});

	test('starts no second job after a Stop during the start', async () => {
		const parameters = { ...SKIP, options: { maxAttempts: 1 } };
		const release = world.hold('perform_transcription', { kind: 'answerThenDrop' });
		const run = world.startRun('recording:submit', [recording()], parameters);
		await world.callHeld();
		run.cancel();
		release();
		await run.nodeEnded;
		await world.run('recording:submit', [recording()], parameters);
		expect(world.count('perform_transcription')).toBe(1);
		expect(memory.records()).not.toEqual([]);
	});

	test('calls with the stored token, and shows none that Verbit refuses and quotes', async () => {
		const parameters = { jobId: world.newJob(), fileName: 'talk.wav' };
		await world.run('asset:add', [{}], parameters);
		const body = { ErrorType: 'BAD_API_TOKEN', ErrorComment: 'The token {token} is wrong' };
		world.fault('add_asset', { status: 400, body, times: 9 });
		const { error, saved } = await world.runFailing('asset:add', [{}], parameters);
		expect(error.context.code).toBe('TOKEN_REFUSED');
		expect(`${saved} ${world.log}`).not.toContain(String(world.credential.data.accessToken));
	});
});

test('an n8n that counts equal entries once is found out before an ID is taken for free', async () => {
	const { checkProcessedAndRecord: record } = memory;
	const ofSet = jest.spyOn(memory, 'checkProcessedAndRecord');
	ofSet.mockImplementation(async (items, ...rest) => {
		return await record.call(memory, [...new Set(items)], ...rest);
	});
	const run = async () =>
		await world.run('recording:submit', [recording()], { externalId: 'talk-1' });
	world.fault('put', { status: 403 });
	expect((await world.failing(run())).error.context.code).toBe('UPLOAD_REFUSED');
	world.emulator.journal.clear();
	expect((await world.failing(run())).error.context.code).toBe('EXTERNAL_ID_NOT_CHECKED');
	expect(world.calls()).toEqual([]);
});

test('an n8n that does not renew an expired token sends nothing, and the node says why', async () => {
	world.credential.data.renewAfter = '1';
	world.credential.data.accessToken = 'old';
	world.credential.preAuthentication = async () => undefined;
	const { error } = await world.runFailing('job:create', [{}], SKIP);
	expect(error.context.code).toBe('TOKEN_REFUSED');
	expect(error.message).toContain('the same token again');
	expect(world.calls()).toEqual([]);
	expect(memory.records()).toEqual(['alive']);
});

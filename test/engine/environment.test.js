const { HOSTS } = require('../../credentials/verbitApi/hosts');
const { hintsOf, recording, useWorld } = require('./world');

/** What the environment of the credential changes. */
const world = useWorld();

/** @param {'production' | 'sandbox'} environment whose hosts are the emulator's */
function use(environment) {
	const { baseUrl, authUrl } = world.emulator;
	HOSTS[environment] = { baseUrl, authUrl };
	world.credential = world.credentialOf({ environment });
	world.set({ environment });
}

/** @param {'recording:submit' | 'recording:transcribe'} operation @param {any} [parameters] */
const run = async (operation, parameters = {}, more = {}) =>
	await world.run(operation, [recording()], parameters, more);

const COSTS = expect.stringContaining('new, paid job');

describe('in the sandbox', () => {
	beforeEach(() => use('sandbox'));

	test('Transcribe lets its job finish, and says so', async () => {
		// So short a wait isn't suspended.
		const options = { timeoutHours: 0.02, pollInterval: 1 };
		const running = world.startRun('recording:transcribe', [recording()], { options });
		await world.until(() => world.count('job_info') > 0);
		world.emulator.clock.advance(10_000);
		const hints = hintsOf(await running.result);
		expect(hints).toEqual([expect.stringContaining('finish after 10 seconds')]);
		expect(world.sent('perform_transcription')).toEqual([{ finish_in: 10 }]);
	});

	test('Transcribe says nothing of a job that an earlier execution has started', async () => {
		const externalId = 'talk';
		await run('recording:transcribe', { externalId, options: { finishIn: 0 } });
		const { items, hints } = await run('recording:transcribe', { externalId });
		expect([items[0].json.continued, hints]).toEqual([true, []]);
	});

	/** @type {Array<[operation: string, options: any, isSaid: boolean]>} */
	const STARTS = [
		['job:start', {}, true],
		['recording:submit', {}, true],
		['recording:submit', { finishIn: 0 }, false],
		['recording:submit', { extraFields: '{ "options": { "finish_in": 0 } }' }, false],
		['recording:transcribe', { extraFields: '{ "options": { "finish_in": 0 } }' }, false],
		['recording:submit', { startTranscription: false }, false],
		['recording:transcribe', { finishIn: 0 }, false],
	];

	test.each(STARTS)('%s with %j says that its job stays as it is: %s', async (...of) => {
		const [operation, options, isSaid] = of;
		// Where Verbit may read its time.
		world.set({ performParametersIn: 'extraFields' in options ? 'options' : 'body' });
		const jobId = world.jobWithMedia();
		const result = await world.run(operation, [recording()], { jobId, options });
		const said = expect.stringContaining('stays In Progress');
		expect(hintsOf(result)).toEqual(isSaid ? [said] : []);
		expect(world.sent('perform_transcription')[0]?.finish_in).toBe(options.finishIn);
	});
});

describe('in production', () => {
	beforeEach(() => use('production'));

	test('a manual execution says once that each one is a new job to pay', async () => {
		const items = [recording(), recording()];
		world.set({ transcriptionSeconds: 0 });
		expect(hintsOf(await world.run('recording:transcribe', items, {}))).toEqual([COSTS]);
	});

	test.each([
		['another execution', {}, { mode: 'trigger' }],
		['Skip', { externalId: 'talk' }, {}],
	])('%s says nothing', async (_which, parameters, more) => {
		expect(hintsOf(await run('recording:submit', parameters, more))).toEqual([]);
	});
});

describe("a callback URL that Verbit can't reach", () => {
	test.each([
		...['http://localhost:5678/webhook/a?key=TopSecret', 'http://127.0.0.1/a', 'https://n8n/a'],
		...['http://192.168.1.7:5678/a', 'http://172.20.0.2/a', 'http://[::1]/a', 'http://nas.local'],
		...['http://10.0.0.9/a', 'http://100.101.1.2/a', 'http://0.0.0.0/a', 'http://[fd00::1]/a'],
	])('%s is refused before anything is sent', async (callbackUrl) => {
		use('sandbox');
		const parameters = { jobId: 7, options: { callbackUrl } };
		const error = await world.expectRefused('URL_PRIVATE', 'job:start', [{}], parameters);
		expect(error.message).not.toContain('TopSecret');
	});

	const PUBLIC = ['https://n8n.example.com/a', 'https://10.example.com/a', 'http://172.32.0.1/a'];

	test.each(PUBLIC)('is none of these, which is sent: %s', async (callbackUrl) => {
		use('sandbox');
		await run('recording:submit', { options: { callbackUrl, finishIn: 0 } });
		expect(world.sent('perform_transcription')[0].callback_url).toBe(callbackUrl);
	});
});

/** `advice.test.js` has the other fields and reasons, and hosts of your own, which may be private, are in every test. */
test('a private Media URL is refused, unless the checks are skipped', async () => {
	use('production');
	const mediaUrl = 'http://192.168.1.7/talk.mp4?key=TopSecret';
	const refusal = "URL_PRIVATE 'Media URL'";
	const error = await world.expectRefused(refusal, 'recording:submit', [{}], { mediaUrl });
	expect(error.message + error.description).not.toContain('TopSecret');
	await world.run('recording:submit', [{}], { mediaUrl, options: { allowShortLivedUrl: true } });
	expect(world.sent('add_media')).toMatchObject([{ media_url: mediaUrl }]);
});

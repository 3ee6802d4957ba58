const { setTimeout: sleep } = require('node:timers/promises');
const { randomFile, useWorld } = require('./world');

/** What one item's failure means for the others, and how an item that failed is told. */
const world = useWorld();

const profile = { __rl: true, mode: 'name', value: 'standard' };
const retryOnFail = { nodeSettings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } };

/** The second item's creation is refused, and the node has had time to learn of it when the first one's is answered. */
function refuseSecondWhileFirstIsSlow() {
	const where = /** @type {const} */ ('service');
	const operation = 'job_new';
	const held = world
		.until(() => world.calls().includes('job_new 422'))
		.then(async () => await sleep(500));
	world.emulator.faults.add({ where, operation, kind: 'delay', held });
	world.emulator.faults.add({ where, operation, kind: 'status', status: 422 });
}

describe('A call that changes something', () => {
	test('runs to its end when another item fails, and the error names its job', async () => {
		refuseSecondWhileFirstIsSlow();
		const { error } = await world.run('job:create', [{}, {}], { profile });
		expect(world.calls()).toEqual(expect.arrayContaining(['job_new 200', 'job_new 422']));
		const [jobId] = Object.keys(world.emulator.state.data.jobs);
		expect(error.description).toContain(`Created in this run: job ${jobId} (no media yet)`);
	});

	test('leaves no doubt that the node made itself: Retry On Fail goes on with its job', async () => {
		refuseSecondWhileFirstIsSlow();
		const { items, error } = await world.run('job:create', [{}, {}], { profile }, retryOnFail);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.job_id)).toEqual(
			[1001, 1002].map(() => expect.any(Number)),
		);
		expect(Object.keys(world.emulator.state.data.jobs)).toHaveLength(2);
	});

	test('is not begun any more after the failure', async () => {
		refuseSecondWhileFirstIsSlow();
		const mediaUrl = 'https://h/x.mp4';
		const parameters = { profile, mediaSource: 'url', mediaUrl };
		await world.run('recording:submit', [{}, {}], parameters);
		expect(world.count('add_media')).toBe(0);
	});

	test.each(/** @type {const} */ (['jwt', 'apiToken']))(
		'of a run that is stopped runs to its end (%s)',
		async (authentication) => {
			const where = /** @type {const} */ ('service');
			let answer = () => {};
			const held = new Promise((resolve) => (answer = () => resolve(undefined)));
			world.emulator.faults.add({ where, operation: 'job_new', kind: 'delay', held });
			const credential = world.credentialOf({ authentication });
			const run = world.startRun('job:create', [{}], { profile }, { credential });
			const onEnd = jest.fn();
			const ended = run.nodeEnded.then(onEnd);
			await world.until(() => world.count('job_new') === 1);
			run.cancel();
			// A request that is cut ends its node, and its connection, within this time.
			await sleep(500);
			expect(onEnd).not.toHaveBeenCalled();
			expect(world.emulator.journal.underWay.service).toBe(1);
			answer();
			await ended;
			expect(world.calls()).toContain('job_new 200');
		},
	);
});

test('a transfer is cut when another item fails', async () => {
	world.emulator.faults.add({ where: 'store', kind: 'stall', bytes: 1 });
	const items = [
		{ files: { data: randomFile(1000) } },
		{ json: {}, files: { data: randomFile(10) } },
	];
	world.emulator.faults.add({ where: 'service', operation: 'add_asset', kind: 'delay' });
	const held = world.until(() => world.count('put') > 0);
	world.emulator.faults.add({
		where: 'service',
		operation: 'add_asset',
		kind: 'status',
		status: 422,
		held,
	});
	const options = { stallTimeout: 3600 };
	const { error } = await world.run('asset:upload', items, { jobId: world.newJob(), options });
	expect(error.message).toContain('422');
});

describe.each(
	/** @type {const} */ ([
		['continueRegularOutput', 0],
		['continueErrorOutput', 1],
	]),
)('With %s, an item that fails', (onError, output) => {
	test('has its error, and the code, description, step and job beside it', async () => {
		world.emulator.faults.add({
			where: 'service',
			operation: 'add_media',
			kind: 'status',
			status: 422,
		});
		const items = [{ json: { n: 1 }, files: { data: randomFile(10) } }];
		const { outputs } = await world.run('recording:submit', items, { profile }, { onError });
		const [{ json, pairedItem }] = outputs[output] ?? [];
		expect(json).toMatchObject({
			error: expect.stringContaining('Add media for job'),
			details: {
				code: expect.stringMatching(/^[A-Z_]+$/),
				description: expect.stringContaining('has no media yet'),
				step: 'Add media',
				job_id: expect.any(Number),
				asset_ids: [expect.any(String)],
			},
		});
		expect(pairedItem).toEqual([{ item: 0 }]);
	});

	test.each([
		['whose file is missing', 'media:add', { mediaSource: 'binary' }, [{}]],
		['whose expression fails', 'media:add', { mediaUrl: '={{ $("No Node").item.json.x }}' }, [{}]],
		['whose job another item names, too', 'media:add', { mediaUrl: 'https://h/x.mp4' }, [{}, {}]],
		['with one part of a merge', 'media:merge', {}, [{ files: { data: randomFile(10) } }]],
	])('has its job beside its error: %s', async (_what, operation, parameters, items) => {
		const jobId = world.newJob();
		const { outputs } = await world.run(operation, items, { jobId, ...parameters }, { onError });
		const details = (outputs[output] ?? []).map(({ json }) => json.details);
		expect(details).toMatchObject([{ job_id: jobId }]);
	});
});

test("an expression that fails in the first item's options is that item's error, and the others go on", async () => {
	const items = [{ json: { job: world.newJob(), bad: 1 } }, { json: { job: world.newJob() } }];
	const { items: outputs } = await world.run(
		'media:add',
		items,
		{
			jobId: '={{ $json.job }}',
			mediaUrl: 'https://h/x.mp4',
			options: { allowShortLivedUrl: '={{ $json.bad ? $("No Node").item.json.x : false }}' },
		},
		{ onError: 'continueRegularOutput' },
	);
	expect(outputs.map(({ json }) => json.error === undefined)).toEqual([false, true]);
	expect(outputs[0].json.details).toMatchObject({ code: 'EXPRESSION_FAILED' });
});

test("n8n's log gets the code of an item that failed", async () => {
	/** @type {string[]} */
	const lines = [];
	const stop = world.engine.listenToLog((level, text) => lines.push(`${level} ${text}`));
	const { error } = await world.run('job:get', [{}], { jobId: 'seven' });
	stop();
	expect(error.context.code).toBe('JOB_ID_INVALID');
	expect(lines).toContainEqual(expect.stringMatching(/^warn Verbit: JOB_ID_INVALID: /));
});

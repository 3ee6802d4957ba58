const { ExecuteContext } = require('n8n-core');
const { continueOnFail, recording, retryOnFail, useWorld } = require('./world');

/** Many items: each takes its own job, and what one item's failure means for the others. */
const world = useWorld();

test.each([
	['job:get', 'job_info', { job_id: null, job_status: 'Completed' }],
	['media:add', 'add_media', {}],
	['asset:add', 'add_asset', { job_id: null, asset_id: 'a' }],
])('the job of an item is taken by %s untyped, and output whatever comes back', async (...of) => {
	const [operation, call, sent] = of;
	const jobId = world.newJob();
	world.fault(call, { status: 200, body: { job_id: String(jobId), ...sent } });
	const parameters = { mediaUrl: 'https://h/x.mp4', fileName: 'x' };
	const { items } = await world.run(operation, [{ json: { job_id: jobId } }], parameters);
	expect(items[0].json.job_id).toBe(jobId);
});

describe('a call that changes something', () => {
	/** The second item's creation is refused, and the node has learned of it when the first one's is answered. */
	function refuseSecondWhileFirstIsSlow() {
		const held = world
			.until(() => world.calls().includes('job_new 422'))
			.then(async () => await world.roundTrip());
		world.fault('job_new', { kind: 'delay', held }, { status: 422 });
	}

	test('runs to its end when another item fails, and the error names its job', async () => {
		refuseSecondWhileFirstIsSlow();
		const { error } = await world.runFailing('job:create', [{}, {}], {});
		expect(world.calls()).toEqual(expect.arrayContaining(['job_new 200', 'job_new 422']));
		const [jobId] = Object.keys(world.jobs);
		expect(error.description).toContain(`job ${jobId} (no media yet)`);
	});

	test('leaves no doubt that the node made itself: Retry On Fail goes on with its job', async () => {
		refuseSecondWhileFirstIsSlow();
		const { items } = await world.run('job:create', [{}, {}], {}, retryOnFail);
		expect(items.map(({ json }) => String(json.job_id)).sort()).toEqual(Object.keys(world.jobs));
		expect(items).toHaveLength(2);
	});

	test('is not begun any more after the failure', async () => {
		refuseSecondWhileFirstIsSlow();
		await world.runFailing('recording:submit', [{}, {}], { mediaUrl: 'https://h/x.mp4' });
		expect(world.count('add_media')).toBe(0);
	});

	test.each(['jwt', 'apiToken'])('runs to its end in a Stop (%s)', async (authentication) => {
		const release = world.hold('job_new');
		const credential = world.credentialOf({ authentication });
		const run = world.startRun('job:create', [{}], {}, { credential });
		const onEnd = jest.fn();
		const ended = run.nodeEnded.then(onEnd);
		await world.callHeld();
		run.cancel();
		// A request that is cut ends its node, and its connection, before another one comes back.
		await world.roundTrip();
		await world.run('job:get', [{}], { jobId: world.newJob() });
		expect(onEnd).not.toHaveBeenCalled();
		expect(world.emulator.journal.underWay.service).toBe(1);
		release();
		await ended;
		expect(world.calls()).toContain('job_new 200');
	});
});

describe.each([
	['continueRegularOutput', 0],
	['continueErrorOutput', 1],
])('with %s, an item that fails', (onError, output) => {
	test('has its error, and the code, description, step and job beside it', async () => {
		world.fault('add_media', { status: 422 });
		const items = [recording(10, 'talk.wav', { row: 1 })];
		const { outputs } = await world.run('recording:submit', items, {}, { onError });
		const ids = { job_id: expect.any(Number), asset_ids: [expect.any(String)] };
		const told = { code: 'CALL_REFUSED', description: expect.any(String), step: 'Add media' };
		// n8n adds the fields of the input to the error output.
		const kept = onError === 'continueErrorOutput' ? { row: 1 } : {};
		const error = expect.stringContaining('Add media for job');
		const json = { error, details: { ...told, ...ids }, ...kept };
		expect(outputs[output]).toMatchObject([{ json, pairedItem: [{ item: 0 }] }]);
	});

	test('keeps none of the others from going on', async () => {
		const parameters = { jobId: world.newJob() };
		const items = [recording(), {}, recording()];
		const { outputs } = await world.run('asset:upload', items, parameters, { onError });
		const [one, three] = [0, 2].map((item) => ({
			json: { asset_id: expect.any(String) },
			pairedItem: [{ item }],
		}));
		const json = { details: { code: 'ITEM_WITHOUT_FILES' } };
		const failed = { json, pairedItem: [{ item: 1 }] };
		expect(outputs).toMatchObject(output === 1 ? [[one, three], [failed]] : [[one, failed, three]]);
	});

	test('does not go on as if it were done where this version lacks the operation', async () => {
		const items = [{ json: { row: 1 } }];
		const { outputs } = await world.run('media:remove', items, {}, { onError });
		expect(outputs.flatMap((list) => list ?? [])).toHaveLength(1);
		expect(outputs[output]?.[0].json.error).toContain('media:remove');
	});

	test.each([
		['whose expression fails', 'media:add', { mediaUrl: '={{ $("No Node").item.json.x }}' }, [{}]],
		['whose job another item names, too', 'media:add', { mediaUrl: 'https://h/x.mp4' }, [{}, {}]],
		['with one part of a merge', 'media:merge', {}, [recording()]],
	])('has its job beside its error: %s', async (_what, operation, parameters, items) => {
		const jobId = world.newJob();
		const { outputs } = await world.run(operation, items, { jobId, ...parameters }, { onError });
		const details = (outputs[output] ?? []).map(({ json }) => json.details);
		expect(details).toMatchObject([{ job_id: jobId }]);
	});
});

test('nothing more is planned behind the item whose error ends the run', async () => {
	const read = jest.spyOn(world.engine.binaryData, 'getAsStream');
	const items = [{ files: {} }, ...Array.from({ length: 3 }, () => recording())];
	await world.runFailing('recording:submit', items, {});
	expect(read).not.toHaveBeenCalled();
	await world.run('recording:submit', items, {}, continueOnFail);
	expect(read).toHaveBeenCalled();
});

test('a failed item costs one look at the run, not one for each other item', async () => {
	const proxies = jest.spyOn(ExecuteContext.prototype, 'getWorkflowDataProxy');
	world.fault('put', { status: 403, times: 99 });
	const counts = [];
	for (const count of [2, 12]) {
		proxies.mockClear();
		const items = Array.from({ length: count }, () => recording());
		const options = { maxAttempts: 1 };
		await world.run('recording:submit', items, { options }, continueOnFail);
		counts.push(proxies.mock.calls.length);
	}
	expect(counts[1] - counts[0]).toBe(10);
});

test("an expression that fails in the first item's options is that item's error, and the others go on", async () => {
	const items = [{ json: { job: world.newJob(), bad: 1 } }, { json: { job: world.newJob() } }];
	const parameters = {
		jobId: '={{ $json.job }}',
		mediaUrl: 'https://h/x.mp4',
		options: { allowShortLivedUrl: '={{ $json.bad ? $("No Node").item.json.x : false }}' },
	};
	const result = await world.run('media:add', items, parameters, continueOnFail);
	expect(result.items.map(({ json }) => json.details ?? json.job_id)).toMatchObject([
		{ code: 'EXPRESSION_FAILED' },
		items[1].json.job,
	]);
});

test.each([
	['invalid syntax', '={{ $json. }}'],
	['this is a function, please add ()', '={{ "7".trim }}'],
])("an expression of which n8n only says '%s' is one that failed", async (message, jobId) => {
	const { error } = await world.runFailing('job:get', [{}], { jobId });
	expect([error.message, error.context.code]).toEqual([message, 'EXPRESSION_FAILED']);
	expect(error.description).toContain('the field with the expression');
});

const { randomFile, useWorld } = require('./world');

const world = useWorld();

/** What n8n's log gets while the node runs. @param {() => Promise<unknown>} work */
async function logOf(work) {
	/** @type {Array<[level: string, text: string]>} */
	const lines = [];
	const stop = world.engine.listenToLog((level, text) => lines.push([level, text]));
	await work();
	stop();
	return lines.filter(([, text]) => text.startsWith('Upload of'));
}

test('an upload is told with its start, each tenth and its end, with rates', async () => {
	const jobId = world.newJob();
	const items = [{ files: { data: randomFile(20_000_000) } }];
	const lines = await logOf(async () => await world.run('asset:upload', items, { jobId }));
	const texts = lines.map(([, text]) => text);
	expect(texts[0]).toBe(`Upload of "talk.wav" for job ${jobId}: started, 19.1 MiB`);
	expect(texts.slice(1, -1)).toHaveLength(9);
	expect(texts[1]).toMatch(/: 10 %, [\d.]+ MiB\/s$/);
	expect(texts.at(-1)).toMatch(/: done, 19\.1 MiB, [\d.]+ MiB\/s$/);
});

test('a repeat is told with its reason', async () => {
	world.emulator.faults.add({ where: 'store', kind: 'status', status: 503 });
	const items = [{ files: { data: randomFile(10) } }];
	const lines = await logOf(
		async () => await world.run('asset:upload', items, { jobId: world.newJob() }),
	);
	const [level, text] = lines.find(([, line]) => line.includes('retrying in')) ?? [];
	expect(level).toBe('warn');
	expect(text).toMatch(/attempt 1 failed, retrying in [\d.]+ s\. .*503 SlowDown/);
	expect(lines.some(([, line]) => line.includes('started (attempt 2)'))).toBe(true);
});

test('the log holds no key, no token and no signature', async () => {
	const items = [{ files: { data: randomFile(10) } }];
	world.emulator.faults.add({ where: 'store', kind: 'dropConnection' });
	const lines = await logOf(
		async () => await world.run('asset:upload', items, { jobId: world.newJob() }),
	);
	const text = JSON.stringify(lines);
	expect(lines.length).toBeGreaterThan(2);
	for (const secret of [
		world.emulator.apiKey,
		String(world.credential.data.accessToken),
		'X-Amz-',
	]) {
		expect(text).not.toContain(secret);
	}
});

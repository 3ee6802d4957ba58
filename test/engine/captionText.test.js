const { completedJob } = require('./captionJobs');
const { openSources, useWorld } = require('./world');

const world = useWorld();
const MIB = 1024 * 1024;

/**
 * What the node outputs for one item.
 * @param {any} [parameters]
 * @param {import('./engine').ItemSpec} [item]
 */
async function getText(parameters = {}, item = {}) {
	const jobId = completedJob(world);
	const { items, error } = await world.run('job:getCaptions', [item], {
		jobId,
		outputAs: 'text',
		captionFormat: 'txt',
		...parameters,
	});
	expect(openSources()).toEqual([]);
	return { item: items[0], error, jobId };
}

/** @param {string | Buffer} body @param {string} [type] */
const respondWith = (body, type = 'text/plain') =>
	world.emulator.faults.add({
		where: 'service',
		operation: 'get_caption',
		kind: 'status',
		status: 200,
		body,
		headers: { 'content-type': type },
	});

test('text joins the fields and files of the item', async () => {
	const { item, jobId } = await getText(
		{},
		{ json: { row: 7, job_name: 'Lecture' }, files: { data: { content: Buffer.from('x') } } },
	);
	const text = String(world.emulator.captions('txt'));
	expect(item.json).toEqual({
		row: 7,
		job_name: 'Lecture',
		job_id: jobId,
		caption_format: 'txt',
		text,
		characters: text.length,
	});
	expect(Object.keys(item.binary ?? {})).toEqual(['data']);
	expect(item.pairedItem).toEqual([{ item: 0 }]);
});

test('text needs no other call than the one for the captions', async () => {
	await getText();
	expect(world.calls()).toEqual(['auth 200', 'get_caption 200']);
});

describe('what an item holds of an earlier Get Captions', () => {
	const earlier = {
		caption_format: 'json',
		language: 'es',
		draft: true,
		text: 'A draft',
		transcript: { words: [] },
		characters: 7,
		truncated: true,
	};

	test('is replaced: the final captions are no draft', async () => {
		const { item, jobId } = await getText({}, { json: { row: 7, ...earlier } });
		const text = String(world.emulator.captions('txt'));
		expect(item.json).toEqual({
			row: 7,
			job_id: jobId,
			caption_format: 'txt',
			text,
			characters: text.length,
		});
	});

	test("is told from the job's own language, which Get outputs", async () => {
		const { item } = await getText({}, { json: { language: 'fr' } });
		expect(item.json.language).toBe('fr');
	});

	test("is told from the user's own fields of the same names, which stay", async () => {
		const own = { draft: 'Dear all', characters: ['Ann', 'Bob'], transcript: 'T-7' };
		const { item } = await getText({}, { json: own });
		expect(item.json).toMatchObject({ draft: 'Dear all', transcript: 'T-7' });
		const { item: asJson } = await getText({ captionFormat: 'json' }, { json: { text: 'Mine' } });
		expect(asJson.json).toMatchObject({ text: 'Mine', transcript: expect.any(Object) });
	});

	test("is told in an item of the trigger, too, whose draft isn't the transcript", async () => {
		const json = { captions: { caption_format: 'txt', draft: true }, text: 'A draft' };
		const { item } = await getText({ captionFormat: 'json' }, { json });
		expect(item.json).not.toHaveProperty('text');
	});

	test('as an error is gone once the captions come, and Retry On Fail fetches them once', async () => {
		const jobId = world.newJob();
		const parameters = { jobId, outputAs: 'text', captionFormat: 'txt' };
		const onError = /** @type {const} */ ('continueRegularOutput');
		const failed = await world.run('job:getCaptions', [{}], parameters, { onError });
		expect(failed.items[0].json.details).toMatchObject({ code: 'CAPTIONS_NOT_READY' });
		world.emulator.setJobStatus(jobId, 'Completed');
		world.emulator.journal.clear();
		// n8n's error output adds the fields of the input.
		const input = [{ json: { row: 7, ...failed.items[0].json } }];
		const { items, error } = await world.run('job:getCaptions', input, parameters, {
			nodeSettings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		});
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({ row: 7, job_id: jobId });
		expect(items[0].json).not.toHaveProperty('error');
		expect(items[0].json).not.toHaveProperty('details');
		expect(world.count('get_caption')).toBe(1);
	});

	test('stays where it is an error of something else', async () => {
		const { item } = await getText({}, { json: { error: 'E7', details: 'Camera 2' } });
		expect(item.json).toMatchObject({ error: 'E7', details: 'Camera 2' });
	});
});

test.each([
	'srt',
	'vtt',
	'web_vtt',
	'sami',
	'scc',
	'dfxp',
	'txt',
	'rtf',
	'ad.vtt',
	'ad.html',
	'ad.txt',
	'sm.txt',
])('captions in %s come as text', async (captionFormat) => {
	const { item } = await getText({ captionFormat });
	expect(item.json.text).toBe(String(world.emulator.captions(captionFormat)));
	expect(item.binary).toBeUndefined();
});

test('a transcript in JSON is parsed', async () => {
	const { item } = await getText({ captionFormat: 'json' });
	const file = String(world.emulator.captions('json'));
	expect(item.json).toMatchObject({ transcript: JSON.parse(file), characters: file.length });
	expect(item.json).not.toHaveProperty('text');
});

test('a transcript in JSON that is not JSON is an error with what to do', async () => {
	respondWith('{"captions": [', 'application/json');
	const { error } = await getText({ captionFormat: 'json' });
	expect(error.message).toContain("the JSON file isn't valid JSON");
	expect(error.description).toContain("Set 'Output As' to File");
});

test('binary data in a format that is not in the list is not output as text', async () => {
	respondWith('PK\u0003\u0004\u0000\u0000', 'application/zip');
	const { error } = await getText({ captionFormat: '={{ "bundle" }}' });
	expect(error.message).toContain("the bundle file isn't text");
});

describe('a text over the limit', () => {
	const options = { maxCharacters: 10 };

	test('is cut there, and says so', async () => {
		respondWith('Good morning, everybody');
		const { item } = await getText({ options });
		expect(item.json).toMatchObject({ text: 'Good morni', characters: 10, truncated: true });
	});

	test('is not cut when it is exactly as long', async () => {
		respondWith('0123456789');
		const { item } = await getText({ options });
		expect(item.json).toMatchObject({ text: '0123456789', characters: 10 });
		expect(item.json).not.toHaveProperty('truncated');
	});

	test('is never cut within a character', async () => {
		respondWith('012345678😀!');
		const { item } = await getText({ options });
		expect(item.json).toMatchObject({ text: '012345678', characters: 9, truncated: true });
	});

	test('comes as text for JSON too: a part of it cannot be parsed', async () => {
		const { item } = await getText({ captionFormat: 'json', options });
		expect(item.json).toMatchObject({ text: '{\n\t"langua', truncated: true });
		expect(item.json).not.toHaveProperty('transcript');
	});

	test('is not read further than needed', async () => {
		world.emulator.switches.set({ captionBytes: 1000 * MIB });
		const { item } = await getText({ options: { maxCharacters: 3 * MIB } });
		expect(item.json).toMatchObject({ characters: 3 * MIB, truncated: true });
		await world.until(() => world.emulator.journal.underWay.service === 0);
	});

	test('is a million characters where nothing else is set', async () => {
		world.emulator.switches.set({ captionBytes: 5 * MIB });
		const { item } = await getText();
		expect(item.json).toMatchObject({ characters: 1_000_000, truncated: true });
	});

	test('can be raised for JSON, which is then parsed in full', async () => {
		const words = Array.from({ length: 30_000 }, (_, index) => ({
			word: `word${index}`,
			start: index * 0.4,
			speaker: 'Speaker 1',
		}));
		const file = JSON.stringify({ words });
		expect(file.length).toBeGreaterThan(1_000_000);
		respondWith(file, 'application/json');
		const cut = await getText({ captionFormat: 'json' });
		expect(cut.item.json).toMatchObject({ characters: 1_000_000, truncated: true });
		respondWith(file, 'application/json');
		const raised = { maxCharacters: file.length };
		const { item } = await getText({ captionFormat: 'json', options: raised });
		expect(item.json).toMatchObject({ transcript: { words }, characters: file.length });
		expect(item.json).not.toHaveProperty('truncated');
	});
});

test('a connection that drops during a text downloads it again', async () => {
	world.emulator.switches.set({ captionBytes: 500_000 });
	world.emulator.faults.add({
		where: 'service',
		operation: 'get_caption',
		kind: 'cutDownload',
		bytes: 200_000,
	});
	const { item } = await getText();
	expect(item.json.characters).toBeGreaterThan(490_000);
	expect(world.count('get_caption')).toBe(2);
});

describe('under an AI agent', () => {
	const nodeType = 'n8n-nodes-verbit.verbitTool';
	/** @param {any} parameters */
	const run = async (parameters) => {
		const jobId = completedJob(world);
		return await world.run('job:getCaptions', [{}], { jobId, ...parameters }, { nodeType });
	};

	test.each([{}, { outputAs: 'file', outputBinaryPropertyName: 'captions' }])(
		'text is what comes, with %j',
		async (parameters) => {
			const { items } = await run({ captionFormat: 'txt', ...parameters });
			expect(items[0].json.text).toBe(String(world.emulator.captions('txt')));
			expect(items[0].binary).toBeUndefined();
		},
	);

	test('a format without text is refused before anything is sent', async () => {
		const { error } = await run({ captionFormat: 'pdf' });
		expect(error.message).toBe(
			"Captions in PDF can't be output as text, and AI agents can read captions as text only",
		);
		expect(world.calls()).toEqual([]);
	});
});

const { useWorld } = require('./world');
const { captionsOf, completedJob } = require('./captionJobs');

const world = useWorld();

/** What the engine puts out for one item. @param {any} parameters @param {Partial<import('./engine').RunOptions>} [more] */
async function getCaptions(parameters, more) {
	const { items, error } = await world.run('job:getCaptions', [{}], parameters, more);
	return { item: items[0], error };
}

/** Calls for captions. */
const sent = () =>
	world.emulator.journal.filter(
		({ operation }) => operation === 'get_caption' || operation === 'draft',
	);

test.each([
	['srt', 'srt', 'application/x-subrip'],
	['vtt', 'vtt', 'text/vtt'],
	['web_vtt', 'vtt', 'text/vtt'],
	['sami', 'smi', 'application/x-sami'],
	['scc', 'scc', 'text/x-scc'],
	['dfxp', 'dfxp', 'application/ttml+xml'],
	['txt', 'txt', 'text/plain'],
	['docx', 'docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
	['rtf', 'rtf', 'application/rtf'],
	['pdf', 'pdf', 'application/pdf'],
	['json', 'json', 'application/json'],
	['mxf', 'mxf', 'application/mxf'],
	['mpg', 'mpg', 'video/mpeg'],
	['mp4', 'mp4', 'video/mp4'],
	['mov', 'mov', 'video/quicktime'],
	['synthetic_voicing.mp3', 'synthetic_voicing.mp3', 'audio/mpeg'],
	['ad.mp3', 'ad.mp3', 'audio/mpeg'],
	['sm.txt', 'sm.txt', 'text/plain'],
	['ad.txt', 'ad.txt', 'text/plain'],
	['ad.html', 'ad.html', 'text/html'],
	['ad.vtt', 'ad.vtt', 'text/vtt'],
])('captions in %s come byte for byte, as .%s of type %s', async (format, extension, type) => {
	// What the service says of the type is less than what is known of the format.
	world.emulator.switches.set({ captionContentType: 'application/octet-stream' });
	const jobId = completedJob(world);
	const { item } = await getCaptions({ jobId, captionFormat: format });
	const content = world.emulator.captions(format);
	expect(await captionsOf(world, item)).toEqual(content);
	expect(item.json).toEqual({
		job_id: jobId,
		caption_format: format,
		file_name: `${jobId}.${extension}`,
		content_type: type,
		bytes: content.length,
	});
	expect(item.binary?.data).toMatchObject({
		fileName: `${jobId}.${extension}`,
		fileExtension: extension.split('.').pop(),
		mimeType: type,
	});
});

test('the call says the format, and a language only where one is asked for', async () => {
	const jobId = completedJob(world, { translationLanguages: ['es'] });
	await getCaptions({ jobId, captionFormat: 'vtt' });
	const { item } = await getCaptions({
		jobId,
		captionFormat: 'vtt',
		options: { captionLanguage: ' es ' },
	});
	expect(sent().map(({ query }) => query)).toEqual([
		{ v: '4', job_id: String(jobId), caption_format: 'vtt' },
		{ v: '4', job_id: String(jobId), caption_format: 'vtt', language: 'es' },
	]);
	expect(item.json).toMatchObject({ language: 'es', file_name: `${jobId}.es.vtt` });
	expect(await captionsOf(world, item)).toEqual(world.emulator.captions('vtt', 'es'));
});

describe('a name that the service gives', () => {
	/** @param {string} name of the job, which the emulator puts into Content-Disposition */
	const nameFor = async (name) => {
		world.emulator.switches.set({ captionFileName: true });
		const { item } = await getCaptions({ jobId: completedJob(world, { name }) });
		expect(item.binary?.data.fileName).toBe(item.json.file_name);
		return item.json.file_name;
	};

	test('is taken, in any script', async () => {
		expect(await nameFor('Vorlesung Öl “1”')).toBe('Vorlesung Öl “1”.en-US.srt');
	});

	test('loses its folders', async () => {
		expect(await nameFor('../../etc/passwd')).toBe('passwd.en-US.srt');
	});
});

describe('a name that Verbit does not send', () => {
	/** @param {any} [json] of the item @param {any} [parameters] @param {any} [job] */
	const nameFor = async (json = {}, parameters = {}, job = {}) => {
		const jobId = completedJob(world, { translationLanguages: ['es'], ...job });
		const { items } = await world.run('job:getCaptions', [{ json }], { jobId, ...parameters });
		return items[0].json.file_name;
	};

	test.each([
		['Lecture', {}, 'Lecture.srt'],
		['lecture.mp4', {}, 'lecture.srt'],
		['lecture.MP4', { options: { captionLanguage: 'es' } }, 'lecture.es.srt'],
		['Dr. Smith v1.2', {}, 'Dr. Smith v1.2.srt'],
		['Größe “1”', { captionFormat: 'ad.vtt' }, 'Größe “1”.ad.vtt'],
		['talks/day 1.wav', {}, 'day 1.srt'],
		['https://h/talks/day%202.wav?Signature=TopSecret', {}, 'day 2.srt'],
		['Board meeting 22/11/2026', {}, 'Board meeting 22-11-2026.srt'],
		['Q&A \\ part 1/2', { options: { captionLanguage: 'es' } }, 'Q&A - part 1-2.es.srt'],
		['lecture.mp4', { captionFormat: 'mp4' }, 'lecture.mp4'],
	])(
		'is that of the job in the item, %s, without another call',
		async (job_name, more, expected) => {
			expect(await nameFor({ job_name }, more)).toBe(expected);
			expect(world.count('job_info')).toBe(0);
		},
	);

	test('is that of the recording in the item, where the job has none there', async () => {
		expect(await nameFor({ file_name: 'talk.wav' })).toBe('talk.srt');
		expect(world.count('job_info')).toBe(0);
	});

	test('is asked for where the item has none, or is about another job', async () => {
		expect(await nameFor({}, {}, { name: 'Own name.mov' })).toBe('Own name.srt');
		const other = { job_id: 999, job_name: 'Other' };
		expect(await nameFor(other, {}, { name: 'Own name.mov' })).toBe('Own name.srt');
		expect(world.count('job_info')).toBe(2);
	});

	test('is the number of the job where nothing else is known', async () => {
		world.emulator.faults.add({
			where: 'service',
			operation: 'job_info',
			kind: 'status',
			status: 400,
		});
		expect(await nameFor()).toMatch(/^\d+\.srt$/);
	});

	test('is the one that is set, before all others', async () => {
		world.emulator.switches.set({ captionFileName: true });
		const options = { fileName: 'My captions.txt' };
		expect(await nameFor({ job_name: 'Lecture' }, { options })).toBe('My captions.txt');
		expect(world.count('job_info')).toBe(0);
	});
});

describe('a draft', () => {
	const options = { draft: true };
	/** @param {'Pending' | 'In Progress' | 'Completed' | 'Canceled' | 'Failure'} status */
	const jobWithDraft = (status, isDraftReady = true) => {
		const jobId = world.newJob();
		world.emulator.setJobStatus(jobId, status, { isDraftReady });
		return jobId;
	};

	test('comes before the job is completed, and says what it is', async () => {
		const jobId = jobWithDraft('In Progress');
		const { item } = await getCaptions({ jobId, options });
		expect(await captionsOf(world, item)).toEqual(world.emulator.captions('srt'));
		expect(item.json).toMatchObject({ draft: true, file_name: `${jobId}.draft.srt` });
		expect(sent().map(({ operation }) => operation)).toEqual(['draft']);
	});

	test('comes as text too', async () => {
		const jobId = jobWithDraft('In Progress');
		const { item } = await getCaptions({ jobId, options, outputAs: 'text', captionFormat: 'txt' });
		expect(item.json).toMatchObject({ draft: true, text: String(world.emulator.captions('txt')) });
	});

	test.each(
		/** @type {const} */ ([
			[
				'In Progress',
				"the draft isn't ready: the job's status is In Progress",
				"'draft_ready' is true",
			],
			['Pending', "the job hasn't been started", 'Add Start Transcription'],
			['Failure', 'the job failed', 'Use Get'],
		]),
	)('that is not there (%s) brings the reason', async (status, what, remedy) => {
		const { error } = await getCaptions({ jobId: jobWithDraft(status, false), options });
		expect(error.message).toContain(what);
		expect(error.description).toContain(remedy);
	});

	test('in a format that drafts do not come in brings those that they do', async () => {
		const parameters = { jobId: jobWithDraft('In Progress'), options, captionFormat: 'vtt' };
		const { error } = await getCaptions(parameters);
		expect(error.message).toContain('400 INVALID_OPTION');
		expect(error.description).toContain('Drafts come as DOCX, PDF, SAMI, SRT, TXT or WebVTT only.');
	});

	test('of a completed job that is refused says to get the captions', async () => {
		world.emulator.faults.add({
			where: 'service',
			operation: 'draft',
			kind: 'status',
			status: 400,
			body: { ErrorType: 'INVALID_QUERY' },
		});
		const { error } = await getCaptions({ jobId: jobWithDraft('Completed'), options });
		expect(error.description).toContain("remove the option 'Draft'");
	});
});

test('the file goes into the field that is named, and files of the input are not passed on', async () => {
	const jobId = completedJob(world);
	const input = [{ files: { data: { content: Buffer.from('x'), fileName: 'x.wav' } } }];
	const parameters = { jobId, outputBinaryPropertyName: 'captions' };
	const { items } = await world.run('job:getCaptions', input, parameters);
	expect(Object.keys(items[0].binary ?? {})).toEqual(['captions']);
});

test('each item gets its own file, paired with it', async () => {
	const input = ['srt', 'txt', 'json', 'pdf'].map((format) => ({
		json: { format, job: completedJob(world) },
	}));
	const parameters = { jobId: '={{ $json.job }}', captionFormat: '={{ $json.format }}' };
	const { items } = await world.run('job:getCaptions', input, parameters);
	for (const [index, item] of items.entries()) {
		const { format, job } = input[index].json;
		expect(item).toMatchObject({ json: { job_id: job, caption_format: format } });
		expect(item.pairedItem).toEqual([{ item: index }]);
		expect(await captionsOf(world, item)).toEqual(world.emulator.captions(format));
	}
});

test('in a workflow with combined binary data the file is where n8n keeps files there', async () => {
	const jobId = completedJob(world);
	const { item } = await getCaptions({ jobId }, { settings: { binaryMode: 'combined' } });
	expect(item.binary).toBeUndefined();
	expect(item.json._files).toMatchObject({
		data: { fileName: `${jobId}.srt`, mimeType: 'application/x-subrip' },
	});
});

describe('a format that is not in the list', () => {
	const answer = (/** @type {object} */ fault) =>
		world.emulator.faults.add(
			/** @type {any} */ ({
				where: 'service',
				operation: 'get_caption',
				kind: 'status',
				status: 200,
				...fault,
			}),
		);

	test('is requested by its name, and keeps the type that Verbit returns', async () => {
		answer({ body: '00:01 Hi', headers: { 'content-type': 'text/x-sbv; charset=utf-8' } });
		const jobId = completedJob(world);
		const { item } = await getCaptions({ jobId, captionFormat: '={{ "sbv" }}' });
		expect(sent()[0].query.caption_format).toBe('sbv');
		expect(item.json).toMatchObject({
			caption_format: 'sbv',
			file_name: `${jobId}.sbv`,
			content_type: 'text/x-sbv',
		});
	});

	test('may be JSON', async () => {
		answer({ body: { words: [] } });
		const { item } = await getCaptions({ jobId: completedJob(world), captionFormat: 'words' });
		expect(String(await captionsOf(world, item))).toBe('{"words":[]}');
	});

	test('may be HTML where it is called so', async () => {
		answer({ body: '<!doctype html><p>Hi', headers: { 'content-type': 'text/html' } });
		const { item } = await getCaptions({ jobId: completedJob(world), captionFormat: 'html' });
		expect(String(await captionsOf(world, item))).toContain('Hi');
	});

	test('that Verbit does not know either reports what Verbit says', async () => {
		const { error } = await getCaptions({ jobId: completedJob(world), captionFormat: 'stl' });
		expect(error.message).toContain('400 INVALID_OPTION (caption_format can not be stl)');
	});
});

test.each([
	[{ captionFormat: '={{ "" }}' }, `'Caption Format' isn't a valid format name (got nothing)`],
	[
		{ captionFormat: '={{ "../srt" }}' },
		`'Caption Format' isn't a valid format name (got "../srt")`,
	],
	[
		{ outputBinaryPropertyName: '__proto__' },
		"'Put Output File in Field' must be a name such as data (got __proto__)",
	],
	[{ outputBinaryPropertyName: '={{ " " }}' }, "'Put Output File in Field' is empty"],
	[{ outputAs: '={{ "mail" }}' }, `'Output As' must be file or text (got "mail")`],
	[{ outputAs: 'text', captionFormat: 'docx' }, "Captions in DOCX can't be output as text"],
	[{ outputAs: 'text', captionFormat: '={{ "MP4" }}' }, "Captions in MP4 can't be output as text"],
	[
		{ outputAs: 'text', options: { maxCharacters: 0 } },
		expect.stringMatching(/Max Characters.*from 1 to 100000000/),
	],
])('%j is refused before anything is sent', async (parameters, message) => {
	const { error } = await getCaptions({ jobId: completedJob(world), ...parameters });
	expect([error.name, error.message]).toEqual(['NodeOperationError', message]);
	expect(world.calls()).toEqual([]);
});

describe('a job that is not completed', () => {
	test.each(
		/** @type {const} */ ([
			['Pending', "the job hasn't been started", 'Add Start Transcription'],
			['In Progress', "the captions aren't ready", 'Add Wait for Completion'],
			['Canceled', 'the job has no captions', 'Create a new job'],
			['Failure', 'the job failed and has no captions', 'Use Get to see the errors'],
		]),
	)('(%s) brings its status and what to do', async (status, what, remedy) => {
		for (const errorStatus of /** @type {const} */ ([400, 200, 404, 422])) {
			world.emulator.switches.set({ errorStatus });
			const jobId = world.newJob();
			world.emulator.setJobStatus(jobId, status);
			const { error } = await getCaptions({ jobId });
			expect(error.message).toBe(
				`Get captions for job ${jobId}: ${what}: ${status === 'In Progress' ? "the job's" : 'its'} status is ${status} (Verbit returned ${errorStatus} INVALID_QUERY)`,
			);
			expect(error.description).toContain(remedy);
		}
	});

	test('reports the first refusal if the status cannot be read', async () => {
		const { error } = await getCaptions({ jobId: 999_999 });
		expect(error.message).toContain('400 ITEM_NOT_FOUND');
		expect(error.description).toContain('Check the job ID');
	});
});

const { Readable } = require('node:stream');
const { FORMATS } = require('../emulator/captions/formats');
const { file, useLinkServer } = require('./linkServer');
const {
	continueOnFail,
	hintsOf,
	openSources,
	recording,
	retryOnFail,
	useWorld,
} = require('./world');

const world = useWorld();
const links = useLinkServer();
afterEach(() => expect(openSources()).toEqual([]));
const MIB = 1024 * 1024;

/** The captions of a job, by default a finished one. @param {any} parameters @param {import('./engine').ItemSpec} [item] @param {object} [more] */
async function getCaptions(parameters, item = {}, more = {}) {
	const all = { jobId: world.jobThatIs('Completed'), ...parameters };
	const { items, hints } = await world.run('job:getCaptions', [item], all, more);
	return { item: items[0], jobId: all.jobId, hints: hints.map(({ message }) => message) };
}

const AS_TEXT = { outputAs: 'text', captionFormat: 'txt' };
const AS_JSON = { outputAs: 'text', captionFormat: 'json' };
const AS_SEGMENTS = { outputAs: 'segments' };

/** The same as text. @param {any} [parameters] @param {import('./engine').ItemSpec} [item] @param {object} [more] */
const getText = async (parameters, item, more) =>
	await getCaptions({ ...AS_TEXT, ...parameters }, item, more);

/** @param {Promise<any>} run */
const codeOf = async (run) => (await world.failing(run)).error.context.code;

/** @param {string | Buffer | object} body @param {string} [type] */
const respondWith = (body, type = 'text/plain') =>
	world.fault('get_caption', { status: 200, body, headers: { 'content-type': type } });

const TXT = () => String(world.emulator.captions('txt'));

const WITHOUT_TEXT = /^(docx|pdf|oip|mxf|mpg|mp4|mov|.*\.mp3)$/;

/** What the link server answers. @param {any} parameters */
async function fromLink(parameters) {
	const redirect = { status: 302, headers: { location: `${links.url}/x` }, times: 9 };
	world.fault('get_caption', redirect);
	return await getCaptions(parameters);
}

const ALL = /** @type {Array<keyof typeof FORMATS>} */ (Object.keys(FORMATS));

/** In pieces of each size they come in `test/unit/captions/fileJudge.test.js`. */
test.each(ALL)('%s comes byte for byte, and its text', async (format) => {
	const { extension, contentType } = FORMATS[format];
	// What Verbit says of the type is less than what is known of the format.
	world.set({ captionContentType: 'application/octet-stream' });
	const { item, jobId } = await getCaptions({ captionFormat: format });
	const content = world.emulator.captions(format);
	expect(await world.fileOf(item)).toEqual(content);
	const fileName = `${jobId}.${extension}`;
	const mimeType = format === 'oip' ? 'application/octet-stream' : contentType.split(';')[0];
	const own = { job_id: jobId, caption_format: format, file_name: fileName };
	expect(item.json).toEqual({ ...own, content_type: mimeType, bytes: content.length });
	expect(Object.keys(item.json)[0]).toBe('file_name');
	const fileExtension = extension.split('.').pop();
	expect(item.binary?.data).toMatchObject({ fileName, fileExtension, mimeType });
	const text = getText({ captionFormat: format });
	if (WITHOUT_TEXT.test(format)) expect(await codeOf(text)).toBe('CAPTION_FORMAT_WITHOUT_TEXT');
	else expect((await text).item.json.characters).toBe(String(content).length);
});

describe('as a file', () => {
	test('each item gets its own file in the field that is named, and files of the input are not passed on', async () => {
		const input = ['srt', 'txt', 'json', 'vtt'].map((format, index) => {
			const job = world.jobThatIs('Completed', { translationLanguages: ['es'] });
			return recording(10, 'x.wav', { format, job, language: index === 3 ? ' es ' : '' });
		});
		const { items } = await world.run('job:getCaptions', input, {
			jobId: '={{ $json.job }}',
			captionFormat: '={{ $json.format }}',
			outputBinaryPropertyName: 'captions',
			options: { captionLanguage: '={{ $json.language }}' },
		});
		for (const [index, item] of items.entries()) {
			const { format, job, language: asked } = /** @type {any} */ (input[index].json);
			const language = asked.trim() || undefined;
			expect(item.json).toMatchObject({ job_id: job, caption_format: format });
			expect([item.json.language, item.pairedItem]).toEqual([language, [{ item: index }]]);
			expect(Object.keys(item.binary ?? {})).toEqual(['captions']);
			const content = await world.fileOf(item, 'captions');
			expect(content).toEqual(world.emulator.captions(format, language));
		}
	});

	test.each([
		['that Verbit gives, without folders', undefined, 'Vorlesung Öl “1”.en-US.srt'],
		['that is set', 'My captions.txt', 'My captions.txt'],
	])('has the name %s, before that in the item', async (_which, fileName, expected) => {
		world.set({ captionFileName: true });
		const jobId = world.jobThatIs('Completed', { name: '../../etc/Vorlesung Öl “1”' });
		const input = { json: { job_name: 'Lecture' } };
		const { item } = await getCaptions({ jobId, options: { fileName } }, input);
		expect([item.json.file_name, item.binary?.data.fileName]).toEqual([expected, expected]);
		expect(world.count('job_info')).toBe(0);
	});
});

describe('a name that Verbit does not send', () => {
	/** @param {any} [json] of the item @param {any} [parameters] @param {any} [job] */
	const nameFor = async (json = {}, parameters = {}, job = {}) => {
		const jobId = world.jobThatIs('Completed', { translationLanguages: ['es'], ...job });
		return (await getCaptions({ jobId, ...parameters }, { json })).item.json.file_name;
	};
	const inSpanish = { options: { captionLanguage: 'es' } };

	test.each([
		['Lecture', {}, 'Lecture.srt'],
		[undefined, {}, 'talk.srt'],
		['Interview with Dr.Smith', {}, 'Interview with Dr.Smith.srt'],
		['lecture.webm', {}, 'lecture.srt'],
		['lecture.MP4', inSpanish, 'lecture.es.srt'],
		['Größe “1”', { captionFormat: 'ad.vtt' }, 'Größe “1”.ad.vtt'],
		['talks/day 1.ts', {}, 'day 1.srt'],
		['Talk on http://h/x', {}, 'Talk on http:--h-x.srt'],
		['http://h/talks/three', {}, 'three.srt'],
		['https://h/talks/day%202.wav?Signature=TopSecret', {}, 'day 2.srt'],
		['Q&A \\ part 1/2', inSpanish, 'Q&A - part 1-2.es.srt'],
		['lecture.mp4', { captionFormat: 'mp4' }, 'lecture.mp4'],
	])('is that in the item, %s, without a call', async (job_name, more, expected) => {
		expect(await nameFor({ job_name, file_name: 'talk.wav' }, more)).toBe(expected);
		expect(world.count('job_info')).toBe(0);
	});

	// The name of earlier captions has their language in it.
	const captions = { file_name: 'Own name.es.srt', caption_format: 'srt', language: 'es' };

	const other = { job_id: 999, job_name: 'Other' };

	test.each([{}, other, captions])('is asked for beside %j', async (json) => {
		expect(await nameFor(json, {}, { name: 'Own name.mov' })).toBe('Own name.srt');
		expect(world.count('job_info')).toBe(1);
	});

	test('is the number of the job where nothing else is known: one call asks, and for no longer than a moment', async () => {
		world.fault('job_info', { status: 503, times: 9 });
		expect(await nameFor()).toMatch(/^\d+\.srt$/);
		expect(world.count('job_info')).toBe(1);
	});
});

describe('a response that is not the file', () => {
	const page = { status: 200, body: '<!doctype html><html></html>', times: 9 };
	const off = { checkFile: false };

	test('is asked for once more, and the error says that it came twice', async () => {
		world.fault('get_caption', page);
		const { error } = await world.failing(getCaptions({}));
		expect(error.message).toContain('returned the same response twice');
		expect(error.message).toContain('a web page instead of the file');
		expect(error.description).toMatch(/^Check the captions of the job(?!.*again)/);
		expect(world.count('get_caption')).toBe(2);
	});

	test.each([
		['docx', page],
		['srt', { status: 206, body: '1\n00:00' }],
		['txt', { status: 200, body: '' }],
	])('comes as it is where Check File is off, for %s: %j', async (captionFormat, fault) => {
		world.fault('get_caption', fault);
		const { item } = await getCaptions({ captionFormat, options: off });
		expect(String(await world.fileOf(item))).toBe(fault.body);
		expect(world.count('get_caption')).toBe(1);
	});

	test.each([
		['the token in it', { status: 200, body: 'Hi {token}, {token}' }, 'RESPONSE_INCOMPLETE'],
		['another status', { status: 404, body: 'Hi' }, 'NOT_VERBIT'],
		["Verbit's error", { status: 200, body: { ErrorType: 'INVALID_OPTION' } }, 'CALL_REFUSED'],
		['half of its length', { kind: 'cutDownload', bytes: 100 }, 'DOWNLOAD_INTERRUPTED'],
	])('is an error also where Check File is off if it has %s', async (_what, fault, code) => {
		world.fault('get_caption', { ...fault, times: 9 });
		expect(await codeOf(getCaptions({ options: off }))).toBe(code);
	});
});

test('a format that is not in the list is requested by its name, and keeps the type that Verbit returns', async () => {
	respondWith('00:01 Hi', 'text/x-sbv; charset=utf-8');
	const { item, jobId } = await getCaptions({ captionFormat: '={{ "sbv" }}' });
	expect(world.emulator.journal.at(-1)?.query.caption_format).toBe('sbv');
	const shown = { caption_format: 'sbv', file_name: `${jobId}.sbv`, content_type: 'text/x-sbv' };
	expect(item.json).toMatchObject(shown);
});

describe('a job that is not completed', () => {
	/** `advice.test.js` has the others. */
	test.each([
		['Canceled', 200],
		['Failure', 404],
	])('(%s) is told by its status where Verbit refuses with %d', async (status, errorStatus) => {
		world.set({ errorStatus });
		const jobId = world.jobThatIs(status);
		const { error } = await world.failing(getCaptions({ jobId }));
		const data = { code: 'CAPTIONS_UNAVAILABLE', job_id: jobId, job_status: status };
		expect(error.context.data).toMatchObject(data);
		expect(error.message).toContain(`(Verbit returned ${errorStatus}`);
		expect(error.message).toContain(status);
	});

	test.each([
		[202, 'CAPTIONS_NOT_READY'],
		[404, 'CAPTIONS_NOT_READY'],
		[503, 'HOST_BUSY'],
	])('is named only where Verbit does not say that it is busy: a page with %d', async (...of) => {
		const [status, code] = of;
		world.fault('get_caption', { status, body: '<html></html>', times: 9 });
		expect(await codeOf(getCaptions({ jobId: world.jobThatIs('In Progress') }))).toBe(code);
	});

	test('reports the first refusal if the status cannot be read', async () => {
		const { error } = await world.failing(getCaptions({ jobId: 999_999 }));
		expect(error.message).toContain('400 ITEM_NOT_FOUND');
		expect(error.description).toContain('Check the job ID');
	});
});

describe('as text', () => {
	test('they join the fields and files of the item, with one call', async () => {
		const json = { row: 7, job_name: 'Lecture' };
		// Without a format they are TXT.
		const input = recording(1, 'x.wav', json);
		const { item, jobId } = await getText({ captionFormat: undefined }, input);
		const own = { job_id: jobId, caption_format: 'txt', text: TXT(), characters: TXT().length };
		expect(item.json).toEqual({ ...json, ...own });
		expect(Object.keys(item.json).slice(0, 2)).toEqual(['text', 'job_id']);
		expect(Object.keys(item.binary ?? {})).toEqual(['data']);
		expect(item.pairedItem).toEqual([{ item: 0 }]);
		expect(world.calls()).toEqual(['auth 200', 'get_caption 200']);
	});

	/** `test/unit/captions/captionText.test.js` has the bytes. */
	test.each([
		['is none', ['{"captions": [}'], 'valid JSON'],
		['is empty', [''], 'valid JSON'],
		['has more values than two days of speech', ['[', '{},'.repeat(6_000_000)], '6 million values'],
		['n8n could not save', ['{"x":', '['.repeat(MIB), ']'.repeat(MIB), '}'], 'flat enough'],
	])('are an error in JSON that %s, long before it is parsed', async (_what, parts, expected) => {
		const parse = jest.spyOn(JSON, 'parse');
		links.answer((_request, response) => void Readable.from(parts).pipe(response));
		const run = fromLink({ ...AS_JSON, options: { checkFile: false } });
		const { error } = await world.failing(run);
		expect(error.context.code).toBe('CAPTIONS_NOT_TEXT');
		expect(error.message).toContain(expected);
		expect(parse.mock.calls.filter(([text]) => text.length > MIB)).toEqual([]);
	});

	test('are what JSON holds, also a mere text', async () => {
		respondWith('"Hello"', 'application/json');
		const { item } = await getCaptions({ ...AS_JSON, options: { checkFile: false } });
		expect(item.json.transcript).toBe('Hello');
	});

	test('come whole in JSON, however long the recording was and whatever Max Characters says', async () => {
		world.set({ transcriptHours: 1 });
		const { item } = await getCaptions({ ...AS_JSON, options: { maxCharacters: 10 } });
		const file = String(world.emulator.captions('json'));
		expect(file.length).toBeGreaterThan(1_400_000);
		expect(item.json.characters).toBe(file.length);
		expect(JSON.stringify(item.json.transcript)).toBe(JSON.stringify(JSON.parse(file)));
		for (const field of ['text', 'truncated']) expect(item.json).not.toHaveProperty(field);
	});

	/** `advice.test.js` has the hint. */
	test('are read in a guessed charset where they are not UTF-8 and name none, 200 KB in no time', async () => {
		links.answer(file(Buffer.from('cff0e8e2e5f220'.repeat(30_000), 'hex')));
		const start = performance.now();
		const { item } = await fromLink(AS_TEXT);
		expect(item.json.text).toBe('Ïðèâåò '.repeat(30_000));
		// Letter by letter it took nine seconds.
		expect(performance.now() - start).toBeLessThan(3000);
	});
});

describe('as segments', () => {
	test.each(['transcript', 'captions'])('of %s say who said what, with a text', async (kind) => {
		world.set({ transcriptKind: kind });
		const options = { maxCharacters: 10, timecodeInterval: 5 };
		const parameters = { ...AS_SEGMENTS, captionFormat: 'pdf', options };
		const { item, jobId } = await getCaptions(parameters, { json: { row: 7 } });
		expect(item.json).toEqual({
			row: 7,
			job_id: jobId,
			caption_format: 'json',
			segments: expect.any(Array),
			speakers: ['Speaker 1', 'Speaker 2'],
			text: expect.stringMatching(
				/^Speaker 1: Welcome .*\.\n\nPlease .*\.\n\nSpeaker 2: Is tea .*\?\n\nSpeaker 1: We .*\n\nUnknown speaker: Thank you, .*\.$/,
			),
			characters: String(item.json.text).length,
		});
		const last = { start: 14.2, end: 17, text: 'Thank you, and see you next week.' };
		expect([item.json.segments].flat().at(-1)).toEqual(last);
		const query = { v: '4', job_id: String(jobId), caption_format: 'json' };
		expect(world.emulator.journal.at(-1)?.query).toEqual(query);
	});

	test('of another version come all the same, and a hint says so once', async () => {
		const body = { version: 2, segments: [{ tokens: [{ text: 'Hi' }] }] };
		world.fault('get_caption', { status: 200, body, times: 2 });
		const input = [1, 2].map(() => ({ json: { job: world.jobThatIs('Completed') } }));
		const parameters = { ...AS_SEGMENTS, jobId: '={{ $json.job }}' };
		const result = await world.run('job:getCaptions', input, parameters);
		expect(result.items.map(({ json }) => json.text)).toEqual(['Hi', 'Hi']);
		expect(hintsOf(result)).toEqual([
			expect.stringContaining("has a version that this node doesn't know"),
		]);
	});

	test('whose times contradict those of their words come with a hint', async () => {
		const tokens = [{ text: 'Hi', kind: 'word', start_time: 1, end_time: 2 }];
		const body = { segments: [{ start_time: 4637, end_time: 4638, tokens }] };
		world.fault('get_caption', { status: 200, body });
		const { item, hints } = await getCaptions(AS_SEGMENTS);
		expect(item.json.segments).toEqual([{ start: 4637, end: 4638, text: 'Hi' }]);
		expect(hints).toEqual([
			expect.stringContaining('segments start at other times than their own words'),
		]);
	});
});

describe('a recording in which nobody speaks', () => {
	const NO_SPEECH = expect.stringMatching(
		/^Verbit returned empty captions \(job \d+, .* no speech/,
	);

	/** The file of a completed job. @param {any} body @param {any} parameters */
	async function silent(body, parameters) {
		respondWith(body, 'application/octet-stream');
		const { item, hints } = await getCaptions(parameters);
		expect(hints).toEqual([NO_SPEECH]);
		return item;
	}

	test.each([
		['txt', ' \n'],
		['srt', '\uFEFF'],
		['vtt', 'WEBVTT - Talk\r\nKind: captions\r\nLanguage: en\r\n\r\n'],
		['vtt', 'WEBVTT\n\nNOTE made by Verbit\n\nSTYLE\n::cue { color: white }\n'],
		['scc', 'Scenarist_SCC V1.0\n\n'],
		['dfxp', '<tt><head/><body>\n<div><!-- none --><p> </p></div></body></tt>'],
		['sami', '<SAMI><BODY><SYNC Start=0><P>&nbsp;</P></BODY></SAMI>'],
		['json', { version: 1, segments: [], speakers: [], language: 'en-US', sections: [1] }],
		['json', { segments: [{ start_time: 0, tokens: [{ text: '\n', kind: 'line_break' }] }] }],
	])('is empty as %s, which may be %j, as a file and as text', async (captionFormat, body) => {
		const file = await silent(body, { captionFormat });
		const content = typeof body === 'string' ? body : JSON.stringify(body);
		expect(String(await world.fileOf(file))).toBe(content);
		expect(file.json).toMatchObject({ bytes: Buffer.byteLength(content) });
		const { json } = await silent(body, { captionFormat, outputAs: 'text' });
		expect(json).toMatchObject(
			captionFormat === 'json' ? { transcript: body } : { text: content.replace('\uFEFF', '') },
		);
	});

	test.each([1, 5000])('is empty as %d segments without words', async (count) => {
		const segment = { start_time: 0, tokens: [{ text: '\n', kind: 'line_break' }] };
		const segments = Array.from({ length: count }, () => segment);
		const { json } = await silent({ segments }, AS_SEGMENTS);
		expect(json).toMatchObject({ text: '', characters: 0 });
		expect(json.segments).toEqual(segments.map(() => ({ start: 0, text: '' })));
	});

	test.each([
		['WEBVTT\nLanguage: en\n', { captionFormat: 'vtt' }],
		[{ segments: [] }, AS_SEGMENTS],
		['', { ...AS_TEXT, options: { draft: true } }],
	])('is told from captions that are not there yet by its job: %j', async (body, parameters) => {
		respondWith(body);
		world.fault('draft', { status: 200, body: '' });
		const jobId = world.jobThatIs('In Progress');
		const { error } = await world.failing(getCaptions({ jobId, ...parameters }));
		expect(error.context.code).toBe('CAPTIONS_NOT_READY');
		expect(error.message).toContain('(Verbit returned an empty file)');
	});

	test('is an error where the status cannot be had', async () => {
		respondWith('');
		world.fault('job_info', { status: 500, times: 9 });
		expect((await world.failing(getCaptions({}))).error.message).toContain('500');
	});

	test('has an empty draft, too, once the draft is ready', async () => {
		const jobId = world.jobThatIs('Completed', { status: 'In Progress', isDraftReady: true });
		world.fault('draft', { status: 200, body: '' });
		const { item } = await getText({ jobId, options: { draft: true } });
		expect(item.json).toMatchObject({ draft: true, text: '', characters: 0 });
	});
});

test('a transcript that Verbit refuses for a completed job is not of a profile without captions', async () => {
	world.fault('get_caption', { status: 400, body: { ErrorType: 'INVALID_OPTION' } });
	const { error } = await world.failing(getCaptions({ captionFormat: 'txt' }));
	expect(error.description).not.toContain('transcripts only');
});

describe('what an item holds of an earlier Get Captions', () => {
	const earlier = { caption_format: 'json', language: 'es', draft: true, text: 'A draft' };

	test.each([
		{ ...earlier, transcript: { words: [] }, characters: 7, truncated: true },
		{ ...earlier, segments: [{ text: 'A draft' }], speakers: [], characters: 7 },
	])('is replaced: the final captions are no draft (%j)', async (fields) => {
		const { item, jobId } = await getText({}, { json: { row: 7, ...fields } });
		const own = { job_id: jobId, caption_format: 'txt', text: TXT(), characters: TXT().length };
		expect(item.json).toEqual({ row: 7, ...own });
	});

	test("is told from the user's own fields of the same names, which stay", async () => {
		const json = { draft: 'Dear all', language: 'fr', error: 'E7', details: 'Camera 2' };
		const { item } = await getText({}, { json });
		expect(item.json).toMatchObject(json);
		const { item: asJson } = await getCaptions(AS_JSON, { json: { text: 'Mine' } });
		expect(asJson.json).toMatchObject({ text: 'Mine', transcript: expect.any(Object) });
	});

	test("in a field 'error' that n8n would take for a failed try is renamed where Retry On Fail is on", async () => {
		for (const error of ['E7', { code: 7 }]) {
			const { item } = await getText({}, { json: { row: 7, error } }, retryOnFail);
			expect(item.json).toMatchObject({ row: 7, text: TXT(), input_error: error });
			expect(item.json).not.toHaveProperty('error');
		}
		expect(world.count('get_caption')).toBe(2);
	});

	test("is told in an item of the trigger, too, whose draft isn't the transcript", async () => {
		const json = { captions: { caption_format: 'txt', draft: true }, text: 'A draft' };
		const { item } = await getCaptions(AS_JSON, { json });
		expect(item.json).not.toHaveProperty('text');
	});

	test('as an error is gone once the captions come, and Retry On Fail fetches them once', async () => {
		const jobId = world.newJob();
		const failed = await getText({ jobId }, {}, continueOnFail);
		expect(failed.item.json.details).toMatchObject({ code: 'CAPTIONS_NOT_READY' });
		world.setStatus(jobId, 'Completed');
		world.emulator.journal.clear();
		// n8n's error output adds the fields of the input.
		const input = { json: { row: 7, ...failed.item.json } };
		const { item } = await getText({ jobId }, input, retryOnFail);
		expect(item.json).toMatchObject({ row: 7, job_id: jobId });
		expect(item.json).not.toHaveProperty('error');
		expect(item.json).not.toHaveProperty('details');
		expect(world.count('get_caption')).toBe(1);
	});
});

describe('a text over the limit', () => {
	test.each([
		['is cut there, and says so', 'Good morning, everybody', 'Good morni', true],
		['is not cut when it is exactly as long', '0123456789', '0123456789', undefined],
		['is never cut within a character', '012345678😀!', '012345678', true],
		['is one over a million where nothing is set', 'x'.repeat(1_000_001), 'x'.repeat(1e6), true],
	])('%s', async (_what, body, text, truncated) => {
		respondWith(body);
		const options = body.length > 1e6 ? {} : { maxCharacters: 10 };
		const { item } = await getText({ options });
		expect(item.json).toMatchObject({ text, characters: text.length });
		expect(item.json.truncated).toBe(truncated);
	});

	test('is not read further than needed', async () => {
		world.set({ captionBytes: 100 * MIB });
		const { item } = await getText({ options: { maxCharacters: 1000 } });
		expect(item.json).toMatchObject({ characters: 1000, truncated: true });
		await world.until(() => world.emulator.journal.underWay.service === 0);
	});
});

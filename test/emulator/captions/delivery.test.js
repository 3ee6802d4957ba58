const http = require('node:http');
const { outcome, send, useEmulator } = require('../../support/emulatorClient');
const { until } = require('../../support/until');
const { FORMATS } = require('./formats');

const client = useEmulator();

/** @param {object} [query] */
const getCaption = async (query = { caption_format: 'srt' }) =>
	await client.call('GET /job/get_caption', undefined, { v: 4, job_id: client.jobId, ...query });

/** @param {import('../../support/emulatorClient').Reply} reply */
const locationOf = ({ headers }) =>
	new URL(String(headers.location), client.emulator.baseUrl).toString();

beforeEach(() => client.emulator.setJobStatus(Number(client.jobId), 'Completed'));

describe('GET /job/get_caption', () => {
	test('answers the file in each format, with its type and length', async () => {
		for (const [format, { contentType }] of Object.entries(FORMATS)) {
			const { status, headers, content } = await getCaption({ caption_format: format });
			expect({ status, ...headers }).toMatchObject({
				status: 200,
				'content-type': contentType,
				'content-length': String(content.length),
			});
			expect(content.equals(client.emulator.captions(format))).toBe(true);
		}
	});

	test.each([
		[{}, 'MISSING_PARAMETER'],
		[{ caption_format: 'doc' }, 'INVALID_OPTION'],
		[{ caption_format: 'constructor' }, 'INVALID_OPTION'],
		[{ caption_format: 'srt', language: 'fr' }, 'INVALID_OPTION'],
	])('refuses %j with %s', async (query, type) => {
		expect(outcome(await getCaption(query))).toBe(`400 ${type}`);
	});

	test.each(/** @type {const} */ (['Pending', 'In Progress', 'Canceled', 'Failure']))(
		'refuses a job that is %s',
		async (status) => {
			client.emulator.setJobStatus(Number(client.jobId), status);
			expect(outcome(await getCaption())).toBe('400 INVALID_QUERY');
		},
	);

	test.each([
		[{}, 'de'],
		[{ language: 'de' }, 'de'],
		[{ language: 'es' }, 'es'],
	])('with %j answers in %s', async (query, language) => {
		client.jobId = client.emulator.createJob({
			profile: 'standard',
			status: 'Completed',
			language: 'de',
			translationLanguages: ['es'],
		});
		const { json } = await getCaption({ caption_format: 'json', ...query });
		expect(json.language).toBe(language);
	});
});

describe('GET /job/draft', () => {
	const getDraft = async (caption_format = 'srt') =>
		await client.call('GET /job/draft', undefined, { v: 4, job_id: client.jobId, caption_format });

	test('answers the file of a job that is not completed', async () => {
		client.emulator.setJobStatus(Number(client.jobId), 'In Progress', { isDraftReady: true });
		const { status, content } = await getDraft();
		expect(status).toBe(200);
		expect(content.equals(client.emulator.captions('srt'))).toBe(true);
	});

	test('refuses a job without one', async () => {
		client.emulator.setJobStatus(Number(client.jobId), 'In Progress');
		expect(outcome(await getDraft())).toBe('400 INVALID_QUERY');
	});

	test('refuses a format that drafts do not come in', async () => {
		expect(outcome(await getDraft('vtt'))).toBe('400 INVALID_OPTION');
	});
});

describe('captionFileName', () => {
	test.each([
		[undefined, 'attachment; filename="job 1002.en-US.srt"'],
		['Talk "one"', 'attachment; filename="Talk \\"one\\".en-US.srt"'],
		[
			'Größe',
			'attachment; filename="Gr__e.en-US.srt"; filename*=UTF-8\'\'Gr%C3%B6%C3%9Fe.en-US.srt',
		],
	])('names the file of the job %s', async (name, disposition) => {
		client.set({ captionFileName: true });
		client.jobId = client.emulator.createJob({ profile: 'standard', status: 'Completed', name });
		expect((await getCaption()).headers['content-disposition']).toBe(disposition);
	});
});

test.each([
	['application/octet-stream', 'application/octet-stream'],
	['none', undefined],
])('captionContentType %s', async (captionContentType, expected) => {
	client.set({ captionContentType, captionDelivery: 'redirect' });
	const { headers } = await send(locationOf(await getCaption()), { method: 'GET' });
	expect(headers['content-type']).toBe(expected);
});

test.each(/** @type {const} */ (['direct', 'redirect']))(
	'captionLength off, %s: comes chunked',
	async (captionDelivery) => {
		client.set({ captionLength: false, captionDelivery });
		const answer = await getCaption();
		const { headers, content } =
			captionDelivery === 'direct' ? answer : await send(locationOf(answer), { method: 'GET' });
		expect(headers).toMatchObject({ 'transfer-encoding': 'chunked' });
		expect(content.equals(client.emulator.captions('srt'))).toBe(true);
	},
);

test.each([1, 100, 1_000_000])('captionBytes %i: is of so many bytes', async (captionBytes) => {
	client.set({ captionBytes });
	const { content, headers } = await getCaption({ caption_format: 'docx' });
	expect([content.length, headers['content-length']]).toEqual([captionBytes, `${captionBytes}`]);
	const file = client.emulator.captions('docx');
	expect(content.subarray(-1)[0]).toBe(file[(captionBytes - 1) % file.length]);
});

describe('a redirect', () => {
	test('has the status that is set', async () => {
		for (const status of /** @type {const} */ ([301, 302, 303, 307, 308])) {
			client.set({ captionDelivery: 'redirect', captionRedirectStatus: status });
			expect((await getCaption()).status).toBe(status);
		}
	});

	test('into the store leads to the file, without a token', async () => {
		client.set({ captionDelivery: 'redirect', captionFileName: true });
		const location = locationOf(await getCaption());
		expect(location).toContain(`${client.emulator.storeUrl}/captions/`);
		const { status, headers, content } = await send(location, { method: 'GET' });
		expect(status).toBe(200);
		expect(content.equals(client.emulator.captions('srt'))).toBe(true);
		expect(headers['content-disposition']).toContain('.en-US.srt');
		expect(client.emulator.journal.count({ host: 'store', operation: 'get', status: 200 })).toBe(1);
	});

	test('into the store is refused with a token, as S3 does', async () => {
		client.set({ captionDelivery: 'redirect' });
		const headers = { Authorization: String(client.authorization) };
		const { status, text } = await send(locationOf(await getCaption()), { method: 'GET', headers });
		expect(status).toBe(400);
		expect(text).toContain('<Code>InvalidArgument</Code>');
		expect(text).toContain('Only one auth mechanism allowed');
	});

	test('into the store is refused when it is changed, not signed or five minutes old', async () => {
		client.set({ captionDelivery: 'redirect' });
		const url = locationOf(await getCaption());
		for (const other of [url.replace('/srt?', '/txt?'), url.split('?')[0]]) {
			expect((await send(other, { method: 'GET' })).status).toBe(403);
		}
		client.emulator.clock.advance(301_000);
		expect((await send(url, { method: 'GET' })).text).toContain('Request has expired');
	});

	test('on the same host is relative, and leads to the file with and without a token', async () => {
		client.set({ captionDelivery: 'redirectRelative' });
		const reply = await getCaption();
		expect(reply.headers.location).toMatch(/^\/downloads\//);
		/** @type {Array<Record<string, string>>} */
		const withAndWithout = [{}, { Authorization: String(client.authorization) }];
		for (const headers of withAndWithout) {
			const { status, content } = await send(locationOf(reply), { method: 'GET', headers });
			expect(status).toBe(200);
			expect(content.equals(client.emulator.captions('srt'))).toBe(true);
		}
		const signature = new URL(locationOf(reply)).searchParams.get('signature');
		expect(JSON.stringify(client.emulator.journal)).not.toContain(signature);
	});

	test('on the same host is refused when it is changed, and after five minutes', async () => {
		client.set({ captionDelivery: 'redirectRelative' });
		const location = locationOf(await getCaption());
		const other = location.replace('caption_format=srt', 'caption_format=txt');
		expect((await send(other, { method: 'GET' })).status).toBe(403);
		client.emulator.clock.advance(301_000);
		expect((await send(location, { method: 'GET' })).status).toBe(403);
	});
});

describe.each(/** @type {const} */ (['service', 'store']))(
	'a fault of a download by the %s',
	(where) => {
		const download = async () => {
			if (where === 'service') return await getCaption();
			return await send(locationOf(await getCaption()), { method: 'GET' });
		};

		beforeEach(() => {
			client.set({
				captionBytes: 300_000,
				captionDelivery: where === 'store' ? 'redirect' : 'direct',
			});
		});

		test('cutDownload cuts the connection in the midst of the file', async () => {
			client.emulator.faults.add({ where, kind: 'cutDownload', bytes: 100_000 });
			await expect(download()).rejects.toThrow('aborted');
			expect((await download()).content).toHaveLength(300_000);
			client.set({ captionLength: false });
			client.emulator.faults.add({ where, kind: 'cutDownload', bytes: 100_000 });
			await expect(download()).rejects.toThrow('aborted');
		});

		test('answerThenDrop cuts the connection with no answer', async () => {
			client.emulator.faults.add({ where, kind: 'answerThenDrop' });
			await expect(download()).rejects.toThrow('socket hang up');
		});

		test('slow sends at its rate', async () => {
			client.emulator.faults.add({ where, kind: 'slow', bytesPerSecond: 1_000_000 });
			const start = Date.now();
			expect((await download()).content).toHaveLength(300_000);
			expect(Date.now() - start).toBeGreaterThan(250);
		});

		test('stallDownload leaves the client to wait', async () => {
			client.emulator.faults.add({ where, kind: 'stallDownload', bytes: 100_000 });
			const location = where === 'store' ? locationOf(await getCaption()) : undefined;
			const { baseUrl } = client.emulator;
			const url =
				location ?? `${baseUrl}/job/get_caption?v=4&job_id=${client.jobId}&caption_format=srt`;
			const headers = where === 'store' ? {} : { Authorization: String(client.authorization) };
			let received = 0;
			const request = http.get(url, { headers, agent: false }, (response) => {
				response.on('data', (chunk) => (received += chunk.length)).on('error', () => {});
			});
			await until(() => received === 100_000);
			await new Promise((resolve) => setTimeout(resolve, 50));
			expect(received).toBe(100_000);
			request.destroy();
		});
	},
);

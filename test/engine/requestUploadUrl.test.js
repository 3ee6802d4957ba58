const { randomFile, useWorld } = require('./world');

const world = useWorld();

/** @param {any} [parameters] */
async function request(parameters = {}) {
	const jobId = world.newJob();
	const { items, error } = await world.run('job:requestUploadUrl', [{}], {
		jobId,
		fileName: 'dir/talk.wav',
		...parameters,
	});
	return { jobId, json: items[0]?.json, error };
}

/** @param {any} fault that befalls the next request */
const answer = (fault) =>
	world.emulator.faults.add({
		where: 'service',
		operation: 'request_upload_url',
		kind: 'status',
		status: 200,
		...fault,
	});

test('a file name brings a pre-signed URL and when it ends', async () => {
	const { jobId, json } = await request();
	expect(json).toEqual({
		job_id: jobId,
		upload_url: expect.stringContaining('X-Amz-Signature='),
		upload_url_expires_at: expect.any(String),
	});
	const lifetime = Date.parse(String(json.upload_url_expires_at)) - Date.now();
	expect(lifetime / 3_600_000).toBeCloseTo(24, 1);
	expect(world.emulator.journal.at(-1)).toMatchObject({
		method: 'POST',
		path: '/api/job/request_upload_url',
		query: { v: '4', job_id: String(jobId), file_name: 'talk.wav' },
	});
});

test('Upload Binary puts the file to the URL, and the job has its media without Add Media', async () => {
	const { jobId, json } = await request();
	const file = randomFile(100_000);
	const parameters = { jobId, options: { uploadUrl: '={{ $json.upload_url }}' } };
	const { items } = await world.run('asset:upload', [{ json, files: { data: file } }], parameters);
	expect(items[0].json).toMatchObject({ job_id: jobId, bytes: 100_000, integrity: 'verified' });
	const { error } = await world.run('job:start', [{}], { jobId });
	expect(error).toBeUndefined();
	const [assetId] = world.emulator.job(jobId)?.media?.assetIds ?? [];
	expect(world.stored(assetId).equals(file.content)).toBe(true);
	expect(world.count('add_media')).toBe(0);
});

test('other names that Verbit may use are set in the options', async () => {
	world.emulator.switches.set({
		uploadUrlPath: 'get_upload_url',
		uploadUrlParameter: 'filename',
		uploadUrlField: 'answer.target',
	});
	const options = {
		path: '/job/get_upload_url',
		fileNameParameter: 'filename',
		uploadUrlField: 'answer.target',
	};
	const { json } = await request({ options });
	expect(json.upload_url).toContain('X-Amz-Signature=');
});

test.each([
	['uploadUrlPath', 'get_upload_url', '404'],
	['uploadUrlParameter', 'filename', 'MISSING_PARAMETER'],
	['uploadUrlField', 'where_to', "without an upload URL in the field 'upload_url'"],
])('another %s than is assumed says that it can be set', async (name, value, message) => {
	world.emulator.switches.set({ [name]: value });
	const { error } = await request();
	expect(error.message).toContain(message);
	expect(error.description).toContain("names that Verbit's support gives you in the options");
	expect(error.description).toContain('or use Upload Binary');
});

test('a URL in the answer that is for something else is not taken for it', async () => {
	answer({ body: { callback_url: 'https://h/x?X-Amz-Signature=1', url: 'file:///etc/passwd' } });
	const { error } = await request();
	expect(error.message).toContain("without an upload URL in the field 'upload_url'");
	expect(error.message).not.toContain('X-Amz-Signature');
});

test('a job that has its media says so', async () => {
	const jobId = world.newJob();
	await world.run('media:add', [{}], { jobId, mediaUrl: 'https://h/x.mp4' });
	const { error } = await request({ jobId });
	expect(error.message).toContain(`Request upload URL "talk.wav" for job ${jobId}`);
	expect(error.message).toContain('INVALID_QUERY');
});

test('a request without an answer is repeated: a URL that is not used does no harm', async () => {
	answer({ kind: 'answerThenDrop' });
	expect((await request()).json.upload_url).toContain('X-Amz-Signature=');
	expect(world.count('request_upload_url')).toBe(2);
});

test.each([
	[{ fileName: ' ' }, "'File Name' is empty"],
	[
		{ options: { path: 'job/x' } },
		`'Endpoint Path' must be a value such as /job/request_upload_url (got "job/x")`,
	],
	[{ options: { path: '//evil.example/x' } }, "'Endpoint Path' must be a value such as"],
	[{ options: { path: '/../auth' } }, "'Endpoint Path' must be a value such as"],
	[{ options: { path: '/x?y=1' } }, "'Endpoint Path' must be a value such as"],
	[{ options: { fileNameParameter: 'job_id' } }, "'File Name Parameter' must be a value such as"],
	[{ options: { uploadUrlField: 'a..b' } }, "'Upload URL Field' must be a value such as"],
])('%j is refused before anything is sent', async (parameters, message) => {
	const { error } = await request(parameters);
	expect(error.name).toBe('NodeOperationError');
	expect(error.message).toContain(message);
	expect(world.calls()).toEqual([]);
});

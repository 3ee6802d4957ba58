/** What is no recording: refused before anything is sent, whatever its source. `unit/sources/recordingFormat` has the formats. */
const { HEADS } = require('../support/recordings/heads');
const { file, useLinkServer } = require('./linkServer');
const { hintsOf, randomFile, useWorld } = require('./world');

const world = useWorld();
const links = useLinkServer();

const PAGE = Buffer.from('<!doctype html><html><body>Sign in');
const PNG = Buffer.from('\x89PNG\r\n\x1a\n\0', 'latin1');

/** @param {Buffer} content */
const itemOf = (content) => ({ files: { data: { content, fileName: 'talk.mp3' } } });

test.each([
	...['recording:submit', 'recording:transcribe'],
	...['media:add', 'media:merge', 'media:addBackupRecording'],
])('%s refuses a login page in a file, and sends nothing', async (operation) => {
	const items = [itemOf(PAGE), itemOf(HEADS.WAV[1])];
	const error = await world.expectRefused('NOT_A_RECORDING', operation, items, { jobId: 1 });
	expect(error.message).toContain(`File "talk.mp3" in field 'data' is a web page, not a recording`);
	expect(error.description).not.toContain("'Content Type'");
});

describe('a mail with a recording between two logos', () => {
	const mail = {
		files: {
			image001: { content: PNG, fileName: 'logo.png', mimeType: 'image/png' },
			memo: randomFile(1000, 'memo.flac'),
			image002: { content: PNG, fileName: 'sign.png', mimeType: 'image/png' },
		},
	};

	test('is submitted with its recording alone, and a hint names the logos, of which no name is a picture', async () => {
		const items = [
			{ files: { ...mail.files, '<img src=https://h.example/p>': mail.files.image001 } },
		];
		const result = await world.run('recording:submit', items, { binaryPropertyName: '*' });
		expect(result.items[0].json).toMatchObject({ file_name: 'memo.flac' });
		expect(world.sent('add_media')).toMatchObject([{ asset_ids: [expect.any(String)] }]);
		const names = "'image001', 'image002', '‹img src=https://h.example/p>'";
		expect(hintsOf(result)).toEqual([expect.stringContaining(names)]);
	});

	test.each([
		['media:merge', '*', 'MERGE_NEEDS_TWO_PARTS'],
		['recording:submit', 'memo, image001', "NOT_A_RECORDING 'image001'"],
	])('is refused by %s of %s: %s', async (operation, binaryPropertyName, refusal) => {
		await world.expectRefused(refusal, operation, [mail], { jobId: 1, binaryPropertyName });
	});

	test.each(['asset:upload', 'media:addNotes'])('goes as it is with %s', async (operation) => {
		const jobId = world.newJob();
		await world.run(operation, [mail], { jobId, binaryPropertyName: '*' });
		expect(world.countStored()).toBe(3);
	});
});

test.each([
	['video/quicktime', 'QuickTime', 'data.mov', 'video/quicktime'],
	['text/plain', 'AVCHD', 'data.mts', 'application/octet-stream'],
])('a file without a name, of which n8n knows %s, is named by its bytes', async (...of) => {
	const [mimeType, format, file_name, content_type] = of;
	const files = { data: { content: HEADS[format][1], mimeType } };
	const { items } = await world.run('recording:submit', [{ files }], { simplify: false });
	expect(items[0].json).toMatchObject({ file_name, content_type });
	expect(world.sent('job_new')).toMatchObject([{ job_name: file_name }]);
});

test('a recording that its host calls a page is one', async () => {
	const [, mp4] = HEADS.MP4;
	links.answer(file(mp4, { 'content-type': 'text/html; charset=utf-8' }));
	const source = { mediaSource: 'urlUpload', mediaUrl: `${links.url}/get?id=7` };
	const { items } = await world.run('recording:submit', [{}], { ...source, simplify: false });
	const known = { file_name: 'get.mp4', content_type: 'application/octet-stream' };
	expect(items[0].json).toMatchObject({ ...known, integrity: 'verified' });
});

test('Upload Binary of a URL takes any file, as for Add Notes', async () => {
	links.answer(file(Buffer.from('%PDF-1.7\n'), { 'content-type': 'application/pdf' }));
	const parameters = { jobId: world.newJob(), sourceUrl: `${links.url}/a.pdf` };
	const { items } = await world.run('asset:upload', [{}], parameters);
	expect(items[0].json).toMatchObject({ file_name: 'a.pdf' });
});

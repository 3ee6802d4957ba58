/** Share links of cloud drives, where n8n streams them and where Verbit is to download them. */
const { randomBytes } = require('node:crypto');
const { file, LinkServer } = require('./linkServer');
const { md5, useWorld } = require('./world');

const world = useWorld();

/** Stands for Dropbox: n8n calls every host but this machine through it. */
const dropbox = new LinkServer();
const proxyBefore = { HTTP_PROXY: process.env.HTTP_PROXY, NO_PROXY: process.env.NO_PROXY };

beforeAll(async () => {
	await dropbox.start();
	Object.assign(process.env, { HTTP_PROXY: dropbox.url, NO_PROXY: '127.0.0.1,localhost' });
});

afterAll(async () => {
	for (const [name, value] of Object.entries(proxyBefore)) {
		if (value === undefined) delete process.env[name];
		else process.env[name] = value;
	}
	await dropbox.stop();
});

const content = randomBytes(100_000);
beforeEach(() => dropbox.answer(file(content)));

const profile = { __rl: true, mode: 'name', value: 'standard' };

const SHARED = 'http://www.dropbox.com/scl/fi/abc/talk%20one.mp3?rlkey=TopSecret&st=b2&dl=0';
const DIRECT = 'http://www.dropbox.com/scl/fi/abc/talk%20one.mp3?rlkey=TopSecret&st=b2&dl=1';

/** Hosts without a documented direct form. */
const WITHOUT_DIRECT_FORM = [
	[
		'Dropbox',
		'https://www.dropbox.com/scl/fo/abc/def?rlkey=TopSecret&dl=0',
		'file, not its folder',
	],
	['Google Drive', 'https://drive.google.com/file/d/1AbC/view?usp=sharing', 'Google Drive node'],
	['OneDrive', 'https://1drv.ms/v/s!AbC', 'Microsoft OneDrive node'],
	['SharePoint', 'https://acme.sharepoint.us/:v:/s/team/AbC', 'Microsoft SharePoint node'],
	['Box', 'https://app.box.com/embed/s/abc', 'direct link in the link'],
	['Zoom', 'https://acme.zoomgov.com/rec/share/abc', 'download_url'],
	['WeTransfer', 'https://we.tl/t-abc', 'host it where its URL opens the file directly'],
	['YouTube', 'https://youtu.be/abc', 'Use the original recording'],
];

/** Every field whose URL n8n streams: its operation, its display name, its parameters for a URL. */
const STREAMED = /** @type {Array<[string, string, (url: string) => any]>} */ ([
	['asset:upload', 'Source URL', (sourceUrl) => ({ uploadSource: 'url', sourceUrl })],
	['media:add', 'Media URL', (mediaUrl) => ({ mediaSource: 'urlUpload', mediaUrl })],
	[
		'recording:submit',
		'Media URL',
		(mediaUrl) => ({ mediaSource: 'urlUpload', mediaUrl, profile }),
	],
]);

/** Every field whose URL Verbit downloads. */
const DOWNLOADED = /** @type {typeof STREAMED} */ ([
	['asset:add', 'Asset URL', (assetUrl) => ({ assetSource: 'url', assetUrl })],
	['media:add', 'Media URL', (mediaUrl) => ({ mediaSource: 'url', mediaUrl })],
	['media:addNotes', 'Notes URL', (notesUrl) => ({ notesSource: 'url', notesUrl })],
	['recording:submit', 'Media URL', (mediaUrl) => ({ mediaSource: 'url', mediaUrl, profile })],
]);

/** @param {string} operation @param {object} parameters */
async function run(operation, parameters) {
	const { items, error, saved } = await world.run(operation, [{}], {
		jobId: world.newJob(),
		simplify: false,
		...parameters,
	});
	return { json: /** @type {any} */ (items[0]?.json), error, saved };
}

/** @param {any} error @param {string} field @param {string} host @param {string} fix */
function expectRefusal(error, field, host, fix) {
	expect(error.name).toBe('NodeOperationError');
	expect(error.message).toContain(`'${field}' opens a web page of ${host}, not a file`);
	expect(error.message + error.description).not.toContain('TopSecret');
	expect(error.description).toContain(fix);
	expectNothingSent();
}

describe('where n8n streams the URL', () => {
	test.each(STREAMED)(
		'%s downloads a file shared in Dropbox in its direct form',
		async (operation, _field, parameters) => {
			const { json, error } = await run(operation, parameters(SHARED));
			expect(error).toBeUndefined();
			expect(dropbox.calls).toEqual([DIRECT]);
			expect(json).toMatchObject({ file_name: 'talk one.mp3', md5: md5(content) });
			expect(world.stored(json.asset_id).equals(content)).toBe(true);
		},
	);

	test.each(STREAMED)('%s calls a direct link as it is', async (operation, _field, parameters) => {
		const direct = 'http://www.dropbox.com/s/abc/talk.mp3?raw=1';
		expect((await run(operation, parameters(direct))).error).toBeUndefined();
		expect(dropbox.calls).toEqual([direct]);
	});

	test.each([
		'http://docs.google.com/document/d/1AbC/export/pdf',
		'http://docs.google.com/presentation/d/1AbC/export/png',
		'http://docs.google.com/spreadsheets/d/e/2PACX-1/pub?output=csv',
		'http://drive.google.com/u/0/uc?id=1AbC',
		'http://download.wetransfer.com/eugv/abc/talk.mp3?token=x',
		'http://player.vimeo.com/play/abc?s=x',
	])('%s is asked, and its answer decides', async (sourceUrl) => {
		const parameters = { uploadSource: 'url', sourceUrl };
		expect((await run('asset:upload', parameters)).error).toBeUndefined();
		expect(dropbox.calls).toEqual([sourceUrl]);
		dropbox.answer(file(Buffer.from('<!doctype html><html>')));
		const { error } = await run('asset:upload', parameters);
		expect(error.context.code).toBe('URL_NOT_A_FILE');
	});

	describe.each(STREAMED)('%s', (operation, field, parameters) => {
		test.each(WITHOUT_DIRECT_FORM)(
			'refuses a share link of %s before anything is sent',
			async (host, url, fix) => {
				const { error } = await run(operation, parameters(url));
				expectRefusal(error, field, host, fix);
			},
		);
	});
});

describe('where Verbit downloads the URL', () => {
	describe.each(DOWNLOADED)('%s', (operation, field, parameters) => {
		test.each([
			['Dropbox', SHARED, 'change dl=0 at the end of its URL to dl=1'],
			...WITHOUT_DIRECT_FORM,
		])('refuses a share link of %s before anything is sent', async (host, url, fix) => {
			const { error } = await run(operation, parameters(url));
			expectRefusal(error, field, host, fix);
		});

		test('hands over the direct form that the refusal names', async () => {
			const { error } = await run(operation, parameters(DIRECT));
			expect(error).toBeUndefined();
			expectHandedOver(DIRECT);
		});

		test.each([['Dropbox', SHARED], ...WITHOUT_DIRECT_FORM])(
			'hands over a share link of %s unchanged where the user skips the checks',
			async (_host, url) => {
				const options = { allowShortLivedUrl: true };
				const { error } = await run(operation, { ...parameters(url), options });
				expect(error).toBeUndefined();
				expectHandedOver(url);
			},
		);
	});
});

/** Verbit gets the URL as one field, as it is. @param {string} url */
function expectHandedOver(url) {
	const fields = world.emulator.journal.flatMap(({ body }) => Object.values(Object(body)));
	expect(fields.filter((field) => field === url)).toHaveLength(1);
	expect(dropbox.calls).toEqual([]);
}

function expectNothingSent() {
	expect(world.calls()).toEqual([]);
	expect(dropbox.calls).toEqual([]);
}

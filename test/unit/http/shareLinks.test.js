const {
	directUrlOf,
	fixForWebPage,
	refuseShareLink,
} = require('../../../nodes/Verbit/http/shareLinks');

/** Share links as the hosts' own dialogs make them. @type {Array<[host: string, url: string]>} */
const SHARED = [
	['Dropbox', 'https://www.dropbox.com/scl/fi/abc/talk.mp4?rlkey=TopSecret&dl=0'],
	['Dropbox', 'https://www.dropbox.com/s/abc/talk.mp4'],
	['Dropbox', 'https://www.dropbox.com/scl/fo/abc/def?rlkey=TopSecret&dl=0'],
	['Dropbox', 'https://dropbox.com/sh/abc/def?dl=0'],
	['Dropbox', 'https://www.dropbox.com/sh/abc/s/def'],
	['Google Drive', 'https://drive.google.com/file/d/1AbC/view?usp=sharing'],
	['Google Drive', 'https://drive.google.com/open?id=1AbC'],
	['Google Drive', 'https://drive.google.com/drive/folders/1AbC'],
	['Google Drive', 'https://docs.google.com/document/d/1AbC/edit'],
	['Google Drive', 'https://docs.google.com/document/d/1AbC'],
	['Google Drive', 'https://docs.google.com/spreadsheets/d/e/2PACX-1/pubhtml'],
	['Google Drive', 'https://drive.google.com/u/0/file/d/1AbC/view'],
	['Dropbox', 'https://m.dropbox.com/s/abc/talk.mp4'],
	['OneDrive', 'https://onedrive.live.com/redir?resid=a'],
	['SharePoint', 'https://acme.sharepoint.us/:v:/s/team/AbC?e=d'],
	['Box', 'https://app.box.com/embed/s/abc'],
	['Zoom', 'https://acme.zoomgov.com/rec/share/abc'],
	['OneDrive', 'https://1drv.ms/v/s!AbC'],
	['OneDrive', 'https://onedrive.live.com/?id=AbC&cid=D'],
	['OneDrive', 'https://onedrive.live.com/about/download'],
	['SharePoint', 'https://acme.sharepoint.com/:v:/s/team/AbC?e=d'],
	['SharePoint', 'https://acme-my.sharepoint.com/:v:/g/personal/a_b/AbC'],
	['SharePoint', 'https://acme.sharepoint.com/sites/x/_layouts/15/stream.aspx?id=%2Fa'],
	['Box', 'https://app.box.com/s/abc'],
	['Box', 'https://acme.app.box.com/file/123'],
	['Box', 'https://acme.box.com/v/talk'],
	['Box', 'https://box.com/s/abc'],
	['WeTransfer', 'https://we.tl/t-abc'],
	['WeTransfer', 'https://wetransfer.com/downloads/a/b'],
	['WeTransfer', 'https://acme.wetransfer.com/downloads/a/b'],
	['YouTube', 'https://www.youtube.com/watch?v=abc'],
	['YouTube', 'https://youtu.be/abc'],
	['YouTube', 'https://m.youtube.com/shorts/abc'],
	['Vimeo', 'https://vimeo.com/123456'],
	['Vimeo', 'https://player.vimeo.com/video/123456'],
	['Vimeo', 'https://vimeo.com/channels/external/123456'],
	['Google Photos', 'https://photos.app.goo.gl/AbC'],
	['Google Photos', 'https://photos.google.com/share/AbC?key=TopSecret'],
	['Zoom', 'https://acme.zoom.us/rec/share/abc'],
	['Zoom', 'https://zoom.us/rec/play/abc'],
	['Loom', 'https://www.loom.com/share/abc'],
	['Loom', 'https://loom.com/embed/abc'],
	['iCloud', 'https://www.icloud.com/iclouddrive/abc#talk'],
	['iCloud', 'https://icloud.com/iclouddrive/abc#talk'],
	['MEGA', 'https://mega.nz/file/abc#key'],
];

/** Of the same hosts, or of hosts with a like name. */
const DIRECT = [
	'https://www.dropbox.com/scl/fi/abc/talk.mp4?rlkey=x&dl=1',
	'https://www.dropbox.com/s/abc/talk.mp4?raw=1',
	'https://dl.dropboxusercontent.com/s/abc/talk.mp4',
	'https://drive.google.com/uc?export=download&id=1AbC',
	'https://docs.google.com/document/d/1AbC/export?format=txt',
	'https://drive.usercontent.google.com/download?id=1AbC',
	'https://docs.google.com/document/d/1AbC/export/pdf',
	'https://docs.google.com/presentation/d/1AbC/export/png',
	'https://docs.google.com/spreadsheets/d/e/2PACX-1/pub?gid=0&output=csv',
	'https://drive.google.com/u/0/uc?id=1AbC',
	'https://download.wetransfer.com/eugv/abc/talk.mp4?token=x',
	'https://api.wetransfer.com/v2/transfers/abc/download',
	'https://player.vimeo.com/play/abc/hls?s=x',
	'https://onedrive.live.com/download?resid=a',
	'https://acme.sharepoint.com/:v:/s/team/AbC?e=d&download=1',
	'https://acme.sharepoint.com/sites/x/_layouts/15/download.aspx?share=a',
	'https://acme.sharepoint.com/sites/x/Shared%20Documents/talk.mp4',
	'https://app.box.com/shared/static/abc.mp4',
	'https://public.boxcloud.com/d/1/abc/download',
	'https://acme.zoom.us/rec/download/abc',
	'https://acme.zoom.us/rec/webhook_download/abc',
	'https://player.vimeo.com/external/123456.hd.mp4?s=abc',
	'https://player.vimeo.com/progressive_redirect/playback/1/rendition/720p/file.mp4?s=abc',
	'https://drive.google.com/a/acme.com/uc?export=download&id=1AbC',
	'https://onedrive.live.com/download.aspx?cid=a',
	'https://www.dropbox.com/acme/s/talk.mp4',
	'https://acme.sharepoint.com/sites/x/:v:/talk.mp4',
	'https://app.box.com/shared/static/s/abc.mp4',
	'https://acme.zoom.us/acme/rec/share/abc',
	'https://www.loom.com/acme/share/abc',
	'https://notyoutube.com/watch',
	'https://my-dropbox.com/s/abc/talk.mp4',
	'https://my-drive.google.com/file/d/1AbC/view',
	'https://my-photos.google.com/share/AbC',
	'https://my1drv.ms/v/s!AbC',
	'https://myvimeo.com/123456',
	'https://myloom.com/share/abc',
	'https://example.com/dropbox.com/s/abc',
	'https://media.example.com/file/d/1AbC/view',
];

test.each(SHARED)('a share link of %s is refused where Verbit is to fetch it: %s', (host, url) => {
	expect(() => refuseShareLink('Media URL', url)).toThrow(
		expect.objectContaining({
			message: expect.stringContaining(`'Media URL' opens a web page of ${host}, not a file`),
			details: expect.objectContaining({
				code: 'URL_IS_SHARE_LINK',
				remedy: expect.stringMatching(/\. To send it anyway, turn on 'Skip URL Checks'\.$/),
			}),
		}),
	);
});

test('the refusal does not contain what is secret in the link', () => {
	expect(() => refuseShareLink('Media URL', SHARED[0][1])).toThrow(
		expect.objectContaining({ message: expect.not.stringContaining('TopSecret') }),
	);
});

test.each(DIRECT)('%s is taken by Verbit and by n8n as it is', (url) => {
	expect(() => refuseShareLink('Media URL', url)).not.toThrow();
	expect(directUrlOf('Media URL', url)).toBe(url);
});

test.each([
	[
		'https://www.dropbox.com/scl/fi/abc/my%20talk.mp4?rlkey=a1&st=b2&dl=0',
		'https://www.dropbox.com/scl/fi/abc/my%20talk.mp4?rlkey=a1&st=b2&dl=1',
	],
	['https://www.dropbox.com/s/abc/talk.mp4', 'https://www.dropbox.com/s/abc/talk.mp4?dl=1'],
])('n8n opens %s in its direct form', (url, direct) => {
	expect(directUrlOf('Source URL', url)).toBe(direct);
});

const WITHOUT_DIRECT_FORM = SHARED.filter(([, url]) => !/dropbox\.com\/(s|scl\/fi)\//.test(url));

test.each(WITHOUT_DIRECT_FORM)('n8n refuses a link of %s with the way out: %s', (host, url) => {
	expect(() => directUrlOf('Source URL', url)).toThrow(
		expect.objectContaining({
			message: expect.stringContaining(`'Source URL' opens a web page of ${host}, not a file`),
			details: expect.objectContaining({
				code: 'URL_IS_SHARE_LINK',
				remedy: expect.stringMatching(/^(Use|Download|Share) .*\.$/),
			}),
		}),
	);
});

test.each(SHARED)('a host whose name begins with that of %s is another one: %s', (_host, url) => {
	const other = new URL(url);
	other.hostname += '.example.com';
	expect(() => refuseShareLink('Media URL', other.href)).not.toThrow();
});

describe('what to do about a URL that opened a web page', () => {
	test('is what its host needs', () => {
		expect(fixForWebPage('https://youtu.be/abc')).toContain('YouTube has no download URLs');
	});

	test('is said in general for any other host', () => {
		expect(fixForWebPage('https://example.com/talk.mp4')).toBe(
			'Use a URL that downloads the file itself, and check that it works without a login.',
		);
	});
});

const { directUrlOf, refuseShareLink } = require('../../../nodes/Verbit/sources/shareLinks');
const { outcomeOf } = require('../outcome');

/** Share links as the hosts' own dialogs make them, without their scheme. @type {Record<string, string>} */
const SHARED = {
	Dropbox: `
		www.dropbox.com/scl/fi/a/talk.mp4?rlkey=TopSecret&dl=0 m.dropbox.com/s/a/talk.mp4
		www.dropbox.com/scl/fo/a/b?rlkey=TopSecret&dl=1 dropbox.com/sh/a/s/b?dl=1
		www.dropbox.com/s/a/talk.mp4?download=1 www.dropbox.com/s/a/talk.mp4?output=x`,
	'Google Drive': `
		drive.google.com/open?id=1A drive.google.com/drive/folders/1A
		drive.google.com/a/acme.com/u/10/file/d/1A/view drive.google.com/file/d/1A/view?download=1
		docs.google.com/document/d/1A/edit?output=x docs.google.com/document/d/1A
		docs.google.com/spreadsheets/d/e/2P/pubhtml docs.google.com/document/d/1A/`,
	OneDrive: `
		1drv.ms/v/s!AbC onedrive.live.com/redir?resid=a onedrive.live.com/?id=AbC&cid=D
		onedrive.live.com/about/download onedrive.live.com/:v:/g/a`,
	SharePoint: `
		acme.sharepoint.us/:v:/s/team/A?e=d acme-my.sharepoint.com/:v:/g/personal/a_b/A
		acme.sharepoint.com/sites/x/_layouts/15/stream.aspx?id=%2Fa
		acme.sharepoint.com/_layouts/15/stream.aspx?id=%2Fa`,
	Box: 'app.box.com/s/abc?download=1 app.box.com/embed/s/abc acme.app.box.com/file/123 box.com/v/a',
	WeTransfer: 'we.tl/t-abc wetransfer.com/downloads/a/b acme.wetransfer.com/downloads/a/b',
	YouTube: 'www.youtube.com/watch?output=x&v=a youtu.be/abc?raw=1 m.youtube.com/shorts/abc?dl=1',
	Vimeo: 'vimeo.com/123456 vimeo.com/channels/external/123456 player.vimeo.com/video/123456',
	'Google Photos': 'photos.app.goo.gl/AbC photos.google.com/share/AbC?key=TopSecret',
	Zoom: 'acme.zoom.us/rec/share/abc acme.zoomgov.com/rec/share/abc zoom.us/rec/play/abc',
	Loom: 'www.loom.com/share/abc loom.com/embed/abc',
	iCloud: 'www.icloud.com/iclouddrive/abc#talk icloud.com/iclouddrive/abc#talk',
	MEGA: 'mega.nz/file/abc#key',
};

/** Of the same hosts, or of hosts with a like name. */
const DIRECT = `
	www.dropbox.com/scl/fi/a/talk.mp4?rlkey=x&dl=1 www.dropbox.com/s/a/talk.mp4?raw=1
	www.dropbox.com/acme/s/talk.mp4 drive.google.com/a/acme.com/uc?export=download&id=1A
	docs.google.com/document/d/1A/export?format=txt docs.google.com/document/d/1A/export/pdf
	docs.google.com/spreadsheets/d/e/2P/pub?gid=0&output=csv drive.google.com/opener
	docs.google.com/document/d/e/2P/pub?output=pdf drive.google.com/folderviews
	1drv.ms/v/s!A?download=1 onedrive.live.com/download.aspx?cid=a
	acme.sharepoint.com/:v:/s/t/A?e=d&download=1 acme.sharepoint.com/sites/x/:v:/talk.mp4
	acme.sharepoint.com/sites/x/_layouts/15/download.aspx?share=a acme.my.sharepoint.com/:v:/s/t/A
	app.box.com/shared/static/s/abc.mp4 api.wetransfer.com/v2/transfers/abc/download
	player.vimeo.com/external/1.hd.mp4?s=a acme.zoom.us/rec/download/abc
	acme.zoom.us/acme/rec/share/abc www.loom.com/acme/share/abc notyoutube.com/watch
	my-dropbox.com/s/abc/talk.mp4 my-drive.google.com/file/d/1AbC/view my-photos.google.com/share/AbC
	my1drv.ms/v/s!AbC myvimeo.com/123456 myloom.com/share/abc example.com/dropbox.com/s/abc
	my-docs.google.com/document/d/1A/edit myonedrive.live.com/redir mybox.com/s/abc
	mywe.tl/t-abc mywetransfer.com/downloads/a/b myplayer.vimeo.com/video/1 myzoom.us/rec/share/abc
	myicloud.com/iclouddrive/abc mymega.nz/file/abc#key`;

const urlsIn = (/** @type {string} */ text) =>
	text
		.trim()
		.split(/\s+/)
		.map((url) => `https://${url}`);

const shared = Object.entries(SHARED).flatMap(([name, urls]) =>
	urlsIn(urls).map((url) => ({ name, url })),
);

/** @param {string} name @param {string} end of the advice */
const refusalOf = (name, end) =>
	new RegExp(`^URL_IS_SHARE_LINK: .*'URL' opens a web page of ${name}, not a file.*${end}$`, 's');

test('share links are refused where Verbit is to fetch them, and nothing secret is said', () => {
	const end = "\n(Use|Download|Share) .*\\.\nTo send it anyway, turn on 'Skip URL Checks'\\.";
	const outcomes = shared.map(({ name, url }) => {
		const outcome = String(outcomeOf(() => refuseShareLink('URL', url)));
		return { url, outcome, isRight: refusalOf(name, end).test(outcome) };
	});
	expect(outcomes.filter(({ isRight }) => !isRight)).toEqual([]);
	const texts = outcomes.map(({ outcome }) => outcome).join();
	expect(texts).not.toContain('TopSecret');
	for (const node of ['Google Drive', 'Microsoft OneDrive', 'Microsoft SharePoint', 'Box'])
		expect(texts).toContain(` with the ${node} node`);
});

test('n8n opens a file of Dropbox in its direct form, and refuses the others with the way out', () => {
	const opened = shared.flatMap(({ name, url }) => {
		const outcome = String(outcomeOf(() => directUrlOf('URL', url)));
		return refusalOf(name, '\n(Use|Download|Share) .*\\.').test(outcome) ? [] : [outcome];
	});
	expect(opened).toEqual([
		'https://www.dropbox.com/scl/fi/a/talk.mp4?rlkey=TopSecret&dl=1',
		'https://m.dropbox.com/s/a/talk.mp4?dl=1',
		'https://www.dropbox.com/s/a/talk.mp4?download=1&dl=1',
		'https://www.dropbox.com/s/a/talk.mp4?output=x&dl=1',
	]);
});

test('direct links, and those of hosts with a like name, are taken unchanged by Verbit and by n8n', () => {
	const others = shared.map(({ url }) => url.replace(/^(https:\/\/[^/]+)/, '$1.example.com'));
	for (const url of [...urlsIn(DIRECT), ...others]) {
		expect(outcomeOf(() => refuseShareLink('URL', url) ?? url)).toBe(url);
		expect(outcomeOf(() => directUrlOf('URL', url))).toBe(url);
	}
});

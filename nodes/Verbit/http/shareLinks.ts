import { createError } from '../errors/createError';

const HOST_IT = 'Download the file and host it where its URL opens the file directly.';

const withNode = (node: string) =>
	`Download the file with the ${node} node, and set the source of this node to Binary File.`;

/**
 * Hosts whose share links open a page with a player or a download button. `pages` matches host and path of the
 * links that their share dialogs create: any other URL is opened, and its response decides. With a query that
 * matches `direct` the host sends the file itself.
 */
const SHARE_HOSTS: Array<{ name: string; pages: RegExp; direct?: RegExp; fix: string }> = [
	{
		name: 'Dropbox',
		pages: /^(www\.|m\.)?dropbox\.com\/(s|sh|scl\/f[io]|t|transfer)\//,
		direct: /^\/(s|scl\/fi)\/.*[?&](dl|raw)=1(&|$)/,
		fix: 'Share the file, not its folder, and change dl=0 at the end of its URL to dl=1.',
	},
	{
		name: 'Google Drive',
		pages:
			/^drive\.google\.com\/(a\/[^/]+\/)?(u\/\d+\/)?(file\/d\/|drive\/|open$|folderview$)|^docs\.google\.com\/.*\/d\/(e\/)?[^/]+(\/(copy|edit|embed|htmlview|mobilebasic|present|preview|pub|pubhtml|view|viewform)?)?$/,
		direct: /[?&]output=/,
		fix: withNode('Google Drive'),
	},
	{
		name: 'Google Photos',
		pages: /^photos\.(google\.com|app\.goo\.gl)\//,
		fix: HOST_IT,
	},
	{
		name: 'OneDrive',
		pages:
			/^1drv\.ms\/|^onedrive\.live\.com\/((about|:[a-z]:)\/.*|(edit|embed|redir|view)(\.aspx)?)?$/,
		direct: /[?&]download=1(&|$)/,
		fix: withNode('Microsoft OneDrive'),
	},
	{
		name: 'SharePoint',
		pages:
			/^[\w-]+\.sharepoint(-mil)?\.(com|us|cn|de)\/(:[a-z]:\/|.*\/?_layouts\/15\/(?!download\.aspx))/i,
		direct: /[?&]download=1(&|$)/,
		fix: withNode('Microsoft SharePoint'),
	},
	{
		name: 'Box',
		pages: /^([\w-]+\.)*box\.com\/(embed\/)?(s|v|file|folder)\//,
		fix: "Use the direct link in the link's settings (app.box.com/shared/static/…), or download the file with the Box node.",
	},
	{
		name: 'WeTransfer',
		pages: /^we\.tl\/|^([\w-]+\.)?wetransfer\.com\/downloads\//,
		fix: HOST_IT,
	},
	{
		name: 'YouTube',
		pages: /^([\w-]+\.)*(youtube\.com|youtu\.be|youtube-nocookie\.com)\//,
		fix: 'Use the original recording: YouTube has no download URLs.',
	},
	{
		name: 'Vimeo',
		pages:
			/^(www\.)?vimeo\.com\/(\d|(album|channels|event|groups|manage|ondemand|showcase|video)\/)|^player\.vimeo\.com\/(event|video)\//,
		fix: "Use the original recording, or a file link from Vimeo's API.",
	},
	{
		name: 'Zoom',
		pages: /^([\w-]+\.)*(zoom\.us|zoom\.com|zoomgov\.com)\/rec\/(share|play)\//,
		fix: "Use the recording's download_url from Zoom's API or webhook.",
	},
	{
		name: 'Loom',
		pages: /^(www\.)?loom\.com\/(share|embed)\//,
		fix: HOST_IT,
	},
	{
		name: 'iCloud',
		pages: /^(www\.|share\.)?icloud\.com\//,
		fix: HOST_IT,
	},
	{
		name: 'MEGA',
		pages: /^(www\.)?mega\.(nz|io)\//,
		fix: HOST_IT,
	},
];

function shareHostOf(url: string) {
	const { hostname, pathname, search } = new URL(url);
	return SHARE_HOSTS.find(
		({ pages, direct }) => pages.test(hostname + pathname) && !direct?.test(pathname + search),
	);
}

export function refuseShareLink(field: string, url: string): void {
	const shareHost = shareHostOf(url);
	if (shareHost === undefined) return;
	const { name: host } = shareHost;
	const fix = `${shareHost.fix} To send it anyway, turn on 'Skip URL Checks'.`;
	throw createError('URL_IS_SHARE_LINK', { field, host, fix, url });
}

/**
 * Turns a file's share link of Dropbox into its direct form: only Dropbox documents one ("How to force a shared
 * link to download or render"). Other URLs stay unchanged.
 * @throws StepError for any other share link
 */
export function directUrlOf(field: string, url: string): string {
	const shareHost = shareHostOf(url);
	if (shareHost === undefined) return url;
	const { name: host, fix } = shareHost;
	const direct = new URL(url);
	if (host !== 'Dropbox' || !/^\/(s|scl\/fi)\//.test(direct.pathname)) {
		throw createError('URL_IS_SHARE_LINK', { field, host, fix, url });
	}
	direct.searchParams.set('dl', '1');
	return direct.href;
}

export function fixForWebPage(url: string): string {
	return (
		shareHostOf(url)?.fix ??
		'Use a URL that downloads the file itself, and check that it works without a login.'
	);
}

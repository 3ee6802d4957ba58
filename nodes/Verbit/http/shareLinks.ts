import { advise, causeOf, createError } from '../errors/createError';
import type { StepError } from '../errors/stepError';

/**
 * Hosts whose share links open a page with a player or a download button. `pages` matches host and path of the
 * links that their share dialogs create: any other URL is opened, and its response decides. With a query that
 * matches `direct` the host sends the file itself.
 */
const SHARE_HOSTS: Array<{ name: string; pages: RegExp; direct?: RegExp }> = [
	{
		name: 'Dropbox',
		pages: /^(www\.|m\.)?dropbox\.com\/(s|sh|scl\/f[io]|t|transfer)\//,
		direct: /^\/(s|scl\/fi)\/.*[?&](dl|raw)=1(&|$)/,
	},
	{
		name: 'Google Drive',
		pages:
			/^drive\.google\.com\/(a\/[^/]+\/)?(u\/\d+\/)?(file\/d\/|drive\/|open$|folderview$)|^docs\.google\.com\/.*\/d\/(e\/)?[^/]+(\/(copy|edit|embed|htmlview|mobilebasic|present|preview|pub|pubhtml|view|viewform)?)?$/,
		direct: /[?&]output=/,
	},
	{
		name: 'Google Photos',
		pages: /^photos\.(google\.com|app\.goo\.gl)\//,
	},
	{
		name: 'OneDrive',
		pages:
			/^1drv\.ms\/|^onedrive\.live\.com\/((about|:[a-z]:)\/.*|(edit|embed|redir|view)(\.aspx)?)?$/,
		direct: /[?&]download=1(&|$)/,
	},
	{
		name: 'SharePoint',
		pages:
			/^[\w-]+\.sharepoint(-mil)?\.(com|us|cn|de)\/(:[a-z]:\/|.*\/?_layouts\/15\/(?!download\.aspx))/i,
		direct: /[?&]download=1(&|$)/,
	},
	{
		name: 'Box',
		pages: /^([\w-]+\.)*box\.com\/(embed\/)?(s|v|file|folder)\//,
	},
	{
		name: 'WeTransfer',
		pages: /^we\.tl\/|^([\w-]+\.)?wetransfer\.com\/downloads\//,
	},
	{
		name: 'YouTube',
		pages: /^([\w-]+\.)*(youtube\.com|youtu\.be|youtube-nocookie\.com)\//,
	},
	{
		name: 'Vimeo',
		pages:
			/^(www\.)?vimeo\.com\/(\d|(album|channels|event|groups|manage|ondemand|showcase|video)\/)|^player\.vimeo\.com\/(event|video)\//,
	},
	{
		name: 'Zoom',
		pages: /^([\w-]+\.)*(zoom\.us|zoom\.com|zoomgov\.com)\/rec\/(share|play)\//,
	},
	{
		name: 'Loom',
		pages: /^(www\.)?loom\.com\/(share|embed)\//,
	},
	{
		name: 'iCloud',
		pages: /^(www\.|share\.)?icloud\.com\//,
	},
	{
		name: 'MEGA',
		pages: /^(www\.)?mega\.(nz|io)\//,
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
	throw advise(shareLink(field, shareHost.name, url), 'SEND_ANYWAY', {});
}

/**
 * Turns a file's share link of Dropbox into its direct form: only Dropbox documents one ("How to force a shared
 * link to download or render"). Other URLs stay unchanged.
 * @throws StepError for any other share link
 */
export function directUrlOf(field: string, url: string): string {
	const shareHost = shareHostOf(url);
	if (shareHost === undefined) return url;
	const { name } = shareHost;
	const direct = new URL(url);
	if (name !== 'Dropbox' || !/^\/(s|scl\/fi)\//.test(direct.pathname)) {
		throw shareLink(field, name, url);
	}
	direct.searchParams.set('dl', '1');
	return direct.href;
}

function shareLink(field: string, host: string, url: string): StepError {
	const cause = causeOf('URL_IS_SHARE_LINK', host);
	return createError('URL_IS_SHARE_LINK', { cause, field, host, url });
}

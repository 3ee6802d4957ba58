import { advise, causeOf, createError } from '../errors/createError';
import type { StepError } from '../errors/stepError';

/**
 * Hosts whose share links open a page with a player or a download button. `pages` matches host and path of the
 * links that their share dialogs create: any other URL is opened, and its response decides. With a query that
 * matches `direct` the host sends the file itself.
 */
const SHARE_HOSTS: Array<[host: string, pages: RegExp, direct?: RegExp]> = [
	[
		'Dropbox',
		/^(www\.|m\.)?dropbox\.com\/(s|sh|scl\/f[io]|t|transfer)\//,
		/^\/(s|scl\/fi)\/.*[?&](dl|raw)=1(&|$)/,
	],
	[
		'Google Drive',
		/^drive\.google\.com\/(a\/[^/]+\/)?(u\/\d+\/)?(file\/d\/|drive\/|open$|folderview$)|^docs\.google\.com\/.*\/d\/(e\/)?[^/]+(\/(copy|edit|embed|htmlview|mobilebasic|present|preview|pub|pubhtml|view|viewform)?)?$/,
		/\/pub\?(.*&)?output=/,
	],
	['Google Photos', /^photos\.(google\.com|app\.goo\.gl)\//],
	[
		'OneDrive',
		/^1drv\.ms\/|^onedrive\.live\.com\/((about|:[a-z]:)\/.*|(edit|embed|redir|view)(\.aspx)?)?$/,
		/[?&]download=1(&|$)/,
	],
	[
		'SharePoint',
		/^[\w-]+\.sharepoint(-mil)?\.(com|us|cn|de)\/(:[a-z]:\/|.*\/?_layouts\/15\/(?!download\.aspx))/i,
		/[?&]download=1(&|$)/,
	],
	['Box', /^([\w-]+\.)*box\.com\/(embed\/)?(s|v|file|folder)\//],
	['WeTransfer', /^we\.tl\/|^([\w-]+\.)?wetransfer\.com\/downloads\//],
	['YouTube', /^([\w-]+\.)*(youtube\.com|youtu\.be|youtube-nocookie\.com)\//],
	[
		'Vimeo',
		/^(www\.)?vimeo\.com\/(\d|(album|channels|event|groups|manage|ondemand|showcase|video)\/)|^player\.vimeo\.com\/(event|video)\//,
	],
	['Zoom', /^([\w-]+\.)*(zoom\.us|zoom\.com|zoomgov\.com)\/rec\/(share|play)\//],
	['Loom', /^(www\.)?loom\.com\/(share|embed)\//],
	['iCloud', /^(www\.|share\.)?icloud\.com\//],
	['MEGA', /^(www\.)?mega\.(nz|io)\//],
];

function hostOf(url: string): string | undefined {
	const { hostname, pathname, search } = new URL(url);
	const isShareLink = ([, pages, direct]: (typeof SHARE_HOSTS)[number]) =>
		pages.test(hostname + pathname) && !direct?.test(pathname + search);
	return SHARE_HOSTS.find(isShareLink)?.[0];
}

/** For a URL that Verbit is to download. */
export function refuseShareLink(field: string, url: string): void {
	const host = hostOf(url);
	if (host !== undefined) throw advise(shareLink(field, host, url), 'SEND_ANYWAY', {});
}

/**
 * Turns a file's share link of Dropbox into its direct form: only Dropbox documents one ("How to force a shared
 * link to download or render"). Other URLs stay unchanged.
 * @throws StepError for any other share link
 */
export function directUrlOf(field: string, url: string): string {
	const host = hostOf(url);
	if (host === undefined) return url;
	const direct = new URL(url);
	const isFile = host === 'Dropbox' && /^\/(s|scl\/fi)\//.test(direct.pathname);
	if (!isFile) throw shareLink(field, host, url);
	direct.searchParams.set('dl', '1');
	return direct.href;
}

function shareLink(field: string, host: string, url: string): StepError {
	const cause = causeOf('URL_IS_SHARE_LINK', host);
	return createError('URL_IS_SHARE_LINK', { cause, field, host, url });
}

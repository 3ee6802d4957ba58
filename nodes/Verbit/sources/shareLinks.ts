import { addRemedy, createError } from '../errors/createError';

/**
 * Hosts whose share links open a page with a player or a download button. `pages` matches the host and path of such links, and
 * `direct` the path and query of links to the file itself. Any other URL counts as direct.
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
		/^[^?]*\/pub\?(.*&)?output=/,
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

function shareHostOf(url: string): string | undefined {
	const { hostname, pathname, search } = new URL(url);
	const found = SHARE_HOSTS.find(
		([, pages, direct]) => pages.test(hostname + pathname) && !direct?.test(pathname + search),
	);
	return found?.[0];
}

export function refuseShareLink(field: string, url: string): void {
	const host = shareHostOf(url);
	if (host === undefined) return;
	const error = createError('URL_IS_SHARE_LINK', { variant: host, field, host, url });
	throw addRemedy(error, 'SEND_ANYWAY');
}

/** Returns the direct form of a share link, which only Dropbox documents ("How to force a shared link to download or render"). */
export function directUrlOf(field: string, url: string): string {
	const host = shareHostOf(url);
	if (host === undefined) return url;
	const direct = new URL(url);
	const isFile = host === 'Dropbox' && /^\/(s|scl\/fi)\//.test(direct.pathname);
	if (!isFile) throw createError('URL_IS_SHARE_LINK', { variant: host, field, host, url });
	direct.searchParams.set('dl', '1');
	return direct.href;
}

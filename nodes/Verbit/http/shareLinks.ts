import { fault } from '../errors/fault';
import { redactUrls } from './redact';

/** A host of files or videos whose share links open a page with a player or a download button. */
interface ShareHost {
	name: string;
	hosts: RegExp;
	/** Whether a path at these hosts, with its query, opens such a page. */
	isPage: (path: string, query: URLSearchParams) => boolean;
	/** What to do, in one sentence. */
	fix: string;
	/** The direct form, where the host documents one; nothing for a link that has none, such as a folder's. */
	toDirect?: (url: URL) => string | undefined;
}

const isFlagSet = (query: URLSearchParams, name: string) => query.get(name) === '1';

/**
 * The links that the hosts' own share dialogs create. Direct forms are taken only from the hosts' documentation:
 * Dropbox "How to force a shared link to download or render" (`dl=1`). Google, Microsoft and Box document theirs
 * only as a response of their APIs, which require a login.
 */
const SHARE_HOSTS: ShareHost[] = [
	{
		name: 'Dropbox',
		hosts: /^(www\.)?dropbox\.com$/,
		isPage: (path, query) =>
			/^\/(s|sh|scl\/f[io]|t|transfer)\//.test(path) &&
			!isFlagSet(query, 'dl') &&
			!isFlagSet(query, 'raw'),
		fix: 'Share the file, not its folder, and change dl=0 at the end of its URL to dl=1.',
		toDirect: (url) => {
			if (!/^\/(s|scl\/fi)\//.test(url.pathname)) return undefined;
			url.searchParams.set('dl', '1');
			return url.href;
		},
	},
	{
		name: 'Google Drive',
		hosts: /^(drive|docs)\.google\.com$/,
		isPage: (path) => !/^\/(a\/[^/]+\/)?uc$/.test(path) && !path.endsWith('/export'),
		fix: 'Download the file with the Google Drive node, and set the source of this node to Binary File.',
	},
	{
		name: 'Google Photos',
		hosts: /^photos\.(google\.com|app\.goo\.gl)$/,
		isPage: () => true,
		fix: 'Download the file and host it where its URL opens the file directly.',
	},
	{
		name: 'OneDrive',
		hosts: /^(1drv\.ms|onedrive\.live\.com)$/,
		isPage: (path) => !path.startsWith('/download'),
		fix: 'Download the file with the Microsoft OneDrive node, and set the source of this node to Binary File.',
	},
	{
		name: 'SharePoint',
		hosts: /\.sharepoint\.com$/,
		isPage: (path, query) =>
			(/^\/:[a-z]:\//.test(path) || /\/_layouts\/15\/(?!download\.aspx)/i.test(path)) &&
			!isFlagSet(query, 'download'),
		fix: 'Download the file with the Microsoft SharePoint node, and set the source of this node to Binary File.',
	},
	{
		name: 'Box',
		hosts: /(^|\.)box\.com$/,
		isPage: (path) => /^\/(s|v|file|folder)\//.test(path),
		fix: "Use the direct link in the link's settings (app.box.com/shared/static/…), or download the file with the Box node.",
	},
	{
		name: 'WeTransfer',
		hosts: /(^|\.)(we\.tl|wetransfer\.com)$/,
		isPage: () => true,
		fix: 'Download the file and host it where its URL opens the file directly.',
	},
	{
		name: 'YouTube',
		hosts: /(^|\.)(youtube\.com|youtu\.be|youtube-nocookie\.com)$/,
		isPage: () => true,
		fix: 'Use the original recording: YouTube has no download URLs.',
	},
	{
		name: 'Vimeo',
		hosts: /^((www|player)\.)?vimeo\.com$/,
		// Where the file links of its API are.
		isPage: (path) => !/^\/(external|progressive_redirect)\//.test(path),
		fix: "Use the original recording, or a file link from Vimeo's API.",
	},
	{
		name: 'Zoom',
		hosts: /(^|\.)zoom\.us$/,
		isPage: (path) => /^\/rec\/(share|play)\//.test(path),
		fix: "Use the recording's download_url from Zoom's API or webhook.",
	},
	{
		name: 'Loom',
		hosts: /^(www\.)?loom\.com$/,
		isPage: (path) => /^\/(share|embed)\//.test(path),
		fix: 'Download the video and host it where its URL opens the file directly.',
	},
	{
		name: 'iCloud',
		hosts: /(^|\.)icloud\.com$/,
		isPage: () => true,
		fix: 'Download the file and host it where its URL opens the file directly.',
	},
	{
		name: 'MEGA',
		hosts: /(^|\.)mega\.(nz|io)$/,
		isPage: () => true,
		fix: 'Download the file and host it where its URL opens the file directly.',
	},
];

/** The host whose share page a URL is known to open. The URL is read, never called. */
function shareHostOf(url: string): ShareHost | undefined {
	const parsed = new URL(url);
	const host = parsed.hostname.toLowerCase();
	return SHARE_HOSTS.find(
		({ hosts, isPage }) => hosts.test(host) && isPage(parsed.pathname, parsed.searchParams),
	);
}

/**
 * Checks that a URL which Verbit is to download isn't a share link, which opens a web page instead of the file.
 * @param field the parameter's display name, for the message
 * @throws StepError for a share link of a known host, with the form that works
 */
export function refuseShareLink(field: string, url: string): void {
	const shareHost = shareHostOf(url);
	if (shareHost === undefined) return;
	const { name: host, fix } = shareHost;
	throw fault('URL_IS_SHARE_LINK', { field, host, fix, url: redactUrls(url) });
}

/**
 * Turns a share link that n8n is to stream into its direct form, e.g. `dl=1` for Dropbox, and returns any other URL
 * unchanged.
 * @param field the parameter's display name, for the message
 * @throws StepError for a share link without a documented direct form
 */
export function directUrlOf(field: string, url: string): string {
	const shareHost = shareHostOf(url);
	if (shareHost === undefined) return url;
	const { name: host, fix, toDirect } = shareHost;
	const direct = toDirect?.(new URL(url));
	if (direct !== undefined) return direct;
	throw fault('SHARE_LINK_UNSUPPORTED', { field, host, fix, url: redactUrls(url) });
}

/**
 * One sentence on what to do about a URL that opened a web page instead of a file: that of the known host, or a
 * general one.
 */
export function fixForWebPage(url: string): string {
	return (
		shareHostOf(url)?.fix ??
		'Use a URL that downloads the file itself, and check that it works without a login.'
	);
}

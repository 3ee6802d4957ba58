import { fault } from '../errors/fault';
import { redactUrls } from './redact';
import { SHARE_HOSTS, type ShareHost } from './shareHosts';

/** The host whose share page a URL is known to open. The URL is read, never called. */
export function shareHostOf(url: string): ShareHost | undefined {
	const parsed = new URL(url);
	const host = parsed.hostname.toLowerCase();
	return SHARE_HOSTS.find(
		({ hosts, isPage }) => hosts.test(host) && isPage(parsed.pathname, parsed.searchParams),
	);
}

/**
 * For a URL that Verbit is to fetch.
 * @throws StepError for a share link, with the form that works
 */
export function refuseShareLink(field: string, url: string): void {
	const shareHost = shareHostOf(url);
	if (shareHost === undefined) return;
	const { name: host, fix } = shareHost;
	throw fault('URL_IS_SHARE_LINK', { field, host, fix, url: redactUrls(url) });
}

/**
 * For a URL that n8n streams: a share link is turned into its direct form, any other URL stays as it is.
 * @throws StepError for a share link of which no direct form is documented
 */
export function directUrlOf(field: string, url: string): string {
	const shareHost = shareHostOf(url);
	if (shareHost === undefined) return url;
	const { name: host, fix, toDirect } = shareHost;
	const direct = toDirect?.(new URL(url));
	if (direct !== undefined) return direct;
	throw fault('SHARE_LINK_UNSUPPORTED', { field, host, fix, url: redactUrls(url) });
}

/** What to do about a URL that opened a web page. */
export function fixForWebPage(url: string): string {
	return (
		shareHostOf(url)?.fix ??
		'Use a URL that downloads the file itself, and check that it works without a login.'
	);
}

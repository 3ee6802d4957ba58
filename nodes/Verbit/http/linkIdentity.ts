import { readSignedUrl } from './signedUrl';

/**
 * What a link has in common with a newer link to the same file: all of it, but for the query of a signed one, which is
 * new each time it is signed. May hold secrets: keep a hash of it only.
 * @param url absolute
 */
export function linkIdentity(url: string): string {
	if (readSignedUrl(url).kind === 'unsigned') return url;
	const { origin, pathname } = new URL(url);
	return `${origin}${pathname}`;
}

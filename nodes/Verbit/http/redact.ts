/**
 * Takes the secrets out of URLs in any text: the query and the fragment, where signatures are, and a user and password.
 * Scheme, host and path stay, so that a reader still knows which link is meant.
 */
export function redactUrls(text: string): string {
	return text.replace(
		/(\b[a-z][a-z0-9+.-]*:\/\/)([^\s"<>?#]*)([?#][^\s"<>]*)?/gi,
		(_match, scheme: string, location: string, secrets?: string) =>
			`${scheme}${withoutLogin(location)}${secrets === undefined ? '' : '?…'}`,
	);
}

function withoutLogin(location: string): string {
	const path = location.indexOf('/');
	const authority = path === -1 ? location : location.slice(0, path);
	return authority.includes('@') ? location.slice(authority.lastIndexOf('@') + 1) : location;
}

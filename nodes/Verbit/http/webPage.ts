/**
 * Whether a response is a web page, such as a proxy's login. Its beginning decides: some servers send a short text with
 * the type of a page.
 * @param headers with names in lower case
 */
export function isWebPage(body: string, headers: object): boolean {
	const type = String((headers as Record<string, unknown>)['content-type'] ?? '');
	const start = body.slice(0, 1000).trimStart();
	if (/^(<\?xml[^>]*>\s*)?(<!--[^>]*>\s*)?<(!doctype\s+html|html|head|body)\b/i.test(start))
		return true;
	return /^(text\/html|application\/xhtml)/i.test(type) && start.startsWith('<');
}

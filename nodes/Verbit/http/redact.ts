import type { IDataObject } from 'n8n-workflow';

/** `?name=`, also encoded once or several times. */
const NAMED_QUERY = /\?\s*[\w.~%[\]-]{1,100}=|%(25)*3f[\w.~%-]{1,100}?%(25)*3d/i;

/**
 * After a scheme, any `?` or `#` begins a query, and so does `&name=`: what looks like a second URL may be a value
 * of the first.
 */
const QUERY_OF_URL = new RegExp(`${NAMED_QUERY.source}|[?#](?=\\S)|&[\\w.~%[\\]-]{1,100}=`, 'i');

/** User and password before a host. A password may contain unencoded quotes. */
const LOGIN = /:\/\/[^\s/?#]*@/g;

const JSON_WEB_TOKEN = /eyJ[\w-]{5,300}\.[\w-]{5,}(\.[\w-]*)?/g;

/** What follows the scheme of an `Authorization` header. */
const AUTHORIZATION = /\b(bearer|apitoken)\s+[\w+/=.~-]{6,}(?<![.])/gi;

/** "Basic" is also an ordinary word, so its value must look encoded. */
const BASIC = /\b([Bb]asic|BASIC)(?=\s+[\w+/-]*(\d|[a-z][A-Z]|=))\s+[\w+/=.~-]{6,}(?<![.])/g;

/** A parameter of a signed URL without the URL before it. */
const NAMED_SECRET =
	/\b(X-(?:Amz|Goog)-(?:Signature|Credential|Security-Token)|Signature|sig|(?:access|api|auth)[_-]?(?:token|key))(?:=|%(?:25)*3d)[^\s&"'<>]+/gi;

/**
 * Removes secrets from any text: query, fragment, user and password of URLs, tokens, and what follows `Bearer`.
 * Scheme, host and path stay, to show which URL it was. A query ends at the last word that contains a `=` or `&`,
 * because a URL in a message may contain unencoded spaces and quotes. The time grows linearly with the text's
 * length.
 */
export function redactUrls(text: string): string {
	// Each part but the first begins with a word that contains a scheme.
	const parts = text.split(/(?<!\S)(?=\S*:\/\/)/).map(withoutQuery);
	return parts
		.join('')
		.replace(LOGIN, '://')
		.replace(JSON_WEB_TOKEN, '…')
		.replace(AUTHORIZATION, '$1 …')
		.replace(BASIC, '$1 …')
		.replace(NAMED_SECRET, '$1=…');
}

function withoutQuery(part: string): string {
	const start = part.search(part.includes('://') ? QUERY_OF_URL : NAMED_QUERY);
	if (start === -1) return part;
	const lastParameter = Math.max(part.lastIndexOf('='), part.lastIndexOf('&'), start);
	const rest = part.slice(lastParameter).replace(/^\S*/, '');
	return `${part.slice(0, start)}?…${rest.replace(/[?#]\S+/g, '?…')}`;
}

const MAX_SHOWN = 100;

const MAX_SHOWN_URL = 200;

/** Part of a URL that is read, characters: the host and password of a real one are shorter. */
const MAX_READ = 4000;

/** Shows a refused URL in a message, without its login, query and fragment. */
export function describeUrl(url: string): string {
	const query = url.search(/[?#]|%(25)*3f/i);
	const location = (query === -1 ? url : url.slice(0, query)).slice(0, MAX_READ);
	const shown = location.replace(/^(\s*[a-z][a-z0-9+.-]{0,30}:\/\/)?[^/]*@/i, '$1');
	return `${cut(shown, MAX_SHOWN_URL)}${query === -1 ? '' : '?…'}`;
}

/**
 * Shows a refused value in a message: a text up to its first `?` or `#`, but only the type of an object or array,
 * because an item may hold an upload URL.
 */
export function describeValue(value: unknown): string {
	if (value === undefined || value === '') return 'nothing';
	if (typeof value === 'string') return JSON.stringify(cut(describeUrl(value), MAX_SHOWN));
	if (Array.isArray(value)) return 'an array';
	if (isDate(value)) return 'a date';
	const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
	return isObject ? 'an object' : String(value);
}

/** A date of JavaScript or Luxon, such as `$now`. `instanceof` fails for one from another context. */
function isDate(value: unknown): boolean {
	const { toISO, toISOString } = (value ?? {}) as Record<string, unknown>;
	return typeof toISO === 'function' || typeof toISOString === 'function';
}

function cut(text: string, length: number): string {
	return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** Fields of the API that are output as the user entered them: an ID must be found by what was sent. */
const USER_FIELDS = ['external_id', 'job_metadata', 'job_name', 'labels'];

/** Redacts a response for the output: a signed URL must not get into saved executions. */
export function redactUrlsIn(data: IDataObject): IDataObject {
	const entries = Object.entries(data)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) =>
			USER_FIELDS.includes(name) ? [name, value] : [redactUrls(name), mapTexts(value, redactUrls)],
		);
	return Object.fromEntries(entries) as IDataObject;
}

/** Shorter texts are no secrets, and may be part of any word, characters. */
const MIN_SECRET = 4;

/** Removes the secrets that a request was sent with from a text or parsed JSON: its response may quote them. */
export function withoutSecrets<T>(response: T, secrets: string[]): T {
	const hidden = secrets
		.filter((secret) => secret.length >= MIN_SECRET)
		.flatMap((secret) => [secret, encodeURIComponent(secret)]);
	return mapTexts(response, (text) =>
		hidden.reduce((rest, secret) => rest.split(secret).join('…'), text),
	) as T;
}

/** JSON nested deeper would overflow the stack here or in n8n, which has to save it. */
const MAX_DEPTH = 100;

function mapTexts(value: unknown, change: (text: string) => string, depth = 0): unknown {
	if (typeof value === 'string') return change(value);
	if (typeof value !== 'object' || value === null) return value;
	if (depth === MAX_DEPTH) return '…';
	const inner = (entry: unknown) => mapTexts(entry, change, depth + 1);
	if (Array.isArray(value)) return value.map(inner);
	// `fromEntries` keeps a field named `__proto__`.
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => [change(name), inner(entry)]),
	);
}

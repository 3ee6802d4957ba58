/** `?name=`, also encoded once or several times. */
const NAMED_QUERY = /\?\s*[\w.~%[\]-]{1,100}=|%(25)*3f[\w.~%-]{1,100}?%(25)*3d/i;

/** After a scheme, any `?` or `#` begins a query, and so does `&name=`: a second URL may be a value of the first. */
const QUERY_OF_URL = new RegExp(
	`${NAMED_QUERY.source}|[?#](?=[^\\s…])|&[\\w.~%[\\]-]{1,100}=`,
	'i',
);

/** User and password before a host. A password may contain any character unencoded, but after `:` a port may stand. */
const LOGIN = /:\/\/([^\s/?#]*@|[^\s/?#@:]*:(?!\d{0,5}([/?#\s]|$))\S*@)/g;

/** Also one that was cut off. */
const JSON_WEB_TOKEN = /eyJ[\w-]{5,300}(\.[\w-]{5,}(\.[\w-]*)?|\.?[\w-]*…)/g;

/** What follows the scheme of an `Authorization` header. "Basic" is also a word of names: `Basic 101.mp4`. */
const AUTHORIZATION = /\b(basic|bearer|apitoken)\s+([\w+/=.~-]{6,})(?<![.])/gi;

/** A parameter of a signed URL without the URL before it. */
const NAMED_SECRET =
	/(?<![a-z\d])(X-(?:Amz|Goog)-(?:Signature|Credential|Security-Token)|Signature|sig|(?:access|api|auth)[_-]?(?:token|key))(?:=|%(?:25)*3d)[^\s&"'<>…]+/gi;

/**
 * The second net, for secrets that nobody knows: removes query, fragment, user and password of URLs, tokens, and what
 * follows `Bearer` from a value. Scheme, host and path stay, to show which URL it was. A query ends at the last word that
 * contains a `=` or `&`, because a URL may contain unencoded spaces and quotes. The time grows linearly with the length.
 */
export function withoutPatterns(text: string): string {
	// Each part but the first begins with a word that contains a scheme.
	const parts = withoutLogin(text).split(/(?<!\S)(?=\S*:\/\/)/);
	return parts
		.map(withoutQuery)
		.join('')
		.replace(JSON_WEB_TOKEN, '…')
		.replace(AUTHORIZATION, withoutCredential)
		.replace(NAMED_SECRET, '$1=…');
}

function withoutCredential(said: string, scheme: string, value: string): string {
	// Basic has a user and a password in base64, with a colon between (RFC 7617).
	const isName = /^basic$/i.test(scheme) && !Buffer.from(value, 'base64').includes(':');
	return isName ? said : `${scheme} …`;
}

function withoutLogin(text: string): string {
	return text.replace(LOGIN, '://');
}

function withoutQuery(part: string): string {
	const start = part.search(part.includes('://') ? QUERY_OF_URL : NAMED_QUERY);
	if (start === -1) return part;
	const lastParameter = Math.max(part.lastIndexOf('='), part.lastIndexOf('&'), start);
	const end = part
		.slice(lastParameter)
		.replace(/^\S*/, (word) => word.slice(-2).replace(/^[^]*[^)"]/, ''));
	return `${part.slice(0, start)}?…${end.replace(/[?#]\S+/g, '?…')}`;
}

/** The mark lets half of a secret be found. */
export function cut(text: string, length: number): string {
	return text.length > length ? `${text.slice(0, length)}…` : text;
}

const MAX_SHOWN = 100;

/** Part of a text that is read, characters: the login of a real URL is shorter. */
const MAX_READ = 4000;

/** A refused value in a message: a text up to its first `?` or `#`, without a login; only the type of an object or array. */
export function describeValue(value: unknown): string {
	if (value === undefined || value === '') return 'nothing';
	if (typeof value === 'string') {
		const [shown, ...rest] = withoutLogin(value.slice(0, MAX_READ)).split(/[?#]|%(?:25)*3f/i);
		const location = shown.replace(/^(\s*[a-z][a-z0-9+.-]{0,30}:\/\/)?[^/]*@/i, '$1');
		return JSON.stringify(`${cut(location, MAX_SHOWN)}${rest.length > 0 ? '?…' : ''}`);
	}
	if (Array.isArray(value)) return 'an array';
	if (isDate(value)) return 'a date';
	return Object(value) === value ? 'an object' : String(value);
}

/** A date of JavaScript or Luxon, such as `$now`. `instanceof` fails for one from another context. */
export function isDate(value: unknown): boolean {
	const { toISO, toISOString } = Object(value);
	return typeof toISO === 'function' || typeof toISOString === 'function';
}

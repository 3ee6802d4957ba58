import { isDate } from '../inspect/inspect';
import { decode } from './encodings';
import { isToken, loginLength, MIN_IN_PATH } from './urlParts';

/** The beginning of a query, `?name=`, also encoded once or several times. */
export const NAMED_QUERY = /\?\s*[\w.~%[\]-]{1,100}=|%(25)*3f[\w.~%-]{1,100}?%(25)*3d/i;

/** The beginning of a query in a text with a URL: any `?` or `#`, or `&name=`, because a query's value may be a URL. */
const QUERY_OF_URL = /[?#](?=[^\s…])|[?&]\s*[\w.~%[\]-]{1,100}=|%(25)*3f[\w.~%-]{1,100}?%(25)*3d/i;

/** A JSON Web Token, maybe cut off. All JSON objects in base64 begin with `eyJ`. */
const JSON_WEB_TOKEN = /eyJ[\w.-]{5,}…|eyJ[\w.-]{17,}/g;

const AUTHORIZATION = /\b(basic|bearer|apitoken)\s+([\w+/=.~-]{6,})(?<![.])/gi;

const NAMED_SECRET =
	/(?<![a-z\d])(X-\w+-(?:Signature|Credential|Security-Token)|Signature|sig|(?:access|api|auth)[_-]?(?:token|key))(?:=|%(?:25)*3d)[^\s&"'<>…]+/gi;

/**
 * Removes from a text what looks like a secret, even if the run doesn't know it: a URL's query, fragment, login and keys in its
 * path, tokens, and the value after `Bearer`. A URL's scheme, host, words and file names stay.
 */
export function withoutLikelySecrets(text: string): string {
	const [beginning, ...urls] = text.split('://');
	const withoutLogins = [beginning, ...urls.map((url) => url.slice(loginLength(url)))].join('://');
	// Each part after the first begins with a word that contains a scheme.
	const parts = withoutLogins.split(/(?<!\S)(?=\S*:\/\/)/);
	return parts
		.map(withoutQuery)
		.join('')
		.replace(/(:\/\/[^\s/]*)(\/\S*)/g, withoutTokens)
		.replace(JSON_WEB_TOKEN, '…')
		.replace(AUTHORIZATION, (all, scheme: string, value: string) => {
			// "Basic" and "Bearer" may be words of a name. Basic credentials have a colon, in base64 (RFC 7617).
			const isName = /^basic$/i.test(scheme)
				? !Buffer.from(value, 'base64').includes(':')
				: /^[a-z]{1,24}(\.\w{2,4})?$/i.test(value);
			return isName ? all : `${scheme} …`;
		})
		.replace(NAMED_SECRET, '$1=…');
}

export function hasCredential(text: string): boolean {
	const [, ...urls] = text.split('://');
	return text.search(NAMED_SECRET) !== -1 || urls.some((url) => loginLength(url) > 0);
}

function withoutTokens(_url: string, host: string, path: string): string {
	const shown = (part: string) =>
		isToken(decode(part).text, part.includes('=') ? 1 : MIN_IN_PATH) ? '…' : part;
	return host + path.replace(/[^/;"'<>(),?…]+/g, shown);
}

function withoutQuery(part: string): string {
	const start = part.search(part.includes('://') ? QUERY_OF_URL : NAMED_QUERY);
	if (start === -1) return part;
	// A URL may contain unencoded spaces and quotes, so its query ends at the last word with a `=` or `&`.
	const lastParameter = Math.max(part.lastIndexOf('='), part.lastIndexOf('&'), start);
	const end = part.slice(lastParameter).replace(/^\S*?([)"]{0,2})(?!\S)/, '$1');
	return `${part.slice(0, start)}?…${end.replace(/[?#]\S+/g, '?…')}`;
}

/** Cuts a text off and adds a `…`, by which a secret that is cut in half is still found. */
export function cut(text: string, length = 300): string {
	return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** Max length of a text that is read for a message, characters. The login of a URL is shorter. */
export const MAX_READ = 4000;

/** Describes a refused value: a text up to its first `?` or `#`, without a login, but only the type of an object or array. */
export function describeValue(value: unknown): string {
	if (value === undefined || value === '') return 'nothing';
	if (typeof value === 'string') {
		const read = value.slice(0, MAX_READ);
		const isUrl = /^\s*https?:\/\/\S+\s*$/i.test(read) && URL.canParse(read);
		// A text that isn't a valid URL may have been meant as a URL.
		const location = isUrl ? read : read.replace(/^(\s*[a-z][a-z0-9+.-]{0,30}:\/\/)?[^]*@/i, '$1');
		const [shown, ...rest] = withoutLikelySecrets(location).split(/[?#]|%(?:25)*3f/i);
		const text = JSON.stringify(`${cut(shown, 100)}${rest.length > 0 ? '?…' : ''}`);
		// Nobody would see why a text with an invisible character is refused.
		return text.replace(/\p{Cf}/gu, (one) => `\\u{${Number(one.codePointAt(0)).toString(16)}}`);
	}
	if (Array.isArray(value)) return 'an array';
	if (isDate(value)) return 'a date';
	return Object(value) === value ? 'an object' : String(value);
}

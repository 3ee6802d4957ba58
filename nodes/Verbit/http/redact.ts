import type { IDataObject } from 'n8n-workflow';

/**
 * Where the query of a URL begins: `?name=`, also encoded, or any `?` or `#` once a scheme stands before it. `&name=` begins
 * one as well where a URL came before, because what looks like a second URL may stand in a value of the first.
 */
const QUERY_START =
	/(?<named>\?\s*[\w.~%[\]-]{1,100}=|%(25)*3f[\w.~%-]{1,100}?%(25)*3d)|[?#](?=\S)|&[\w.~%[\]-]{1,100}=/gi;

/** User and password before a host. A password may contain quotes that nobody has encoded. */
const LOGIN = /:\/\/[^\s/?#]*@/g;

/** The beginning of a value that a message shows, characters. */
const MAX_SHOWN = 100;

/** The beginning of a URL that a message shows, characters. */
const MAX_SHOWN_URL = 200;

/** No more than this is read of a URL, characters: the cut comes after the host and password of a real one. */
const MAX_READ = 4000;

/**
 * Removes the secrets from URLs in any text: the query and the fragment, where signatures are, and a user and
 * password. Scheme, host and path stay, to show which URL it was. A query ends at the last word that contains a `=`
 * or `&`, because a URL in a message may contain unencoded spaces and quotes. The time grows linearly with the
 * text's length.
 */
export function redactUrls(text: string): string {
	const firstScheme = text.indexOf('://');
	let kept = '';
	let position = 0;
	let part: Part = { end: 0, lastParameter: -1 };
	for (const { groups, index } of text.matchAll(QUERY_START)) {
		const isAfterUrl = position > 0 || (firstScheme !== -1 && index > firstScheme);
		const isQuery = isAfterUrl || groups?.named !== undefined;
		if (index < position || !isQuery) continue;
		const wordEnd = endOfWord(text, index);
		if (wordEnd > part.end) part = partFrom(text, wordEnd);
		kept += `${text.slice(position, index)}?…`;
		position = part.lastParameter > wordEnd ? endOfWord(text, part.lastParameter) : wordEnd;
	}
	return (kept + text.slice(position)).replace(LOGIN, '://');
}

/** The text between a query and the next URL, where what follows a space in the query may stand. */
interface Part {
	end: number;
	/** Where its last `=` or `&` stands; before the part where there is none. */
	lastParameter: number;
}

/** @param start where a word ends */
function partFrom(text: string, start: number): Part {
	const nextScheme = text.indexOf('://', start);
	let end = nextScheme === -1 ? text.length : nextScheme;
	// Stops at the blank at `start` at the latest.
	while (nextScheme !== -1 && /\S/.test(text[end - 1])) end--;
	const between = text.slice(start, end);
	const last = Math.max(between.lastIndexOf('='), between.lastIndexOf('&'));
	return { end, lastParameter: start + last };
}

function endOfWord(text: string, from: number): number {
	const space = /\s/g;
	space.lastIndex = from;
	return space.exec(text)?.index ?? text.length;
}

/**
 * A URL that is refused, for a message: what stands before its first `?`, also encoded, or `#`, cut, without a user and
 * password.
 */
export function describeUrl(url: string): string {
	const query = url.search(/[?#]|%(25)*3f/i);
	const location = (query === -1 ? url : url.slice(0, query)).slice(0, MAX_READ);
	const shown = location.replace(/^(\s*[a-z][a-z0-9+.-]{0,30}:\/\/)?[^/]*@/i, '$1');
	return `${cut(shown, MAX_SHOWN_URL)}${query === -1 ? '' : '?…'}`;
}

/**
 * A value of a parameter that is refused, for a message. A text is shown up to its first `?` or `#`, and cut; of an object
 * or an array only its type is said, because an item may hold an upload URL.
 */
export function describeValue(value: unknown): string {
	if (value === undefined || value === '') return 'nothing';
	if (typeof value === 'string') return JSON.stringify(cut(describeUrl(value), MAX_SHOWN));
	if (Array.isArray(value)) return 'an array';
	if (isDate(value)) return 'a date';
	const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
	return isObject ? 'an object' : String(value);
}

/** Whether a value is a date of JavaScript or Luxon, such as `$now`. It may come from another context, where `instanceof` fails. */
function isDate(value: unknown): boolean {
	const { toISO, toISOString } = (value ?? {}) as Record<string, unknown>;
	return typeof toISO === 'function' || typeof toISOString === 'function';
}

function cut(text: string, length: number): string {
	return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** Fields that Verbit returns as the user has given them, in the API's names. */
const USER_FIELDS = ['external_id', 'job_metadata', 'job_name', 'labels'];

/**
 * The same data but for the queries of the URLs in it: a signed one must not get into saved executions. In the user's own
 * fields an ordinary URL stays complete.
 * @param data Verbit's response, or fields of one
 */
export function redactUrlsIn(data: IDataObject): IDataObject {
	const entries = Object.entries(data).flatMap(([name, value]) => {
		const json = JSON.stringify(value) as string | undefined;
		// What JSON can't hold is left out.
		if (json === undefined) return [];
		return [[name, redactTexts(json, USER_FIELDS.includes(name) ? redactSecretUrls : redactUrls)]];
	});
	return Object.fromEntries(entries) as IDataObject;
}

/** For text of the user, such as an external ID: removes the queries of the URLs in it if one of them may be a secret. */
export function redactSecretUrls(text: string): string {
	return mayHoldSecretUrl(text) ? redactUrls(text) : text;
}

function redactTexts(json: string, redact: (text: string) => string): unknown {
	return JSON.parse(json, (_key, entry: unknown) =>
		typeof entry === 'string' ? redact(entry) : entry,
	);
}

/** A JSON Web Token, under any name. */
const WEB_TOKEN = /eyJ[\w-]{5,400}\./;

/**
 * Names of parameters whose value opens something, in lower case: those of signed URLs at S3, Google, Azure, CloudFront and
 * Akamai, and those of tokens, keys and passwords, such as `access_token`, `sesskey` and `rlkey`. An `id`, a `code` or a
 * `page` is ordinary.
 */
const SECRET_NAME =
	/signature|token|secret|passw|pwd|credential|hmac|jwt|expire|sess(ion)?[-_.]?id|auth(?!or|-?user$)|(^|[^a-z])(sig|key|pass|sid|otp|md5)([^a-z]|$)|key$/;

/** Longer names are none, characters. */
const MAX_NAME = 100;

/** A URL in a value of another one may be encoded, and that one too. */
const MAX_DECODED = 3;

/**
 * Whether a text looks as if a URL in it were signed, or held a password, a token or a key. It may say so of text without
 * a URL. An ordinary URL, such as `https://example.com/course?id=42`, does not.
 */
function mayHoldSecretUrl(text: string): boolean {
	let decoded = text;
	for (let times = 0; times < MAX_DECODED; times++) {
		if (decoded.search(LOGIN) !== -1 || WEB_TOKEN.test(decoded) || hasSecretName(decoded))
			return true;
		decoded = decoded.replace(/%([\da-f]{2})/gi, (_all, hex: string) =>
			String.fromCharCode(parseInt(hex, 16)),
		);
	}
	return false;
}

/** The names are what stands before each `=`. */
function hasSecretName(text: string): boolean {
	const before = text.split('=').slice(0, -1);
	return before.some((part) => {
		const name = part
			.slice(-MAX_NAME)
			.split(/[?#&;~/\s]/)
			.at(-1) as string;
		const words = name.replace(/([a-z])([A-Z])/g, '$1-$2');
		return SECRET_NAME.test(words.toLowerCase());
	});
}

import { withoutLogin } from './patterns';

/** The mark lets half of a secret be found. */
export function cut(text: string, length: number): string {
	return text.length > length ? `${text.slice(0, length)}…` : text;
}

const MAX_SHOWN = 100;

/** Part of a text that is read, characters: the login of a real URL is shorter. */
const MAX_READ = 4000;

/**
 * Shows a refused value in a message: of a text what is before its first `?` or `#`, without a login, and only the type of
 * an object or array, because an item may hold an upload URL.
 */
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
	const { toISO, toISOString } = Object(value) as Record<string, unknown>;
	return typeof toISO === 'function' || typeof toISOString === 'function';
}

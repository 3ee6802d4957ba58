import { decode } from './encodings';

/** A word or number, unlike a key: `Lecture`, `lectureTwo`, `Talk2024`, `20261128`, `48k`, `1080p` or `20261128T10Z`. */
const WORD =
	/^((?=\p{L}{3}|\D*\d{0,4}$)(\p{Lu}?\p{Ll}{0,24}|\p{Lu}{0,24}|\p{Lu}?\p{Ll}{2,9}(\p{Lu}\p{Ll}{2,9}){1,2})\d{0,8}|\d{1,14}|\d{1,4}\p{Ll}{1,2}|\d{1,8}\p{Lu}\d*\p{Lu}?)$/u;

/** Length of the shortest key in a path. Shorter parts are codes that people use, for example of courses and episodes. */
export const MIN_IN_PATH = 10;

const FILE_NAME = /\.([a-z\d]{2,4}|[A-Z\d]{2,4})\W*$/;

/** Returns whether a part of a URL looks like a key: at least `minLength` characters aren't in words. A file name isn't a key. */
export function isToken(text: string, minLength = 1): boolean {
	if (FILE_NAME.test(text)) return false;
	// Keys have no letters of scripts without upper and lower case.
	const others = text.split(/[^\p{Lu}\p{Ll}\d]+/u).filter((run) => !WORD.test(run));
	return (/^\d+$/.test(text) ? text : others.join('')).length >= minLength;
}

export function loginLength(text: string): number {
	const [authority] = text.split(/[\s/?#]/, 1);
	const length = authority.lastIndexOf('@') + 1;
	// The colon after a host is followed by a port.
	if (length > 0 || !/^[^:[]*:(?!\d{0,5}["'),.;:…]*$)/.test(authority)) return length;
	const [word] = text.split(/\s/, 1);
	return word.lastIndexOf('@') + 1 || text.lastIndexOf('@') + 1 || authority.length;
}

/** Returns the secrets in a URL. Certain are a login, and a value that its name calls secret. */
export function secretsIn(url: string): Array<readonly [secret: string, isCertain: boolean]> {
	const [, ...afterSchemes] = url.split('://');
	return afterSchemes.flatMap((text) => {
		const end = loginLength(text);
		const login = text.slice(0, end).replace(/@$/, '');
		const [path, ...queries] = text.slice(end).split(/[?#&]/);
		const [, ...segments] = path.split(/[/;]/);
		return [
			...[/:(.*)/s, /[/?#]/]
				.flatMap((between) => login.split(between))
				.map((secret) => [secret, true] as const),
			...segments.flatMap((segment) => tokensIn(segment, MIN_IN_PATH)),
			...queries.flatMap((query) => query.split(';')).flatMap((part) => tokensIn(part)),
		];
	});
}

const SECRET_NAME = /sig(nature)?$|credential$|accessid$|token|policy|key|secret|pass|auth/i;

/** Returns the secrets in a part of a URL, `name=value` or only a value: the value itself, and its pieces. */
function tokensIn(part: string, minLength?: number): ReturnType<typeof secretsIn> {
	// A `=` without a value is the end of base64.
	const [, name, value] = /^([^=]*)=(.*[^=].*)$/s.exec(part) ?? ['', '', part];
	const { text } = decode(value);
	// A URL in the value is decoded only as far as needed: characters that are still encoded don't separate its parts.
	const once = value.replace(/%(..)/g, (_, hex) => String.fromCharCode(Number(`0x${hex}`)));
	const url = [value, once, text].find((level) => level.includes('://'));
	if (url !== undefined) return secretsIn(url);
	const isCertain = SECRET_NAME.test(name) && !FILE_NAME.test(text);
	// A job ID isn't a secret, because messages name it.
	const isSecret = isCertain || isToken(text, name === '' ? minLength : 1);
	if (!isSecret || /^job_?id$/i.test(name)) return [];
	const pieces = text.split(/[^\p{L}\d_-]+/u);
	const secrets = [text, ...pieces.filter((piece) => isToken(piece) && /\D/.test(piece))];
	return secrets.map((secret) => [secret, isCertain]);
}

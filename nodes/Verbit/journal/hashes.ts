import { createHash } from 'crypto';
import type { INodeExecutionData } from 'n8n-workflow';

import { readSignedUrl } from '../http/signedUrl';
import { decodeUri, isHttpUrl } from '../http/url';
import { isObject } from '../inspect/inspect';
import { lastPartOfId } from '../n8n/binaryStorage';
import { isToken, MIN_IN_PATH } from '../secrets/urlParts';

function hashOf(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

export function shortHash(value: unknown): string {
	return hashOf(value).slice(0, 16);
}

// Saved data is found again by these hashes, and by what goes into them: `itemKeyOf` in `savedRun.ts`, `accountHash` in
// `runner.ts`, the subjects of steps, `marksOf`, the trigger's `isRecorded`, and the identities of files and URLs. If one changes,
// suspended executions begin anew, and jobs are paid twice. Hashes of journals may change with `VERSION`, those of External IDs
// never.

/** The same ID at another base URL is another ID. */
export function hashOfId(baseUrl: string, externalId: string): string {
	return hashOf([baseUrl, externalId.normalize()]).slice(0, 32);
}

/** The mark of a recording: a hash of its URL's identity, or of its files' sizes in bytes. */
export function markOf(recording: string | number[]): string {
	return shortHash(recording);
}

/** Hashes what a step is about. A URL that was signed again is the same one. */
export function hashOfSubject(subject: unknown): string | undefined {
	if (subject === undefined) return undefined;
	const text = JSON.stringify(subject, (_key, value: unknown) =>
		isHttpUrl(value) ? urlIdentity(value) : value,
	);
	return shortHash(text);
}

export function hashOfItem({ json, binary }: INodeExecutionData): string {
	try {
		// An AI agent's next call with the same arguments has another `toolCallId`.
		const fields = { ...json, toolCallId: undefined };
		const files = Object.entries(binary ?? {}).map(([field, file]) => [
			field,
			...fileIdentity(file),
		]);
		return shortHash([fields, files]);
	} catch {
		// JSON can't hold this item (a circular reference, a BigInt). Its index identifies it well enough.
		return '';
	}
}

/** What identifies a file. A Code node may have put anything in its place. */
function fileIdentity(file: unknown): unknown[] {
	if (!isObject(file)) return [file];
	const { id, fileName, data } = file;
	if (typeof id === 'string') return [fileName, lastPartOfId(id)];
	return [fileName, typeof data === 'string' ? data.length : 0];
}

/** Names of parameters that say until when a URL works. */
const LIFETIME = /expir|^(exp|until|valid([_-]?(to|until))?)$/i;

/** Names of parameters that sign a URL, or let whoever has it in, at hosts of any kind. */
const SECRET =
	/^x-(amz|goog)-|hmac|policy|(^|[_-])sign?$|signature$|auth(orization)?$|(credential|key|secret|token)(-?(pair-)?id)?$|accessid$/i;

/**
 * Short names of parameters that sign a URL or limit its life: `e` only if its value is a time or a hash. A value that begins with
 * `eyJ` is a JSON Web Token.
 */
const SHORT_SECRET = /^((ex|hm|is|oe)=|e=(\d{10}(\d{3})?|[\da-f]{8,})$|[^=]*=eyJ)/i;

/** A value that ends like a file's name, so that it is no key: `?key=talks/1.mp4`. */
const FILE = /\.(?!\d+$|(php|aspx?|ashx|cgi|jsp)$)[a-z\d]{2,4}$/i;

/** A URL by which its file is known again: without what changes when it is signed again, and with hashes of what looks like a key. */
export function urlIdentity(url: string): string {
	const { path, open } = partsOf(url);
	const query = new URLSearchParams(
		open.map(([name, value]): [string, string] => [name, withoutKey(value)]),
	);
	return open.length === 0 ? path : `${path}?${query}`;
}

/**
 * A URL as an External ID, which people see. If neither the path nor the query names a file, its keys may be what tells it from
 * another one, so a hash of them is in it: nobody must get another file's transcript.
 */
export function urlAsId(url: string): string {
	const { path, open, lasting } = partsOf(url);
	const isNamed = [path, ...open.map(([, value]) => value)].some((text) => FILE.test(text));
	const isOpen = open.length === lasting.length || readSignedUrl(url).kind !== 'unsigned';
	return isNamed || isOpen ? urlIdentity(url) : `${path}?${shortHash(lasting)}`;
}

function partsOf(url: string) {
	const { origin, pathname, searchParams } = new URL(url);
	// In storages the path names the file.
	const isOfStorage = /^(s3|google|azure)/.test(readSignedUrl(url).kind);
	const lasting = isOfStorage ? [] : [...searchParams].filter(([name]) => !LIFETIME.test(name));
	const open = lasting.filter(([name, value]) => {
		return FILE.test(value) || !(SECRET.test(name) || SHORT_SECRET.test(`${name}=${value}`));
	});
	return { path: `${origin}${pathname.split('/').map(withoutKey).join('/')}`, lasting, open };
}

function withoutKey(text: string): string {
	return isToken(decodeUri(text), MIN_IN_PATH) ? shortHash(text) : text;
}

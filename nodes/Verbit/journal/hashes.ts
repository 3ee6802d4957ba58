import { createHash } from 'crypto';
import type { INodeExecutionData } from 'n8n-workflow';

import { readSignedUrl } from '../http/signedUrl';
import { isHttpUrl } from '../http/url';
import { isObject } from '../inspect/inspect';
import { lastPartOfId } from '../n8n/binaryStorage';

function hashOf(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

export function shortHash(value: unknown): string {
	return hashOf(value).slice(0, 16);
}

// What is saved is found again by the hashes of this file, and by what they are made of: `itemKeyOf` in `savedRun.ts`,
// `accountHash` in `runner.ts`, the subjects of steps, `marksOf`, the trigger's `isRecorded`, and the identities of files and
// URLs. If these were others in a later version, a suspended execution would begin anew, an external ID would be forgotten, and
// a second job paid for. A change of those of journals must raise `VERSION`; those of external IDs can't change.

/** The same ID at another base URL is another ID. */
export function hashOfId(baseUrl: string, externalId: string): string {
	return hashOf([baseUrl, externalId.normalize()]).slice(0, 32);
}

/** By what a recording is known again: from the identity of a URL, or the sizes of files, bytes. */
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

/** Names of parameters that sign a URL or limit its life, at hosts of any kind. */
const SIGNATURE =
	/^x-(amz|goog)-|expir|^(exp|until|valid([_-]?(to|until))?)$|hmac|policy|(^|[_-])sign?$|signature$/i;

/** Names of what lets somebody in, and short names: of `e` the value must show that it is a time or a hash. */
const KEY = /auth(orization)?$|(credential|key|secret|token)(-?(pair-)?id)?$|accessid$/i;
const SHORT = /^((ex|hm|is|oe)=|e=(\d{10}(\d{3})?|[\da-f]{8,})$)/i;

/** The name of a file, which signs nothing: `?key=talks/1.mp4`. */
const FILE = /\.(?!\d+$|(php|aspx?|ashx|cgi|jsp)$)[a-z\d]{2,4}$/i;

/** A part of a path that is an ID: it has a digit, and isn't a version, or it is long. */
const ID_IN_PATH = /\/(?!v\d+(\.\d+)?(\/|$))([^/]*\d|[^/]{16})/i;

/**
 * What stays the same where a URL is signed again. Its path may still hold a secret: keep only a hash of it. Where neither
 * path nor query names a file, what looks like a key may be its name: nobody must get another file's transcript. It may be a
 * secret, so only its hash is in the identity.
 */
export function urlIdentity(url: string): string {
	const { origin, pathname, searchParams } = new URL(url);
	// In storages the path names the file. CloudFront's own parameters are among those above.
	const isSigned = /^(s3|google|azure)/.test(readSignedUrl(url).kind);
	const others = isSigned
		? []
		: [...searchParams].filter(([name, value]) => {
				return FILE.test(value) || !(SIGNATURE.test(name) || SHORT.test(`${name}=${value}`));
			});
	const named = others.filter(
		([name, value]) => FILE.test(value) || !(KEY.test(name) || value.startsWith('eyJ')),
	);
	const isNamed = isSigned || named.length > 0 || FILE.test(pathname) || ID_IN_PATH.test(pathname);
	const query = new URLSearchParams(isNamed ? named : others).toString();
	const shown = isNamed ? query : shortHash(query);
	return `${origin}${pathname}${query && `?${shown}`}`;
}

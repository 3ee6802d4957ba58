import type { IDataObject } from 'n8n-workflow';

import { fieldsOf } from '../inspect/inspect';
import { parseJson } from './body';
import { decodeUri } from './url';

/**
 * Reads a URL's kind of signature, and its expiry in ms since 1970. The URL isn't called: that would use up a one-time link.
 * Sources: AWS "Authenticating Requests: Using Query Parameters (Signature Version 4)" and "(Signature Version 2)"; Google Cloud
 * Storage "Signed URLs" (V4, V2); Azure "Create a service SAS" (`se`, `sig`); CloudFront "Using signed URLs" (canned policy
 * `Expires`, custom `Policy`).
 */
export function readSignedUrl(url: string): {
	kind: 's3-v4' | 's3-v2' | 'google-v4' | 'google-v2' | 'azure-sas' | 'cloudfront' | 'unsigned';
	expiresAt?: number;
} {
	const query = lowerCaseQuery(url);
	const has = (...names: string[]) => names.every((name) => query.has(name));
	const v4 = prefixOfV4(query);
	if (v4 !== undefined)
		return { kind: v4 === 'x-goog' ? 'google-v4' : 's3-v4', expiresAt: endOfV4(v4, query) };
	// Other hosts use the names `sig` and `se`, too, but only a SAS has a version `sv`, or is at Azure's own host.
	const isAzure = has('sv') || new URL(url).hostname.endsWith('.blob.core.windows.net');
	if (isAzure && has('sig', 'se'))
		return { kind: 'azure-sas', expiresAt: isoTime(String(query.get('se'))) };
	const expiresAt = unixTime(query.get('expires'));
	if (has('signature', 'awsaccesskeyid')) return { kind: 's3-v2', expiresAt };
	if (has('signature', 'googleaccessid')) return { kind: 'google-v2', expiresAt };
	if (has('signature', 'key-pair-id'))
		return { kind: 'cloudfront', expiresAt: expiresAt ?? endOfPolicy(String(query.get('policy'))) };
	return { kind: 'unsigned', expiresAt: endInText(new URL(url)) };
}

/** Returns the headers that a signed request must have, except Host, with their values if the URL contains them. */
export function signedHeaders(url: string): Array<[name: string, value?: string]> {
	const query = lowerCaseQuery(url);
	const [, names] = [...query].find(([name]) => /^x-\w+-signedheaders$/.test(name)) ?? ['', ''];
	const signed = names.toLowerCase().match(/[^;]+/g) ?? [];
	return signed.filter((name) => name !== 'host').map((name) => [name, query.get(name)]);
}

/** Returns the query with names in lower case: some services accept any case, and a URL may have been written by hand. */
export function lowerCaseQuery(url: string): Map<string, string> {
	const { searchParams } = new URL(url);
	return new Map([...searchParams].map(([name, value]) => [name.toLowerCase(), value]));
}

/** Returns the prefix of a V4 signature's parameters, such as `x-amz`. Other storages sign like S3, with a prefix of their own. */
export function prefixOfV4(query: Map<string, string>): string | undefined {
	const name = [...query.keys()].find((one) => /^x-\w+-signature$/.test(one));
	return name?.replace(/-signature$/, '');
}

/** Returns the end of a V4 signature: its date, such as `20261121T101500Z`, plus its lifetime in seconds. */
function endOfV4(prefix: string, query: Map<string, string>): number | undefined {
	const date = String(query.get(`${prefix}-date`));
	const iso = date.replace(/(..)(..T..)(..)(..Z)/, '-$1-$2:$3:$4');
	const signedAt = iso === date ? NaN : (isoTime(iso) ?? NaN);
	return unixTime(signedAt / 1000 + Number(query.get(`${prefix}-expires`)));
}

/** Returns the end of a CloudFront policy, which is JSON in base64 with `-_~` for `+=/`. */
function endOfPolicy(policy: string): number | undefined {
	const { Statement } = jsonIn(policy.replace(/-/g, '+').replace(/_/g, '').replace(/~/g, '/'));
	const [statement] = Array.isArray(Statement) ? Statement : [];
	const { DateLessThan } = fieldsOf(fieldsOf(statement).Condition);
	return unixTime(fieldsOf(DateLessThan)['AWS:EpochTime']);
}

const EXPIRY_NAME =
	/^((x-\w+-)?(e|ex|oe|exp|valid[_-]?(to|until)|until)|([\w-]+[_-])?expir(e|es|y|ation)([_-]?(at|on|time|date))?)$/i;

/** Seconds or ms from 2020 to 2036, or hexadecimal seconds from 2021 to 2038. Other numbers of this length are IDs or dates. */
const DECIMAL = /^(1[6-9]|20)\d{8}(\d{3})?$/;
const HEXADECIMAL = /^[67][\da-f]{7}$/i;

/** How far ahead a time without a name must be to be a link's end, ms. An earlier one may be its creation, by another clock. */
const NEAR = { from: 5 * 60_000, to: 7 * 24 * 60 * 60_000 };

/** Returns the earliest time in a URL that has a name such as `expires=`, is the end of a JSON Web Token, or is in the next days. */
function endInText({ pathname, search }: URL): number | undefined {
	const parts = decodeUri(pathname + search).split(/[/?&;~,]/);
	const pieces = parts.flatMap((part) => {
		const values = part.split('=');
		return values.map((text, index) => ({ text, name: values[index - 1] }));
	});
	const ends = pieces.flatMap(({ text, name }) => {
		const number = DECIMAL.test(text) ? Number(text.padEnd(13, '0')) : undefined;
		const left = Number(number) - Date.now();
		if (left > NEAR.from && left < NEAR.to) return number ?? [];
		const json = text.split('.').filter((part) => part.startsWith('eyJ'));
		const ofToken = json.flatMap((part) => unixTime(jsonIn(part).exp) ?? []);
		if (ofToken.length > 0) return ofToken;
		const written = HEXADECIMAL.test(text) ? unixTime(parseInt(text, 16)) : isoTime(text);
		return EXPIRY_NAME.test(name) ? (number ?? written ?? []) : [];
	});
	return ends.sort((one, other) => one - other)[0];
}

/** Reads `2026-11-21T10:15Z` or `2026-11-21`, as Azure writes it; a time without a zone is UTC. */
function isoTime(text: string): number | undefined {
	if (!/^\d{4}-\d\d-\d\d(T|$)/i.test(text)) return undefined;
	const hasZone = /(Z|[+-]\d\d:?\d\d)/i.test(text);
	const time = Date.parse(hasZone ? text : `${text}Z`);
	return Number.isNaN(time) ? undefined : time;
}

function unixTime(seconds: unknown): number | undefined {
	const time = Number(seconds) * 1000;
	// No date of JavaScript is later.
	return time > 0 && time <= 8.64e15 ? time : undefined;
}

function jsonIn(base64: string): IDataObject {
	return fieldsOf(parseJson(Buffer.from(base64, 'base64').toString()));
}

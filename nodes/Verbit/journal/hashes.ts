import type { INodeExecutionData } from 'n8n-workflow';

import { isHttpUrl } from '../http/url';
import { urlIdentity } from '../http/urlIdentity';
import { hashOf, isObject, shortHash } from '../inspect/inspect';
import { lastPartOfId } from '../n8n/binaryStorage';

// These hashes, and the values that go into them, find saved data again: `itemKeyOf` in `storage.ts`, the subjects of steps,
// `fingerprintsOf`, the trigger's `recordEvent`, and the identities of files and URLs. If a hash changes, suspended executions begin
// anew and jobs are paid twice: hashes of journals may change with `VERSION`, hashes of External IDs never.

export function hashOfCredential(baseUrl: string, credentialId?: string | null): string {
	return `${shortHash(baseUrl)} ${shortHash(credentialId)}`;
}

export function isOfHost(credentialHash: string, baseUrl: string): boolean {
	return credentialHash.startsWith(`${shortHash(baseUrl)} `);
}

/** Hashes an External ID with its host, because the same text at another host is another ID. */
export function hashOfId(baseUrl: string, externalId: string): string {
	return hashOf([baseUrl, externalId.normalize()]).slice(0, 32);
}

export function fingerprintOf(urlIdentityOrSizes: string | number[]): string {
	return shortHash(urlIdentityOrSizes);
}

/** Hashes the subject of a step. A URL that is signed again has the same hash. */
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
		const files = Object.entries(binary ?? {}).map(([name, file]) => [name, ...fileIdentity(file)]);
		return shortHash([fields, files]);
	} catch {
		// JSON can't hold the item (a circular reference, a BigInt), so only its index identifies it.
		return '';
	}
}

/** Returns the values that identify a file. A Code node may have put any value in the file's place. */
function fileIdentity(file: unknown): unknown[] {
	if (!isObject(file)) return [file];
	const { id, fileName, data } = file;
	if (typeof id === 'string') return [fileName, lastPartOfId(id)];
	return [fileName, typeof data === 'string' ? data.length : 0];
}

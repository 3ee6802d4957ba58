import { createHash } from 'crypto';
import type { INodeExecutionData } from 'n8n-workflow';

import { isObject } from '../http/body';
import { urlIdentity } from '../http/signedUrl';
import { isHttpUrl } from '../http/url';
import { lastPartOfId } from '../n8n/binaryStorage';

export function hashOf(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

export function shortHash(value: unknown): string {
	return hashOf(value).slice(0, 16);
}

// Saved journals are found, and compared, by the hashes of this file: if an item or a subject had another one in a later
// version, a suspended execution would begin anew, and pay for a second job. A change of them must raise `VERSION`.

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

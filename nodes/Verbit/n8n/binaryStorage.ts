/**
 * n8n doesn't publish where it keeps a file of an item, nor how it says that the file is gone.
 * Relied on: the ID of a stored file begins with its storage (`filesystem-v2:`, `database:`, `s3:` …), whose name
 * stands in place of the content, in lower case; names and codes of the errors for a missing file.
 * Seen in: n8n 1.123, 2.0 and 2.40.
 * Missing: an unknown storage counts as one over a network, so the node tries again and frees no memory of its own; an error
 * that says in other words that the file is gone counts as one of the storage.
 */
import type { IBinaryData } from 'n8n-workflow';

import { errorNamed } from './requestErrors';

/** The ID of a file in n8n's storage. A Code node may have put anything there. */
export function storedId({ id }: IBinaryData): string | undefined {
	return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Whether the data of an item's file is only the name of a storage, which would also be valid base64. */
export function isNameOfStorage(data: string): boolean {
	return /^([a-z][a-z\d-]{4,30}|s3)$/.test(data);
}

/** Whether a file is in a database, S3 or Azure: unlike a disk, a connection may drop and come back. */
export function isOverNetwork(id?: string): boolean {
	return id !== undefined && !id.startsWith('filesystem');
}

export function isHeldInMemory(id?: string): boolean {
	return id === undefined || id.startsWith('database:');
}

/** The end of an ID's path. It stays the same when n8n moves a webhook's file to the folder of its execution. */
export function lastPartOfId(id?: string): string | undefined {
	return id?.split(/[/:]/).at(-1);
}

/** The error of n8n or its file system for a file that isn't there; that of S3 is the cause of n8n's. */
export function isGone(error: Error): boolean {
	return errorNamed(/NotFound|NoSuchKey|^ENOENT$/, error) !== undefined;
}

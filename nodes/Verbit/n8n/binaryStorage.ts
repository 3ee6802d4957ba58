/**
 * n8n doesn't publish where it keeps a file of an item, nor how it reports that the file is gone.
 * Relied on: the ID of a stored file begins with its storage (`filesystem-v2:`, `database:`, `s3:` …), and the content is
 * replaced by the storage's name in lower case; names and codes of the errors for a missing file.
 * Seen in: n8n 1.123, 2.0 and 2.40.
 * Missing: an unknown storage counts as remote, so the node tries again and frees no memory itself; an unknown error for a
 * missing file counts as an error of the storage.
 */
import type { IBinaryData } from 'n8n-workflow';

import { errorNamed } from './requestErrors';

/** Returns the ID of a file in n8n's storage. A Code node may have put any value in its place. */
export function storedId({ id }: IBinaryData): string | undefined {
	return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Returns whether the data of a file is only the name of its storage, which would also be valid base64. */
export function isNameOfStorage(data: string): boolean {
	return /^([a-z][a-z\d-]{4,30}|s3)$/.test(data);
}

/** Returns whether a file is in a database, S3 or Azure, whose connection may drop and come back, unlike a disk. */
export function isOverNetwork(id?: string): boolean {
	return id !== undefined && !id.startsWith('filesystem');
}

export function isHeldInMemory(id?: string): boolean {
	return id === undefined || id.startsWith('database:');
}

/** Returns the end of an ID's path, which stays the same when n8n moves a webhook's file to its execution's folder. */
export function lastPartOfId(id?: string): string | undefined {
	return id?.split(/[/:]/).at(-1);
}

export function isGone(error: Error): boolean {
	return errorNamed(/NotFound|NoSuchKey|^ENOENT$/, error) !== undefined;
}

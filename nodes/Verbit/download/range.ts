import type { IDataObject } from 'n8n-workflow';

import type { OpenResponse } from '../http/openResponse';

/** Identifies the content that a response holds, to request the rest of exactly that content. */
export interface Version {
	/** What `If-Range` takes: a strong ETag, or else the date of the last change. */
	validator: string;
	/** Bytes of the whole file. */
	size: number;
}

type Head = Pick<OpenResponse, 'status' | 'headers'>;

/** @returns nothing where the host can't be asked for the rest of this content */
export function readVersion({ status, headers }: Head): Version | undefined {
	const size = Number(headers['content-length'] ?? NaN);
	const { etag, 'last-modified': lastModified } = headers;
	// A weak ETag does not say that the bytes are the same (RFC 9110, 13.1.5).
	const validator = etag !== undefined && !etag.startsWith('W/') ? etag : lastModified;
	if (status !== 200 || validator === undefined || !Number.isSafeInteger(size)) return undefined;
	return /^none$/i.test(headers['accept-ranges'] ?? '') ? undefined : { validator, size };
}

/** Asks for the bytes from `start` on, or for the whole file where it has changed. */
export function rangeHeaders({ validator }: Version, start: number): IDataObject {
	return { Range: `bytes=${start}-`, 'If-Range': validator };
}

/** Whether a response is the rest of the same content. */
export function continuesAt({ status, headers }: Head, { size }: Version, start: number): boolean {
	const [, first, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
	return status === 206 && Number(first) === start && Number(total) === size;
}

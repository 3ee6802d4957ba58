import { type Body, describeBody, readBody } from '../http/body';
import { retryAfterMs } from '../http/headers';
import type { TextResponse } from '../http/openResponse';
import { cut } from '../secrets/shownValue';

export interface StorageResponse {
	status: number;
	code?: string;
	message?: string;
	retryAfterMs?: number;
	/** A storage that has stored a file sends none: what has one comes from something in between. */
	body: Body;
	/** A weak one is made by servers in between, of their own responses. */
	hasStrongETag: boolean;
	/** MD5 of the stored content in hexadecimal, if the response contains it. */
	storedMd5?: string;
}

export function readStorageResponse({
	status,
	headers,
	text,
}: Pick<TextResponse, 'status' | 'headers' | 'text'>): StorageResponse {
	return {
		status,
		retryAfterMs: retryAfterMs(headers),
		code: element('Code', text),
		message: element('Message', text),
		body: readBody(text, headers),
		hasStrongETag: /^(?!W\/)./i.test(headers.etag ?? ''),
		storedMd5: md5InHash(headers) ?? md5InETag(headers),
	};
}

export function describeStorageResponse({ status, code, message, body }: StorageResponse): string {
	if (code === undefined && message === undefined) {
		return body.kind === 'nothing' ? String(status) : `${status} and ${describeBody(body)}`;
	}
	return `${status}${code ? ` ${code}` : ''}${message ? ` (${message})` : ''}`;
}

/** S3, Google and Azure return flat XML, which n8n's client passes on as text. */
function element(name: string, xml: string): string | undefined {
	const content = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
	return cut(content.trim(), 300) || undefined;
}

/** Google's storage and Azure's name it in base64. */
function md5InHash(headers: TextResponse['headers']): string | undefined {
	const hash = /(?:^|,\s*)md5=([^,\s]+)/i.exec(headers['x-goog-hash'] ?? '')?.[1];
	const base64 = hash ?? headers['content-md5'] ?? '';
	return /^[\w+/]{22}==$/.test(base64) ? Buffer.from(base64, 'base64').toString('hex') : undefined;
}

/** The ETag of a PUT is the content's MD5, except where the storage encrypts with a key of KMS or of the customer. */
function md5InETag(headers: TextResponse['headers']): string | undefined {
	const encryption = headers['x-amz-server-side-encryption'] ?? '';
	const customerKey = headers['x-amz-server-side-encryption-customer-algorithm'];
	if (encryption.startsWith('aws:kms') || customerKey !== undefined) return undefined;
	return /^(?:W\/)?"?([0-9a-f]{32})"?$/i.exec(headers.etag ?? '')?.[1].toLowerCase();
}

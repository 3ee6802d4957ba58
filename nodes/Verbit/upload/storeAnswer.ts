import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { retryAfterMs } from '../http/headers';
import { redactUrls } from '../http/redact';

/** The response of an object store to a PUT. */
export interface StoreAnswer {
	status: number;
	/** `<Code>` of its XML, e.g. `AccessDenied`. */
	code?: string;
	/** `<Message>` of its XML. */
	message?: string;
	/** What its `Retry-After` asks for, ms. */
	retryAfterMs?: number;
	/** MD5 of the stored content in hexadecimal, where the ETag is one. */
	storedMd5?: string;
}

export function readStoreAnswer({ statusCode, headers, body }: IN8nHttpFullResponse): StoreAnswer {
	const xml = typeof body === 'string' ? body : '';
	return {
		status: statusCode,
		retryAfterMs: retryAfterMs(headers as Record<string, unknown>),
		code: element('Code', xml),
		message: element('Message', xml),
		storedMd5: md5InETag(headers as Record<string, unknown>),
	};
}

/** `403 AccessDenied (Request has expired)`, for messages. */
export function describeStoreAnswer({ status, code, message }: StoreAnswer): string {
	return `${status}${code ? ` ${code}` : ''}${message ? ` (${redactUrls(message)})` : ''}`;
}

/** S3, Google and Azure return flat XML; n8n's client passes it on as text. */
function element(name: string, xml: string): string | undefined {
	return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1].trim().slice(0, 300) || undefined;
}

/** The ETag of a PUT is the content's MD5, except where the store encrypts with a key of KMS or of the customer. */
function md5InETag(headers: Record<string, unknown>): string | undefined {
	const encryption = String(headers['x-amz-server-side-encryption'] ?? '');
	const customerKey = headers['x-amz-server-side-encryption-customer-algorithm'];
	if (encryption.startsWith('aws:kms') || customerKey !== undefined) return undefined;
	return /^"?([0-9a-f]{32})"?$/i.exec(String(headers.etag ?? ''))?.[1].toLowerCase();
}

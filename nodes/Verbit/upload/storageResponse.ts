import { describeResponse, readBody } from '../http/body';
import { retryAfterMs } from '../http/headers';
import type { TextResponse } from '../http/openResponse';
import { cut } from '../secrets/shownValue';

/** What a storage says of an error. */
export function readRefusal({ status, headers, text }: Omit<TextResponse, 'isWhole'>) {
	const [code, comment] = [element('Code', text), element('Message', text)];
	// E.g. `403 AccessDenied (Request has expired)`.
	const described = describeResponse(status, readBody(text, headers), { code, comment });
	const response = { status, text: described, retryAfterMs: retryAfterMs(headers) };
	return { code, comment, described, context: { errorType: code, response } };
}

/** S3, Google and Azure return flat XML, which n8n's client passes on as text. */
function element(name: string, xml: string): string | undefined {
	const content = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
	return cut(content.trim(), 300) || undefined;
}

/** MD5 of the stored content in hexadecimal, if the response contains it. */
export function storedMd5(headers: TextResponse['headers']): string | undefined {
	return md5InHash(headers) ?? md5InETag(headers);
}

/** Google's storage and Azure's name it in base64. */
function md5InHash(headers: TextResponse['headers']): string | undefined {
	const hash = headers['x-goog-hash']?.match(/(?:^|,\s*)md5=([^,\s]+)/i)?.[1];
	const base64 = String(hash ?? headers['content-md5']);
	return /^[\w+/]{22}==$/.test(base64) ? Buffer.from(base64, 'base64').toString('hex') : undefined;
}

/** The ETag of a PUT is the content's MD5, except where the storage encrypts with a key of KMS or of the customer. */
function md5InETag(headers: TextResponse['headers']): string | undefined {
	const isOfKms = headers['x-amz-server-side-encryption']?.startsWith('aws:kms');
	const customerKey = headers['x-amz-server-side-encryption-customer-algorithm'];
	if (isOfKms || customerKey !== undefined) return undefined;
	return headers.etag?.match(/^(?:W\/)?"?([0-9a-f]{32})"?$/i)?.[1].toLowerCase();
}

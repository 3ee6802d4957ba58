import { cut } from '../secrets/shownText';
import { describeResponse, readBody } from './body';
import { retryAfterMs } from './headers';
import type { TextResponse } from './openResponse';

export function readStorageError({ status, headers, text }: TextResponse) {
	const refusal = { code: textOfElement('Code', text), comment: textOfElement('Message', text) };
	// For example `403 AccessDenied (Request has expired)`.
	const summary = describeResponse(status, readBody(text, headers['content-type']), refusal);
	return { ...refusal, response: { status, summary, retryAfterMs: retryAfterMs(headers) } };
}

function textOfElement(name: string, xml: string): string | undefined {
	const content = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
	return cut(content.trim()) || undefined;
}

import type { IDataObject } from 'n8n-workflow';

import { redactUrls } from '../url/redact';

/** An answer as it came, but for the queries of the URLs in it: a signed one must not get into saved executions. */
export function redactAnswer(answer: IDataObject): IDataObject {
	return JSON.parse(JSON.stringify(answer), (_key, value: unknown) =>
		typeof value === 'string' ? redactUrls(value) : value,
	) as IDataObject;
}

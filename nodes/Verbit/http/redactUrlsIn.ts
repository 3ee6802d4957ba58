import type { IDataObject } from 'n8n-workflow';

import { redactUrls } from './redact';

/** The same data but for the queries of the URLs in it: a signed one must not get into saved executions. */
export function redactUrlsIn(data: IDataObject): IDataObject {
	return JSON.parse(JSON.stringify(data), (_key, value: unknown) =>
		typeof value === 'string' ? redactUrls(value) : value,
	) as IDataObject;
}

import type { IExecuteFunctions } from 'n8n-workflow';

import { readHttpUrl } from '../http/httpUrl';
import { checkLifetime } from '../http/lifetime';
import { readOptions } from './jobCall';

/**
 * A link that the service is to fetch. It is read, never called: a one-time link would be spent.
 * @throws StepError when it is no http(s) link, or says itself that it ends too soon
 */
export function readLink(
	context: IExecuteFunctions,
	itemIndex: number,
	parameter: string,
	displayName: string,
): string {
	const url = readHttpUrl(displayName, context.getNodeParameter(parameter, itemIndex));
	if (readOptions(context, itemIndex).allowShortLivedUrl !== true) checkLifetime(displayName, url);
	return url;
}

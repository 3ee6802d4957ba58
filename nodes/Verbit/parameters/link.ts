import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { readHttpUrl } from '../http/httpUrl';
import { checkLifetime } from '../http/lifetime';
import { refuseShareLink } from '../http/shareLinks';
import { readOptions } from './jobCall';

/** A URL that is handed over to Verbit. */
export function linkField(
	displayName: string,
	name: string,
	placeholder = 'e.g. https://example.com/lecture.mp4',
): INodeProperties {
	return {
		displayName,
		name,
		type: 'string',
		required: true,
		default: '',
		placeholder,
		description: "Direct download URL, valid for at least 24 hours. One-time links don't work.",
	};
}

/** Named after the first of the checks; it switches all of them off. */
export const allowShortLivedUrlOption: INodeProperties = {
	displayName: 'Skip URL Checks',
	name: 'allowShortLivedUrl',
	type: 'boolean',
	default: false,
	description: 'Whether to accept a URL that expires within 24 hours or opens a share page',
};

/**
 * A URL that Verbit is to fetch. It is read, never called: a one-time link would be spent.
 * @throws StepError when it isn't an http(s) URL, says itself that it expires too soon, or is known to open a web page
 */
export function readLink(
	context: IExecuteFunctions,
	itemIndex: number,
	parameter: string,
	displayName: string,
): string {
	const url = readHttpUrl(displayName, context.getNodeParameter(parameter, itemIndex));
	if (readOptions(context, itemIndex).allowShortLivedUrl !== true) {
		refuseShareLink(displayName, url);
		checkLifetime(displayName, url);
	}
	return url;
}

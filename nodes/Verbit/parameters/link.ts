import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { checkLifetime, readHttpUrl } from '../http/url';
import { directUrlOf, refuseShareLink } from '../http/shareLinks';
import { linkSource } from '../upload/linkSource';
import type { MediaSource, TransferOptions } from '../upload/source';
import { readOptions } from './jobCall';
import { readSwitchOption } from './values';

/** The field for a URL that Verbit downloads. */
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
	const { allowShortLivedUrl } = readOptions(context, itemIndex);
	if (!readSwitchOption(allowShortLivedUrlOption.displayName, allowShortLivedUrl, false)) {
		refuseShareLink(displayName, url);
		checkLifetime(displayName, url);
	}
	return url;
}

/** n8n writes itself in lower case, which its lint takes for a slip in an option's name. */
const URL_UPLOAD = 'URL (Upload Through n8n)';

/** The choice of Media Source to stream a URL through n8n; its reader is `readStreamedLink`. */
export const urlUploadOption = {
	name: URL_UPLOAD,
	value: 'urlUpload',
	description: 'Download the recording in n8n and upload it. Works with temporary URLs.',
};

/** For both choices that take a URL, whether Verbit fetches it or n8n streams it. */
export const mediaUrlField: INodeProperties = {
	displayName: 'Media URL',
	name: 'mediaUrl',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. https://example.com/lecture.mp4',
	description: 'Direct download URL of the recording',
	hint: "If 'Media Source' is URL, it must stay valid for at least 24 hours. One-time links don't work then.",
	displayOptions: { show: { mediaSource: ['url', 'urlUpload'] } },
};

/**
 * The file behind a URL that this node streams through n8n. The URL may expire soon or work only once.
 * @param parameter its name, e.g. `mediaUrl`
 * @throws StepError when it isn't an http(s) URL, or for a share link without a documented direct form
 */
export function readStreamedLink(
	context: IExecuteFunctions,
	itemIndex: number,
	{ parameter, displayName }: { parameter: string; displayName: string },
	transfer: TransferOptions,
): MediaSource {
	const url = readHttpUrl(displayName, context.getNodeParameter(parameter, itemIndex));
	return linkSource(context, directUrlOf(displayName, url), transfer);
}

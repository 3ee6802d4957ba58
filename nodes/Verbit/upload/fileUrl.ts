import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { checkLifetime, readHttpUrl } from '../http/url';
import { directUrlOf, refuseShareLink } from '../http/shareLinks';
import { urlSource } from './urlSource';
import type { MediaSource } from './source';
import type { TransferOptions } from './transferOptions';
import { type Choice, text, toggle } from '../parameters/field';
import { readOptions } from '../parameters/jobId';

export function fileUrlField(
	displayName: string,
	name: string,
	placeholder = 'e.g. https://example.com/lecture.mp4',
): INodeProperties {
	const { field } = text(displayName, name, {
		required: true,
		placeholder,
		description: "Direct download URL, valid for at least 24 hours. One-time links don't work.",
	});
	return field;
}

/** Switches off every check that `readFileUrl` makes beyond the URL's form. */
export const skipUrlChecks = toggle(
	'Skip URL Checks',
	'allowShortLivedUrl',
	false,
	'Whether to accept a URL that expires within 24 hours or opens a share page',
);

/** The node never opens the URL, which is sent exactly as entered: a one-time link would be used up. */
export function readFileUrl(
	context: IExecuteFunctions,
	itemIndex: number,
	field: INodeProperties,
): string {
	const { name, displayName } = field;
	const url = readHttpUrl(field, context.getNodeParameter(name, itemIndex));
	if (!skipUrlChecks.readIn(readOptions(context, itemIndex))) {
		refuseShareLink(displayName, url);
		checkLifetime(displayName, url);
	}
	return url;
}

export const mediaUrlField: INodeProperties = {
	...fileUrlField('Media URL', 'mediaUrl'),
	description: 'Direct download URL of the recording',
};

/** Two choices of 'Media Source', each with its hint for the same parameter. */
export const urlChoices: Record<'url' | 'urlUpload', Choice> = {
	url: [
		'URL',
		'Let Verbit download the recording from a URL',
		{
			...mediaUrlField,
			hint: "Must stay valid for at least 24 hours. One-time links don't work.",
		},
	],
	urlUpload: [
		'URL (Upload Through n8n)',
		'Download the recording in n8n and upload it. Works with temporary URLs.',
		{ ...mediaUrlField, hint: 'Temporary URLs and one-time links work' },
	],
};

/** The URL may expire soon or work only once. @throws StepError for a share link without a documented direct form, too */
export function readStreamedUrl(
	context: IExecuteFunctions,
	itemIndex: number,
	field: INodeProperties,
	transfer: TransferOptions,
): MediaSource {
	const url = readHttpUrl(field, context.getNodeParameter(field.name, itemIndex));
	return urlSource(context, directUrlOf(field.displayName, url), transfer);
}

import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { advise, causeOf, createError } from '../errors/createError';
import { directUrlOf, refuseShareLink } from '../http/shareLinks';
import { readSignedUrl } from '../http/signedUrl';
import { readHttpUrl } from '../http/url';
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

/** Verbit needs a URL that is valid for at least this long when it is sent, ms. */
const REQUIRED_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** A URL signed for exactly 24 hours has a little less when it gets here, ms. */
const GRACE_MS = 10 * 60 * 1000;

/** @param required ms that the URL must still be valid for */
export function checkLifetime(field: string, url: string, required = REQUIRED_LIFETIME_MS): void {
	const { expiresAt } = readSignedUrl(url);
	if (expiresAt === undefined) return;
	const left = expiresAt - Date.now();
	if (left >= required - GRACE_MS) return;
	const time = `${new Date(expiresAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
	const values = { field, time, url };
	if (left <= 0) throw createError('URL_EXPIRED', values);
	const soon = { ...values, cause: causeOf('URL_EXPIRES_SOON', field) };
	throw advise(createError('URL_EXPIRES_SOON', soon), 'SEND_ANYWAY', {});
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

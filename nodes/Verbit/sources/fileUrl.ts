import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { addRemedy, createError } from '../errors/createError';
import { timeText } from '../errors/timeText';
import { readSignedUrl } from '../http/signedUrl';
import { Journal } from '../journal/journal';
import {
	type ChoiceField,
	type Field,
	optionsProperty,
	readOptions,
	showFor,
	toggle,
	urlField,
} from '../parameters/field';
import type { SourceFile } from '../upload/sourceFile';
import { readTransferOptions, transferOptions } from '../upload/transferOptions';
import { directUrlOf, refuseShareLink } from './shareLinks';
import { urlSource } from './urlSource';

/** Time for which a URL must still be valid when it is sent to Verbit, ms. */
const REQUIRED_LIFETIME_MS = 24 * 60 * 60_000;

/** Age that a URL signed for exactly 24 hours may have when it arrives, ms. This computer's clock may also be fast by as much. */
const AGE_ON_ARRIVAL_MS = 10 * 60_000;

export function fileUrlField(
	displayName: string,
	name: string,
	more: Partial<INodeProperties> = {},
) {
	return urlField(displayName, name, {
		required: true,
		description:
			"Direct download URL without a login, valid for at least 24 hours. One-time links don't work.",
		...more,
	});
}

export const skipUrlChecksField = toggle('Skip URL Checks', 'allowShortLivedUrl', {
	default: false,
	description:
		'Whether to accept a URL that expires soon, opens a share page, or is on your own network',
});

export function sourceOptionsProperty(
	{ property: { name }, values }: ChoiceField<string>,
	always: INodeProperties[] = [],
): INodeProperties {
	const uploads = values.filter((value) => value === 'binary' || value === 'urlUpload');
	const links = values.filter((value) => value === 'url');
	// Inside a collection, a leading `/` refers to a parameter of the node.
	const field = optionsProperty(
		...transferOptions.map((option) => showFor(`/${name}`, uploads, option)),
		...(links.length > 0 ? [showFor(`/${name}`, links, skipUrlChecksField.property)] : []),
		...always,
	);
	// The collection is hidden for a source without options: the editor would show an empty list.
	return always.length > 0 ? field : showFor(name, [...uploads, ...links], field);
}

export function refuseExpiringUrl(
	context: IExecuteFunctions,
	itemIndex: number,
	{ property: { displayName } }: Field<string>,
	url: string,
): void {
	const isAttached = Journal.ofItems(context, [itemIndex]).some((task) => task.isDone('attach'));
	const isSkipped = isAttached || skipUrlChecksField.readIn(readOptions(context, itemIndex));
	if (!isSkipped) refuseShortLived(context, displayName, url);
}

/** Reads a URL for Verbit to download, whose lifetime `refuseExpiringUrl` checks. To open a one-time link would use it up. */
export async function readFileUrl(
	context: IExecuteFunctions,
	itemIndex: number,
	field: Field<string>,
): Promise<string> {
	const url = field.readFrom(context, itemIndex);
	const { displayName } = field.property;
	if (!skipUrlChecksField.readIn(readOptions(context, itemIndex))) {
		refuseShareLink(displayName, url);
		await refusePrivateUrl(context, displayName, url);
	}
	return url;
}

/** A host that can't be reached from outside its network: a loopback or private address, or a name without a domain. */
const PRIVATE_HOST =
	/^([^.:[\]]+|.+\.(local|localhost|internal|lan|home\.arpa)|(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))(\.\d+)+|\[(::|::1|::ffff:.*|f[cd].*|fe[89ab].*)\])\.?$/;

/** Throws for a URL that Verbit's own cloud can't reach. A custom environment may be in the same private network. */
export async function refusePrivateUrl(
	context: IExecuteFunctions,
	field: string,
	url: string,
): Promise<void> {
	if (!PRIVATE_HOST.test(new URL(url).hostname)) return;
	const { environment } = await context.getCredentials('verbitApi');
	if (environment !== 'custom') throw createError('URL_PRIVATE', { variant: field, field, url });
}

export function refuseShortLived(
	context: Pick<IExecuteFunctions, 'getTimezone'>,
	field: string,
	url: string,
	requiredMs = REQUIRED_LIFETIME_MS,
): void {
	const { expiresAt } = readSignedUrl(url);
	if (expiresAt === undefined) return;
	const left = expiresAt - Date.now();
	if (left >= requiredMs - AGE_ON_ARRIVAL_MS) return;
	const values = { field, time: timeText(context.getTimezone(), expiresAt), url };
	if (left <= 0) throw createError('URL_EXPIRED', values);
	throw addRemedy(createError('URL_EXPIRES_SOON', { ...values, variant: field }), 'SEND_ANYWAY');
}

export const mediaUrlField = fileUrlField('Media URL', 'mediaUrl', {
	description: 'Direct download URL of the recording, without a login',
});

export const urlChoices: Record<'url' | 'urlUpload', [string, string, INodeProperties]> = {
	url: [
		'URL',
		'Let Verbit download the recording from a URL',
		{
			...mediaUrlField.property,
			hint: "Must stay valid for at least 24 hours. One-time links don't work.",
		},
	],
	urlUpload: [
		'URL (Upload Through n8n)',
		'Download the recording in n8n and upload it. Works with temporary URLs.',
		{ ...mediaUrlField.property, hint: 'Temporary URLs and one-time links work' },
	],
};

export function readStreamedUrl(
	context: IExecuteFunctions,
	itemIndex: number,
	field: Field<string>,
	options: { takesAnyFile?: boolean } = {},
): SourceFile {
	const transfer = readTransferOptions(readOptions(context, itemIndex));
	const url = directUrlOf(field.property.displayName, field.readFrom(context, itemIndex));
	return urlSource(context, { url, transfer, ...options });
}

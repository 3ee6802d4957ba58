import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { createError } from '../errors/createError';
import { isHttpUrl } from '../http/url';
import { partsOfUrl, urlIdentity } from '../http/urlIdentity';
import { isDate, shortHash } from '../inspect/inspect';
import type { SavedId } from '../journal/saved';
import { variantsFor } from '../n8n/agents';
import { choice, fieldWith, showFor, toggle } from '../parameters/field';
import { readText, valueError } from '../parameters/values';
import { describeValue, hasCredential } from '../secrets/shownText';
import { USUAL_EXTENSION } from '../sources/recordingFormat';

export interface IdChoice {
	externalId?: string;
	ifUsed: SavedId['ifUsed'];
	outputsSkipped: boolean;
}

export const externalIdField = fieldWith(readExternalId, 'External ID', 'externalId', {
	placeholder: 'e.g. {{ $binary.data.fileName }} {{ $binary.data.bytes }}',
	description:
		'Your own ID for the recording, such as its file ID. Later runs then return the same job at no cost.',
});

const ifUsedField = choice('If Used Before', 'ifExternalIdUsed', {
	description: 'What to do if this node has already used this External ID',
	default: 'reuse',
	choices: {
		create: ['Create Another', 'Create and pay for another job for each item'],
		reuse: [
			'Use Its Job',
			"Continue with the ID's job and output its result. Replace a job that failed.",
		],
		skip: ['Skip', 'Output no item for what is done. Continue what was interrupted.'],
	},
});

const outputSkippedField = toggle('Output Skipped Items', 'outputSkipped', {
	default: false,
	description:
		'Whether to output skipped items, with skipped set to true. A loop gets them anyway if a round outputs nothing else.',
});

/** @param urlParameter the parameter whose value is the default ID if an AI agent uses the node */
export const externalIdFields = (urlParameter?: string): INodeProperties[] => [
	...(urlParameter === undefined
		? [externalIdField.property]
		: variantsFor(externalIdField.property, { default: `={{ $parameter["${urlParameter}"] }}` })),
	{ ...ifUsedField.property, displayOptions: { hide: { externalId: [''] } } },
	showFor(ifUsedField.property.name, ['skip'], outputSkippedField.property),
];

export function readIdFields(context: IExecuteFunctions, itemIndex: number): IdChoice {
	refuseEmptyParts(context, itemIndex);
	// Outside of workflows, where n8n's own agents call nodes, n8n keeps no records.
	const canBeKept = Boolean(context.getWorkflow().id);
	return {
		externalId: externalIdField.readFrom(context, itemIndex),
		ifUsed: canBeKept ? ifUsedField.readFrom(context, itemIndex) : 'create',
		outputsSkipped: outputSkippedField.readFrom(context, itemIndex),
	};
}

/** @throws StepError if the expression, or a part of it, has no value: recordings would share an ID, and so a job */
function refuseEmptyParts(context: IExecuteFunctions, itemIndex: number): void {
	const template = String(context.getNode().parameters.externalId ?? '');
	const parts = template.startsWith('=') ? template.matchAll(/\{\{[^]*?(?:\}\}|$)/g) : [];
	for (const [part] of parts) {
		if (isValue(context.evaluateExpression(part, itemIndex))) continue;
		const { displayName: field } = externalIdField.property;
		const value = describeValue(part);
		throw createError('VALUE_INVALID', { field, value, variant: 'Empty part' });
	}
}

const OF_ONE_RUN =
	/\$(execution|now|today)\b|\bnew Date\b|\bDate(Time)?\.(local|now|utc)\b|\brandom\w*\(/;

/** Returns whether the next run of the workflow has another ID for the same recording. */
export function changesEachRun(context: IExecuteFunctions): boolean {
	return OF_ONE_RUN.test(String(context.getNode().parameters.externalId));
}

/** The text of a failed expression, or of a spreadsheet's cell with an error, that isn't an ID. */
const FAILED_VALUE =
	/^(\[object \w+\]|Invalid (Date|DateTime|Duration|Interval)|NaN|null|undefined|#(DIV\/0!|ERROR!|N\/A|NAME\?|NULL!|NUM!|REF!|SPILL!|VALUE!))$/;

function readExternalId(field: string, value: unknown): string | undefined {
	const entered = readText(field, value);
	if (entered === undefined) return undefined;
	const withUrls = (replace: (url: string) => string) =>
		entered.replace(/https?:\/\/\S+/gi, (part) => (isHttpUrl(part) ? replace(part) : part));
	// `urlAsId` puts a hash of 16 digits in place of a short key, which isn't a credential.
	const withoutHashes = (url: string) => urlAsId(url).replace(/=[\da-f]{16}(?=&|$)/g, '=');
	if (hasCredential(withUrls(withoutHashes)))
		throw valueError(field, 'an ID without a login or signature', entered);
	// The ID must not contain a URL's signature, which is a secret and changes when the URL is signed again.
	const text = withUrls(urlAsId);
	if (/[\p{L}\p{N}]/u.test(text) && isValue(text)) return text;
	throw valueError(field, 'an ID with letters or digits', text);
}

/**
 * Returns a URL as a part of an External ID, which people see. If a key that is left out may name the file, because nothing else
 * does, a hash of the query tells the files apart: nobody must get another file's transcript.
 */
export function urlAsId(url: string): string {
	const { path, naming, lasting, kind } = partsOfUrl(url);
	const isNamed = [path, ...naming.map(([, value]) => value)].some((text) =>
		USUAL_EXTENSION.test(text),
	);
	const hasNoKey = naming.length === lasting.length || kind !== 'unsigned';
	return isNamed || hasNoKey ? urlIdentity(url) : `${path}?${shortHash(lasting)}`;
}

function isValue(part: unknown): boolean {
	const text = typeof part === 'object' && !isDate(part) ? '' : String(part ?? '').trim();
	return text !== '' && !FAILED_VALUE.test(text);
}

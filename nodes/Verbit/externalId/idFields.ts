import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { createError } from '../errors/createError';
import { isHttpUrl } from '../http/url';
import { isDate } from '../inspect/inspect';
import { urlAsId } from '../journal/hashes';
import type { AwaitedTranscription } from '../journal/saved';
import { apartForAgents } from '../n8n/agents';
import { choice, fieldWith, showFor, toggle } from '../parameters/field';
import { readText, valueError } from '../parameters/values';
import { describeValue } from '../secrets/shownText';

/** What the fields of an item say of its external ID. */
export interface IdChoice {
	job: { external_id?: string; job_name?: string };
	ifExternalIdUsed: AwaitedTranscription['ifExternalIdUsed'];
	outputSkipped: boolean;
}

export const externalIdField = fieldWith(readExternalId, 'External ID', 'externalId', {
	placeholder: 'e.g. {{ $binary.data.fileName }} {{ $binary.data.bytes }}',
	description:
		'Your own ID for the recording, such as its file ID. Running again then returns the same job instead of paying for another.',
});

const ifUsed = choice(
	'If Used Before',
	'ifExternalIdUsed',
	'What to do if this node has already used this external ID',
	{
		create: ['Create Another', 'Create and pay for another job for each item'],
		reuse: ['Use Its Job', "Continue with the ID's job and output its result, at no cost"],
		skip: ['Skip', 'Output no item for what is done. Continue what was interrupted.'],
	},
	'reuse',
);

const outputSkipped = toggle(
	'Output Skipped Items',
	'outputSkipped',
	false,
	'Whether to output skipped items, with skipped set to true. A loop gets them where nothing else is output.',
);

/** @param url the name of the parameter whose value is the ID by default where an AI agent uses the node */
export const externalIdFields = (url?: string): INodeProperties[] => [
	...(url === undefined
		? [externalIdField.property]
		: apartForAgents(externalIdField.property, { default: `={{ $parameter["${url}"] }}` })),
	{ ...ifUsed.property, displayOptions: { hide: { externalId: [''] } } },
	showFor(ifUsed.property.name, ['skip'], outputSkipped.property),
];

export function readIdFields(
	context: IExecuteFunctions,
	itemIndex: number,
): Omit<IdChoice, 'job'> & Pick<IdChoice['job'], 'external_id'> {
	return {
		external_id: readUsedId(context, itemIndex),
		ifExternalIdUsed: ifUsed.readFrom(context, itemIndex),
		outputSkipped: outputSkipped.readFrom(context, itemIndex),
	};
}

/** @throws StepError for an expression that finds nothing, alone or as a part: recordings would share one ID, and one job */
function readUsedId(context: IExecuteFunctions, itemIndex: number): string | undefined {
	const template = String(context.getNode().parameters.externalId ?? '');
	const parts = template.startsWith('=') ? template.matchAll(/\{\{[^]*?(?:\}\}|$)/g) : [];
	for (const [part] of parts) {
		if (isValue(context.evaluateExpression(part, itemIndex))) continue;
		const values = {
			field: externalIdField.property.displayName,
			form: '',
			value: describeValue(part),
		};
		throw createError('VALUE_INVALID', { ...values, cause: 'Empty part' });
	}
	return externalIdField.readFrom(context, itemIndex);
}

/** What a failed expression, or a cell of a spreadsheet with an error, gives in place of an ID. */
const FAILED_VALUE =
	/^(\[object \w+\]|Invalid (Date|DateTime|Duration|Interval)|NaN|null|undefined|#(DIV\/0!|ERROR!|N\/A|NAME\?|NULL!|NUM!|REF!|SPILL!|VALUE!))$/;

function readExternalId(field: string, value: unknown): string | undefined {
	// A URL that is signed again is the same ID, and its signature is a secret.
	const text = readText(field, value)?.replace(/https?:\/\/\S+/gi, (part) => {
		return isHttpUrl(part) ? urlAsId(part) : part;
	});
	if (text === undefined || (/[\p{L}\p{N}]/u.test(text) && isValue(text))) return text;
	throw valueError(field, 'an ID with letters or digits', text);
}

function isValue(part: unknown): boolean {
	const text = typeof part === 'object' && !isDate(part) ? '' : String(part ?? '').trim();
	return text !== '' && !FAILED_VALUE.test(text);
}

import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { createError } from '../errors/createError';
import { readJsonObject } from './values';

/** The API's parameters that the node sends itself: the display name of the node's field, by the API's name. */
export type OwnFields = Readonly<Record<string, string>>;

export function extraFieldsField(displayName: string, example: string): INodeProperties {
	return {
		displayName,
		name: 'extraFields',
		type: 'json',
		default: '{}',
		description: `More fields of Verbit's API, as a JSON object, such as ${example}. Sent unchanged.`,
	};
}

/** @throws StepError for anything but a JSON object, and for one of `ownFields`, which the node sends itself */
export function readExtraFields(
	displayName: string,
	value: unknown,
	ownFields: OwnFields,
): IDataObject {
	const fields = readJsonObject(displayName, value);
	const own = Object.keys(ownFields).find((key) => key in fields);
	if (own !== undefined) {
		throw createError('EXTRA_FIELD_HAS_OWN_FIELD', {
			field: displayName,
			key: own,
			ownField: ownFields[own],
		});
	}
	return fields;
}

import type { IDataObject } from 'n8n-workflow';

import { createError } from '../errors/createError';
import { type Field, fieldWith } from './field';
import { readJsonObject } from './values';

/**
 * More parameters of the API, sent unchanged.
 * @param ownFields that the node sends itself, and this field must not contain: their display names, by the API's name
 */
export function extraFields(
	displayName: string,
	example: string,
	ownFields: Record<string, string>,
): Field<IDataObject> {
	const field = {
		displayName,
		name: 'extraFields',
		type: 'json' as const,
		default: '{}',
		description: `More fields of Verbit's API, as a JSON object, such as ${example}. Sent unchanged.`,
	};
	return fieldWith(field, (given) => {
		const fields = readJsonObject(displayName, given);
		const key = Object.keys(ownFields).find((own) => own in fields);
		if (key === undefined) return fields;
		const values = { field: displayName, key, ownField: ownFields[key] };
		throw createError('EXTRA_FIELD_HAS_OWN_FIELD', values);
	});
}

import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { fault } from '../errors/fault';
import { describeValue } from '../http/redact';

/** The node's own field for a field of the API: its display name, by the API's name. */
export type OwnFields = Readonly<Record<string, string>>;

/** For what Verbit takes and the node has no field for. */
export function extraFieldsField(displayName: string, example: string): INodeProperties {
	return {
		displayName,
		name: 'extraFields',
		type: 'json',
		default: '{}',
		description: `More fields of Verbit's API, as a JSON object, such as ${example}. Sent unchanged.`,
	};
}

/**
 * A JSON text, or an object from an expression. It is sent unchanged, so it must not contain a field that the node
 * sends.
 * @throws StepError for anything but a JSON object, and for a field that the node sends
 */
export function readExtraFields(
	displayName: string,
	value: unknown,
	ownFields: OwnFields,
): IDataObject {
	const fields = typeof value === 'string' ? parse(displayName, value) : (value ?? {});
	if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
		throw fault('EXTRA_FIELDS_NOT_AN_OBJECT', { field: displayName, value: describeValue(fields) });
	}
	const own = Object.keys(ownFields).find((key) => key in fields);
	if (own !== undefined) {
		throw fault('EXTRA_FIELD_HAS_OWN_FIELD', {
			field: displayName,
			key: own,
			ownField: ownFields[own],
		});
	}
	return fields as IDataObject;
}

function parse(displayName: string, text: string): unknown {
	if (text.trim() === '') return {};
	try {
		return JSON.parse(text) as unknown;
	} catch {
		throw fault('EXTRA_FIELDS_NOT_JSON', { field: displayName });
	}
}

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { inputError } from '../errors/stepError';

/** Where n8n keeps the files of an item in a workflow whose setting `binaryMode` is `combined`. */
const COMBINED_FIELD = '_files';

/**
 * The binary fields that the parameter Input Binary Field names: one, several with commas, or `*` for all of the item.
 * @returns names, or paths in the way of lodash's `get` in a workflow with combined binary data; as n8n's helpers take them
 */
export function binaryFields(parameter: unknown, item: INodeExecutionData): string[] {
	const names = String(parameter ?? '')
		.split(',')
		.map((name) => name.trim())
		.filter((name) => name !== '');
	if (names.length === 0) {
		throw inputError(
			'The Input Binary Field is empty',
			'Give the name of the binary field that holds the file, e.g. data.',
		);
	}
	if (names.includes('*')) return allFields(item);
	return names.map((name) => locate(name, item));
}

function allFields(item: INodeExecutionData): string[] {
	const separate = Object.keys(item.binary ?? {});
	const fields =
		separate.length > 0 ? separate : Object.keys(combinedFiles(item)).map(combinedPath);
	if (fields.length > 0) return fields;
	throw inputError(
		'This item has no binary data at all',
		'Check that the previous node puts out a file (see its Binary tab), and that the nodes in between pass it on.',
	);
}

/** A plain name works in both binary modes, so that a workflow need not be changed when its setting is. */
function locate(name: string, item: INodeExecutionData): string {
	const isCombinedOnly = item.binary?.[name] === undefined && name in combinedFiles(item);
	return isCombinedOnly ? combinedPath(name) : name;
}

function combinedFiles(item: INodeExecutionData): IDataObject {
	return (item.json[COMBINED_FIELD] as IDataObject | undefined) ?? {};
}

function combinedPath(name: string): string {
	return `${COMBINED_FIELD}[${JSON.stringify(name)}]`;
}

import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { createError } from '../errors/createError';
import type { StepError } from '../errors/stepError';
import { describeUrl, describeValue } from '../http/redact';
import { text } from '../parameters/field';

/** Where n8n keeps the files of an item in a workflow whose setting `binaryMode` is `combined`. */
const COMBINED_FIELD = '_files';

export const INPUT_FIELD = 'Input Binary Field';

export const { field: binaryField } = text(INPUT_FIELD, 'binaryPropertyName', {
	required: true,
	default: 'data',
	placeholder: 'e.g. data',
	hint: 'The name of the input field containing the file data to be uploaded',
});

export const binariesField: INodeProperties = {
	...binaryField,
	hint: 'The name of the input field containing the file data to be uploaded. Separate multiple names with commas, or enter * for all files of the item.',
};

/**
 * The binary fields that the parameter Input Binary Field names: one, several with commas or in an array, or `*` for all of
 * the item. A file of the item stands for its field.
 * @returns names, or paths in the way of lodash's `get` in a workflow with combined binary data; as n8n's helpers take them
 * @throws StepError when none is named, one is named twice, or holds no file
 */
export function binaryFields(parameter: unknown, item: INodeExecutionData): string[] {
	const names = [parameter].flat().flatMap((entry) => namesIn(entry, item));
	if (names.length === 0) {
		const example =
			'the name of the field with the file, as in the Binary tab of the previous node, such as data';
		throw createError('FIELD_EMPTY', { field: INPUT_FIELD, example });
	}
	if (names.includes('*')) return allFields(item);
	const fields = names.map((name) => locate(name, item));
	const repeated = names.find((_, index) => fields.indexOf(fields[index]) !== index);
	if (repeated !== undefined)
		throw createError('VALUE_REPEATED', { field: INPUT_FIELD, value: describeUrl(repeated) });
	return fields;
}

/** @param entry names with commas between them, or a file itself, as `{{ $binary.data }}` returns it */
function namesIn(entry: unknown, item: INodeExecutionData): string[] {
	if (typeof entry === 'object' && entry !== null) return [nameOfFile(entry, item)];
	const names = String(entry ?? '').split(',');
	return names.map((name) => name.trim()).filter((name) => name !== '');
}

/** n8n's expressions return a copy of a file without its content. @throws StepError where two fields can't be told apart */
function nameOfFile(file: object, item: INodeExecutionData): string {
	const facts = Object.entries(file).filter(([name]) => name !== 'data');
	const isSame = (other: unknown) =>
		facts.every(([name, value]) => (Object(other) as IDataObject)[name] === value);
	const files = Object.entries({ ...combinedFiles(item), ...item.binary });
	const found = facts.length === 0 ? [] : files.filter(([, other]) => isSame(other));
	if (found.length === 1) return found[0][0];
	throw createError('BINARY_FIELD_INVALID', { value: describeValue(file) });
}

export function fileNotFound(field: string, item: INodeExecutionData): StepError {
	const fields = fileNames(item);
	if (fields.length === 0) return createError('ITEM_WITHOUT_FILES', {});
	return createError('FILE_NOT_FOUND', {
		field: describeUrl(field),
		fields: fields.map(describeUrl).join(', '),
	});
}

function allFields(item: INodeExecutionData): string[] {
	const separate = Object.keys(separateFiles(item));
	const fields =
		separate.length > 0 ? separate : Object.keys(combinedFiles(item)).map(combinedPath);
	if (fields.length > 0) return fields;
	throw createError('ITEM_WITHOUT_FILES', {});
}

function fileNames(item: INodeExecutionData): string[] {
	return [...new Set([...Object.keys(separateFiles(item)), ...Object.keys(combinedFiles(item))])];
}

/** A plain name works in both binary modes: a workflow works unchanged after its setting changes. */
function locate(name: string, item: INodeExecutionData): string {
	const path = /^_files\.([\w-]+)$/.exec(name);
	if (path !== null) return combinedPath(path[1]);
	const isCombinedOnly = item.binary?.[name] === undefined && name in combinedFiles(item);
	return isCombinedOnly ? combinedPath(name) : name;
}

/** A Code node may have put anything beside the files. */
function separateFiles({ binary }: INodeExecutionData): IDataObject {
	const isFile = ([, file]: [string, unknown]) => typeof file === 'object' && file !== null;
	return Object.fromEntries(Object.entries(binary ?? {}).filter(isFile)) as IDataObject;
}

function combinedFiles(item: INodeExecutionData): IDataObject {
	const files = item.json[COMBINED_FIELD];
	return typeof files === 'object' && files !== null ? (files as IDataObject) : {};
}

function combinedPath(name: string): string {
	return `${COMBINED_FIELD}[${JSON.stringify(name)}]`;
}

import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { createError } from '../errors/createError';
import type { StepError } from '../errors/stepError';
import { describeValue } from '../secrets/shownValue';
import { choice, text } from '../parameters/field';
import { inNaturalOrder } from './fileName';

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

/** The order in which several files become one recording, also of one item. */
export const order = choice(
	'Order',
	'order',
	'In which order the parts become one recording',
	{
		fileName: ['File Name', 'Sort by name, with part 2 before part 10'],
		input: ['Input Order', 'Order of the items, then of the fields'],
	},
	'input',
);

export type Order = ReturnType<typeof order.read>;

/**
 * The binary fields that the parameter Input Binary Field names: one, several with commas or in an array, or `*` for all of
 * the item, by the names of their files unless `input` is the order. A file object selects the field that holds it, and the
 * parameter's default for the item's only file.
 * @returns names, or paths in the way of lodash's `get` in a workflow with combined binary data; as n8n's helpers take them
 * @throws StepError when none is named, one is named twice, or holds no file
 */
export function binaryFields(
	parameter: unknown,
	item: INodeExecutionData,
	inOrder?: Order,
): string[] {
	const names = [parameter].flat().flatMap((entry) => namesIn(entry, item));
	if (names.length === 0) {
		const example =
			'the name of the field with the file, as in the Binary tab of the previous node, such as data';
		throw createError('FIELD_EMPTY', { field: INPUT_FIELD, example });
	}
	if (names.includes('*')) return allFields(item, inOrder);
	const fields = names.map((name) => locate(name, item));
	const repeated = names.find((_, index) => fields.indexOf(fields[index]) !== index);
	if (repeated !== undefined)
		throw createError('VALUE_REPEATED', { field: INPUT_FIELD, value: repeated });
	return fields;
}

/** @param entry names with commas between them, or a file itself, as `{{ $binary.data }}` returns it */
function namesIn(entry: unknown, item: INodeExecutionData): string[] {
	if (typeof entry === 'object' && entry !== null) return [nameOfFile(entry, item)];
	const text = String(entry ?? '');
	const fields = fileNames(item);
	// The name of a form's field may be any text.
	const whole = [text, text.trim()].find((name) => fields.includes(name));
	if (whole !== undefined) return [whole];
	if (text === binaryField.default && fields.length === 1) return fields;
	const names = text.split(',').map((name) => name.trim());
	return names.filter((name) => name !== '');
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
		field,
		fields: fields.join(', '),
	});
}

/** n8n itself has the files of a form in another order each time. */
function allFields(item: INodeExecutionData, inOrder?: Order): string[] {
	const files = Object.entries({ ...combinedFiles(item), ...separateFiles(item) });
	if (files.length === 0) throw createError('ITEM_WITHOUT_FILES', {});
	const byField = inNaturalOrder(files, ([field]) => field);
	const nameOf = ([field, file]: [string, unknown]) =>
		String((Object(file) as IDataObject).fileName ?? field);
	const ordered = inOrder === 'input' ? byField : inNaturalOrder(byField, nameOf);
	return ordered.map(([field]) => locate(field, item));
}

/** The files of the item that aren't among the given fields. */
export function otherFiles(fields: string[], item: INodeExecutionData): string[] {
	return fileNames(item).filter((name) => !fields.includes(locate(name, item)));
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

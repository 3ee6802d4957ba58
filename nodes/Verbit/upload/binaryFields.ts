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
	const fields = filesOf(item).map(({ name }) => name);
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
	const found = filesOf(item).filter(({ file: other }) =>
		facts.every(([name, value]) => other[name] === value),
	);
	if (facts.length > 0 && found.length === 1) return found[0].name;
	throw createError('BINARY_FIELD_INVALID', { value: describeValue(file) });
}

export function fileNotFound(field: string, item: INodeExecutionData): StepError {
	const fields = filesOf(item).map(({ name }) => name);
	if (fields.length === 0) return createError('ITEM_WITHOUT_FILES', {});
	return createError('FILE_NOT_FOUND', { field, fields: fields.join(', ') });
}

/** n8n itself has the files of a form in another order each time. */
function allFields(item: INodeExecutionData, inOrder?: Order): string[] {
	const files = inNaturalOrder(filesOf(item), ({ name }) => name);
	if (files.length === 0) throw createError('ITEM_WITHOUT_FILES', {});
	const nameOf = ({ name, file }: ItemFile) => String(file.fileName ?? name);
	const ordered = inOrder === 'input' ? files : inNaturalOrder(files, nameOf);
	return ordered.map(({ path }) => path);
}

/** The names of the item's files that aren't among the given fields. */
export function otherFiles(fields: string[], item: INodeExecutionData): string[] {
	const others = filesOf(item).filter(({ path }) => !fields.includes(path));
	return others.map(({ name }) => name);
}

/** A plain name works in both binary modes: a workflow works unchanged after its setting changes. */
function locate(name: string, item: INodeExecutionData): string {
	const [, combined] = /^_files\.([\w-]+)$/.exec(name) ?? [];
	if (combined !== undefined) return combinedPath(combined);
	return filesOf(item).find((file) => file.name === name)?.path ?? name;
}

interface ItemFile {
	name: string;
	/** As n8n's helpers take it. */
	path: string;
	file: IDataObject;
}

/** A Code node may have put anything beside the files. */
function filesOf({ binary = {}, json }: INodeExecutionData): ItemFile[] {
	const separate = Object.entries(binary).map(([name, file]) => ({ name, path: name, file }));
	const combined = Object.entries(Object(json[COMBINED_FIELD]))
		.filter(([name]) => !Object.keys(binary).includes(name))
		.map(([name, file]) => ({ name, path: combinedPath(name), file }));
	const isFile = ({ file }: { file: unknown }) => typeof file === 'object' && file !== null;
	return [...separate, ...combined].filter(isFile) as ItemFile[];
}

function combinedPath(name: string): string {
	return `${COMBINED_FIELD}[${JSON.stringify(name)}]`;
}

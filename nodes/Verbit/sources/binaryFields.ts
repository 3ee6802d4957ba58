import type { IBinaryData, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { createError } from '../errors/createError';
import { choice } from '../parameters/field';
import { firstRepeated, valueError } from '../parameters/values';
import { inNaturalOrder } from './fileName';

/** A file of an item, with the name of its field. */
export type FileInField = [field: string, file: IBinaryData];

export const INPUT_FIELD = 'Input Binary Field';

export const binaryProperty: INodeProperties = {
	displayName: INPUT_FIELD,
	name: 'binaryPropertyName',
	type: 'string',
	required: true,
	default: 'data',
	placeholder: 'e.g. data',
	hint: 'The name of the input field containing the file data to be uploaded',
};

export const binariesProperty: INodeProperties = {
	...binaryProperty,
	hint: 'Input fields with the files, separated by commas. * means all files of the item.',
};

export const orderField = choice('Order', 'order', {
	description: 'Order in which the parts are merged',
	default: 'input',
	choices: {
		fileName: ['File Name', 'Sort by name, with part 2 before part 10'],
		input: ['Input Order', 'Order of the items, then of the fields'],
	},
});

/**
 * Finds the files that 'Input Binary Field' names: one, several with commas or in an array, or `*` for all, which are sorted by
 * name unless `chosenOrder` is `input`. The parameter's default also means the item's only file, whatever its field is called.
 */
export function filesIn(
	parameter: unknown,
	filesOfItem: FileInField[],
	chosenOrder?: 'fileName' | 'input',
) {
	// n8n lists the files of a form in another order each time.
	const all = inNaturalOrder(filesOfItem, ([name]) => name);
	const fields = all.map(([name]) => name);
	const names = [parameter].flat().flatMap((entry) => namesIn(entry, fields));
	if (names.length === 0) {
		const example =
			'the name of the field with the file, as in the Binary tab of the previous node, such as data';
		throw createError('FIELD_EMPTY', { field: INPUT_FIELD, example });
	}
	if (all.length === 0) throw createError('ITEM_WITHOUT_FILES', {});
	const isAll = names.includes('*');
	const files = isAll ? all : names.map((name) => fileNamed(name, all));
	const repeated = firstRepeated(files);
	if (repeated !== undefined)
		throw createError('VALUE_REPEATED', { field: INPUT_FIELD, value: repeated[0] });
	const isByName = chosenOrder === 'fileName' || (isAll && chosenOrder === undefined);
	const nameOf = ([name, file]: FileInField) => file.fileName ?? name;
	return { files: isByName ? inNaturalOrder(files, nameOf) : files, isAll };
}

function namesIn(entry: unknown, fields: string[]): string[] {
	if (typeof entry === 'object' && entry !== null) {
		// The expression `{{ $binary.data }}` returns the file itself.
		const form = "the name of a field, as in the previous node's Binary tab";
		throw valueError(INPUT_FIELD, form, entry);
	}
	const text = String(entry ?? '');
	// A field of a form may have any name, even with commas.
	const whole = [text, text.trim()].find((name) => fields.includes(name));
	if (whole !== undefined) return [whole];
	if (text === binaryProperty.default && fields.length === 1) return fields;
	const names = text.split(',').map((name) => name.trim());
	return names.filter((name) => name !== '');
}

function fileNamed(field: string, all: FileInField[]): FileInField {
	// With combined binary data, the path in the JSON names the file, too: `_files.data` or `_files["data"]`.
	const [, dotted, quoted] = /^_files(?:\.(.+)|\["(.+)"\])$/.exec(field) ?? [];
	const found = all.find(([name]) => [field, dotted, quoted].includes(name));
	if (found !== undefined) return found;
	const fields = all.map(([name]) => name).join(', ');
	throw createError('FILE_NOT_FOUND', { field, fields });
}

/** Returns an item's files. In another mode than `combined`, any server may have written `_files`, with IDs of others' files. */
export function filesOf({ binary, json }: INodeExecutionData, binaryMode?: string): FileInField[] {
	const combined: typeof binary = binaryMode === 'combined' ? Object(json._files) : {};
	// A Code node may add values of any kind.
	const isFile = (value: unknown) => typeof value === 'object' && value !== null;
	return Object.entries({ ...combined, ...binary }).filter(([, file]) => isFile(file));
}

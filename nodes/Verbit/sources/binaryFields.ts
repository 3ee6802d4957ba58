import type { IBinaryKeyData, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { createError } from '../errors/createError';
import { choice } from '../parameters/field';
import { firstRepeated, valueError } from '../parameters/values';
import { inNaturalOrder } from './fileName';

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
 * Finds the fields that 'Input Binary Field' names: one, several with commas or in an array, or `*` for all, which are sorted by
 * name unless `chosenOrder` is `input`. The parameter's default also means the item's only file, whatever its field is called.
 */
export function fieldsIn(
	parameter: unknown,
	filesOfItem: IBinaryKeyData,
	chosenOrder?: 'fileName' | 'input',
) {
	// n8n lists the files of a form in another order each time.
	const all = inNaturalOrder(Object.keys(filesOfItem), (field) => field);
	const names = [parameter].flat().flatMap((entry) => namesIn(entry, all));
	if (names.length === 0) {
		const example =
			'the name of the field with the file, as in the Binary tab of the previous node, such as data';
		throw createError('FIELD_EMPTY', { field: INPUT_FIELD, example });
	}
	if (all.length === 0) throw createError('ITEM_WITHOUT_FILES', {});
	const isAll = names.includes('*');
	const fields = isAll ? all : names.map((name) => fieldNamed(name, all));
	const value = firstRepeated(fields);
	if (value !== undefined) throw createError('VALUE_REPEATED', { field: INPUT_FIELD, value });
	const isByName = chosenOrder === 'fileName' || (isAll && chosenOrder === undefined);
	const nameOf = (field: string) => filesOfItem[field].fileName ?? field;
	return { fields: isByName ? inNaturalOrder(fields, nameOf) : fields, isAll };
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

function fieldNamed(name: string, all: string[]): string {
	// With combined binary data, the path in the JSON names the file, too: `_files.data` or `_files["data"]`.
	const [, dotted, quoted] = /^_files(?:\.(.+)|\["(.+)"\])$/.exec(name) ?? [];
	const found = all.find((field) => [name, dotted, quoted].includes(field));
	if (found !== undefined) return found;
	throw createError('FILE_NOT_FOUND', { field: name, fields: all.join(', ') });
}

/** Returns an item's files. In another mode than `combined`, any server may have written `_files`, with IDs of others' files. */
export function filesOf({ binary, json }: INodeExecutionData, binaryMode?: string): IBinaryKeyData {
	const combined: typeof binary = binaryMode === 'combined' ? Object(json._files) : {};
	// A Code node may add values of any kind.
	const isFile = (value: unknown) => typeof value === 'object' && value !== null;
	const files = Object.entries({ ...combined, ...binary }).filter(([, file]) => isFile(file));
	return Object.fromEntries(files);
}

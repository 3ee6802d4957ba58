import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
	updateDisplayOptions,
} from 'n8n-workflow';

import { createError, replaceRemedies } from '../errors/createError';
import { isHttpUrl } from '../http/url';
import { propertiesOf } from '../inspect/inspect';
import { describeValue } from '../secrets/shownText';
import { readChoice, readJsonObject, readToggle, valueError } from './values';

export type Field<T> = ReturnType<typeof fieldWith<T>>;

export function fieldWith<T>(
	read: (displayName: string, value: unknown) => T,
	displayName: string,
	name: string,
	more: Partial<INodeProperties>,
) {
	const property: INodeProperties = { displayName, name, type: 'string', default: '', ...more };
	const readValue = (value: unknown) => read(displayName, value);
	return {
		property,
		read: readValue,
		/** Reads the value from a collection: the default if the user hasn't added the field, or its expression returns undefined. */
		readIn: (options: IDataObject) => readValue(options[name] ?? property.default),
		/** Reads the value from a collection; undefined if the user hasn't added the field. Its expression must return a value. */
		readIfAdded: (options: IDataObject) => (name in options ? readValue(options[name]) : undefined),
		readFrom: (context: IExecuteFunctions, itemIndex: number) =>
			readValue(context.getNodeParameter(name, itemIndex, property.default)),
	};
}

/** A field for a URL, which stays unchanged, because a change would break its signature. */
export function urlField(
	displayName: string,
	name: string,
	{ placeholder = 'e.g. https://example.com/lecture.mp4', ...more }: Partial<INodeProperties>,
): Field<string> {
	const read = (field: string, value: unknown) => {
		const text = typeof value === 'string' ? value.trim() : (value ?? '');
		if (isHttpUrl(text)) return text;
		const example = `a complete URL, for example ${placeholder.replace('e.g. ', '')}`;
		if (text === '') throw createError('FIELD_EMPTY', { field, example });
		throw createError('URL_INVALID', { field, url: describeValue(text) });
	};
	return fieldWith(read, displayName, name, { placeholder, ...more });
}

export function toggle(
	displayName: string,
	name: string,
	more: { default: boolean; description: string },
): Field<boolean> {
	return fieldWith(readToggle, displayName, name, { type: 'boolean', ...more });
}

export function wholeNumber(
	displayName: string,
	name: string,
	[minValue, maxValue]: [min: number, max: number],
	more: { default: number; description: string },
): Field<number> {
	const read = (_: string, value: unknown) => {
		const isNumeric = typeof value === 'number' || (typeof value === 'string' && /\d/.test(value));
		const number = isNumeric ? Number(value) : NaN;
		if (Number.isSafeInteger(number) && number >= minValue && number <= maxValue) return number;
		const withoutUnit = displayName.replace(/ \(.*/, '');
		throw valueError(withoutUnit, `a whole number from ${minValue} to ${maxValue}`, value);
	};
	const typeOptions = { minValue, maxValue };
	return fieldWith(read, displayName, name, { type: 'number', typeOptions, ...more });
}

export function extraFields(
	displayName: string,
	example: string,
	ownFields: Record<string, string>,
): Field<IDataObject> {
	const read = (field: string, value: unknown) => {
		const fields = readJsonObject(field, value);
		const key = Object.keys(ownFields).find((own) => own in fields);
		if (key === undefined) return fields;
		const values = { field, form: `'${ownFields[key]}'`, value: describeValue(key) };
		throw createError('VALUE_INVALID', { ...values, variant: 'Other field' });
	};
	return fieldWith(read, displayName, 'extraFields', {
		type: 'json',
		default: '{}',
		description: `More fields of Verbit's API, as a JSON object, such as ${example}. Sent unchanged.`,
	});
}

export type ChoiceField<Value extends string> = ReturnType<typeof choice<Value>>;

/** @param choices name, description and fields of each choice, by saved value, in alphabetical order of the names */
export function choice<Value extends string>(
	displayName: string,
	name: string,
	{
		choices,
		...more
	}: {
		choices: Record<Value, [name: string, meaning?: string, ...fields: INodeProperties[]]>;
		default: NoInfer<Value>;
		description: string;
	},
) {
	const values = Object.keys(choices) as Value[];
	const options = values.map((value) => {
		const [choiceName, meaning] = choices[value];
		return { name: choiceName, value, description: meaning };
	});
	const read = (field: string, value: unknown) => readChoice(field, value, values);
	const list = fieldWith(read, displayName, name, { type: 'options', options, ...more });
	const own = values.map((value) => choices[value]).flatMap(([, , ...fields]) => fields);
	const shown = [...new Set(own)].map((field) => {
		const withField = values.filter((value) => choices[value].includes(field));
		return showFor(name, withField, field);
	});
	// `fields` are the field itself, and those that the editor shows for its choices.
	return { ...list, values, fields: [list.property, ...shown] };
}

/** Shows a field only for some values of the parameter `name`. For a field in a collection, `name` begins with `/`. */
export function showFor(name: string, values: Array<string | boolean>, field: INodeProperties) {
	return updateDisplayOptions({ show: { [name]: values } }, [field])[0];
}

export function sorted(fields: INodeProperties[]): INodeProperties[] {
	return fields.sort((a, b) => a.displayName.localeCompare(b.displayName, 'en'));
}

export function optionsProperty(...own: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: sorted(own),
	};
}

export function readOptions(context: IExecuteFunctions, itemIndex: number): IDataObject {
	return context.getNodeParameter('options', itemIndex, {});
}

/** An expression in a JSON string that doesn't begin with `=`, such as `{{ $json.id }}` in `"a {{ $json.id }}"`. */
const FIXED_EXPRESSION = /(?<!\\)"(?!=)(?:[^"\\{]|\\.|\{(?!\{))*(\{\{(?:[^"\\]|\\.)*?\}\})/;

/** Throws for an expression in a field in Fixed mode, because n8n would send the expression as text. */
export function refuseFixedExpressions(fields: INodeProperties[], parameters: unknown): void {
	for (const { name, displayName, type, options } of fields) {
		const value = propertiesOf(parameters)[name] ?? {};
		if (type === 'collection') {
			refuseFixedExpressions(options as INodeProperties[], value);
			continue;
		}
		const [, expression] = FIXED_EXPRESSION.exec(JSON.stringify(value)) ?? [];
		if (expression === undefined) continue;
		const invalid = valueError(displayName, 'in Expression mode', expression);
		throw replaceRemedies(invalid, 'FIELD_IS_FIXED');
	}
}

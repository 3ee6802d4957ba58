import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import {
	readChoice,
	readJsonObject,
	readSwitch,
	readText,
	readWholeNumber,
	valueInvalid,
} from './values';

export interface Field<T> {
	field: INodeProperties;
	/** @throws StepError for a value that the field can't have */
	read(given: unknown): T;
	/** Its value in a collection; the default where it isn't added, or its expression returns nothing. */
	readIn(options: IDataObject): T;
	readFrom(context: IExecuteFunctions, itemIndex: number): T;
}

export function fieldWith<T>(field: INodeProperties, read: (given: unknown) => T): Field<T> {
	const { name, default: byDefault } = field;
	return {
		field,
		read,
		readIn: (options) => read(options[name] ?? byDefault),
		readFrom: (context, itemIndex) => read(context.getNodeParameter(name, itemIndex, byDefault)),
	};
}

export function text(
	displayName: string,
	name: string,
	more: Partial<INodeProperties>,
): Field<string | undefined> {
	return textAs(readText, displayName, name, more);
}

export function textAs<T>(
	read: (displayName: string, given: unknown) => T,
	displayName: string,
	name: string,
	more: Partial<INodeProperties>,
): Field<T> {
	const field: INodeProperties = { displayName, name, type: 'string', default: '', ...more };
	return fieldWith(field, (given) => read(displayName, given));
}

export function toggle(
	displayName: string,
	name: string,
	byDefault: boolean,
	description: string,
): Field<boolean> {
	const described = { displayName, name, description };
	const field: INodeProperties = { ...described, type: 'boolean', default: byDefault };
	return fieldWith(field, (given) => readSwitch(displayName, given));
}

/** @param displayName with its unit in brackets, which messages leave out */
export function wholeNumber(
	displayName: string,
	name: string,
	{ min, max, byDefault }: { min: number; max: number; byDefault: number },
	description: string,
): Field<number> {
	const field: INodeProperties = {
		displayName,
		name,
		type: 'number',
		typeOptions: { minValue: min, maxValue: max },
		default: byDefault,
		description,
	};
	const bounds = { field: displayName.replace(/ \(.*/, ''), min, max };
	return fieldWith(field, (given) => readWholeNumber(given, bounds));
}

/** More parameters of the API, sent unchanged. @param ownFields refused: display names, by the API's name */
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
		throw valueInvalid(displayName, `JSON without what '${ownFields[key]}' sends`, key);
	});
}

export type Choice = [name: string, meaning?: string, ...fields: INodeProperties[]];

/**
 * @param choices name, meaning and fields of each, by its value in workflows; in alphabetical order of their names
 * @returns also its values, and `fields`: the list, and the fields of each choice, which the editor shows for it
 */
export function choice<Value extends string>(
	displayName: string,
	name: string,
	description: string,
	choices: Record<Value, Choice>,
	byDefault: NoInfer<Value>,
	more: Partial<INodeProperties> = {},
): Field<Value> & { values: Value[]; fields: INodeProperties[] } {
	const values = Object.keys(choices) as Value[];
	const options = values.map((value) => {
		const [choiceName, meaning] = choices[value];
		return { name: choiceName, value, description: meaning };
	});
	const list: INodeProperties = {
		displayName,
		name,
		type: 'options',
		options,
		default: byDefault,
		description,
		...more,
	};
	const ofChoices = values.flatMap((value) => choices[value].slice(2) as INodeProperties[]);
	const shown = [...new Set(ofChoices)].map((field) => {
		const withField = values.filter((value) => choices[value].includes(field));
		return showFor(name, withField, field);
	});
	return {
		...fieldWith(list, (given) => readChoice(displayName, given, values)),
		values,
		fields: [list, ...shown],
	};
}

/** A field that the editor shows only for these values of the parameter `name`, with `/` before it in a collection. */
export function showFor(
	name: string,
	values: Array<string | boolean>,
	field: INodeProperties,
): INodeProperties {
	const { displayOptions } = field;
	return {
		...field,
		displayOptions: { ...displayOptions, show: { ...displayOptions?.show, [name]: values } },
	};
}

/** In alphabetical order, as n8n's guidelines ask. */
export function sorted(fields: INodeProperties[]): INodeProperties[] {
	return fields.sort((a, b) => a.displayName.localeCompare(b.displayName, 'en'));
}

export function optionsField(...own: INodeProperties[]): INodeProperties {
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
	return context.getNodeParameter('options', itemIndex, {}) as IDataObject;
}

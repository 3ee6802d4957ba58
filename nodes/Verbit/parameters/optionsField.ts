import type { INodeProperties } from 'n8n-workflow';

import { apiVersionOption } from './jobCall';
import { transferOptions } from './transferOptions';

/** A field of an operation that is shown for some values of another one. */
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

/** The collection `options` of an operation, in alphabetical order as the editor's guidelines ask. */
export function optionsField(...own: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [apiVersionOption, ...own].sort((a, b) =>
			a.displayName.localeCompare(b.displayName, 'en'),
		),
	};
}

/** With the transfer options, for an operation that always uploads. */
export function uploadOptionsField(): INodeProperties {
	return optionsField(...transferOptions);
}

/**
 * With the transfer options where the operation uploads, and others where it hands a URL over.
 * @param choice the parameter that chooses, e.g. `mediaSource`: `binary` and `urlUpload` upload
 * @param ofUrl shown where Verbit is to fetch a URL
 * @param always shown for each choice
 */
export function sourceOptionsField(
	choice: string,
	ofUrl: INodeProperties[] = [],
	always: INodeProperties[] = [],
	uploads = ['binary'],
): INodeProperties {
	// From inside a collection the node's parameters are reached from the root.
	const showForSources = (values: string[]) => (option: INodeProperties) =>
		showFor(`/${choice}`, values, option);
	return optionsField(
		...transferOptions.map(showForSources(uploads)),
		...ofUrl.map(showForSources(['url'])),
		...always,
	);
}

import type { INodeProperties } from 'n8n-workflow';

import { showFor, sorted } from '../parameters/field';
import { transferOptions } from './transferOptions';

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

/**
 * The collection 'Options', each option shown for its sources.
 * @param choice name of the parameter that chooses the source
 * @param ofUrl options for the source `url`, whose file Verbit downloads
 * @param uploads the sources that this node uploads
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
	const field = optionsField(
		...transferOptions.map(showForSources(uploads)),
		...ofUrl.map(showForSources(['url'])),
		...always,
	);
	if (always.length > 0) return field;
	// A source without options has no collection: the editor would show one with nothing to add.
	return showFor(choice, ofUrl.length > 0 ? [...uploads, 'url'] : uploads, field);
}

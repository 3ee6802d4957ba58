import type { INodeProperties } from 'n8n-workflow';

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

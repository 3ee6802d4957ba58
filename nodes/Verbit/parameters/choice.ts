import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { readChoice } from './values';

/**
 * A list to choose from, and its reader.
 * @param choices name and description of each, by its value in workflows; in alphabetical order of their names
 */
export function choice<Value extends string>(
	displayName: string,
	name: string,
	description: string,
	choices: Record<Value, [name: string, description: string]>,
	byDefault: NoInfer<Value>,
) {
	const values = Object.keys(choices) as Value[];
	const field: INodeProperties = {
		displayName,
		name,
		type: 'options',
		options: values.map((value) => {
			const [choiceName, meaning] = choices[value];
			return { name: choiceName, value, description: meaning };
		}),
		default: byDefault,
		description,
	};
	const read = (context: IExecuteFunctions, itemIndex: number): Value =>
		readChoice(displayName, context.getNodeParameter(name, itemIndex, byDefault), values);
	return { field, read };
}

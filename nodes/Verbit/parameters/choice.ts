import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { showFor } from './optionsField';
import { readChoice } from './values';

type Choice = [name: string, description: string, ...fields: INodeProperties[]];

/**
 * A list to choose from, and its reader.
 * @param choices name, description and fields of each, by its value in workflows; in alphabetical order of their names
 * @returns `fields`: the list, and the fields of each choice, which the editor shows for it
 */
export function choice<Value extends string>(
	displayName: string,
	name: string,
	choices: Record<Value, Choice>,
	byDefault: NoInfer<Value>,
) {
	const values = Object.keys(choices) as Value[];
	const field: INodeProperties = {
		displayName,
		name,
		type: 'options',
		options: values.map((value) => {
			const [choiceName, description] = choices[value];
			return { name: choiceName, value, description };
		}),
		default: byDefault,
	};
	const read = (context: IExecuteFunctions, itemIndex: number): Value =>
		readChoice(displayName, context.getNodeParameter(name, itemIndex, byDefault), values);
	const shownFields = new Set(
		values.flatMap((value) => choices[value].slice(2) as INodeProperties[]),
	);
	const shown = [...shownFields].map((one) => {
		const withIt = values.filter((value) => choices[value].includes(one));
		return showFor(name, withIt, one);
	});
	return { fields: [field, ...shown], read };
}

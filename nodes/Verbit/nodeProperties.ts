import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { operations } from './actions/operations';
import type { Operation } from './run/operation';

/**
 * In the order of the editor's lists: the list of actions is what a user sees first of the node, and there the whole way
 * comes before its single steps. n8n leaves defaults out of saved workflows, so that no default can change any more.
 */
const RESOURCES: Array<INodePropertyOptions & { value: string; defaultOperation: string }> = [
	{
		name: 'Job',
		value: 'job',
		description: 'A transcription or caption job, from its creation to its captions',
		defaultOperation: 'submit',
	},
	{
		name: 'Media',
		value: 'media',
		description: 'The recording that a job transcribes',
		defaultOperation: 'add',
	},
	{
		name: 'Asset',
		value: 'asset',
		description: 'A file of a job, before it becomes media',
		defaultOperation: 'upload',
	},
];

/** What n8n can not know of the tool that it makes of this node. Older n8n knows no `@tool` and does not show it. */
const toolNotice: INodeProperties = {
	displayName:
		'An AI agent has no files to hand over, so that sources of the kind Binary File do not work here. Let it use links, asset IDs and job IDs.',
	name: 'toolNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { '@tool': [true] } },
};

/** The node's parameters, put together from its operations: resource, operation, and each operation's own. */
export function nodeProperties(): INodeProperties[] {
	return [toolNotice, resourceField(), ...RESOURCES.map(operationField), ...operationFields()];
}

function resourceField(): INodeProperties {
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: RESOURCES.map(({ name, value, description }) => ({ name, value, description })),
		default: 'media',
	};
}

function operationField({
	value: resource,
	defaultOperation,
}: (typeof RESOURCES)[number]): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: entriesOf(resource).map(([, operation]) => operation.option),
		default: defaultOperation,
	};
}

function operationFields(): INodeProperties[] {
	return Object.entries(operations).flatMap(([key, { fields }]) => {
		const [resource, operation] = key.split(':');
		return fields.map((field) => {
			const show = { resource: [resource], operation: [operation], ...field.displayOptions?.show };
			return { ...field, displayOptions: { ...field.displayOptions, show } };
		});
	});
}

function entriesOf(resource: string): Array<[string, Operation<unknown>]> {
	return Object.entries(operations).filter(([key]) => key.startsWith(`${resource}:`));
}

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { operations } from './operations';
import type { Operation } from './operation';

const RESOURCES: Array<INodePropertyOptions & { value: string; defaultOperation: string }> = [
	{
		name: 'Asset',
		value: 'asset',
		description: 'A file of a job, before it becomes media',
		defaultOperation: 'upload',
	},
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
];

/** The node's parameters, put together from its operations: resource, operation, and each operation's own. */
export function nodeProperties(): INodeProperties[] {
	return [resourceField(), ...RESOURCES.map(operationField), ...operationFields()];
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

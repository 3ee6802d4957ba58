import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { operations } from './actions/operations';
import { FOR_TOOLS, forWorkflowsAndTools } from './n8n/tools';

/** What most workflows need comes first. n8n leaves defaults out of saved workflows, so no default can change any more. */
const RESOURCES: Array<INodePropertyOptions & { value: string; defaultOperation: string }> = [
	{
		name: 'Recording',
		value: 'recording',
		description: 'A recording to transcribe',
		defaultOperation: 'transcribe',
	},
	{
		name: 'Job',
		value: 'job',
		description: 'A transcription or captioning job',
		defaultOperation: 'get',
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
		description: 'A file registered with a job, to attach as media later',
		defaultOperation: 'upload',
	},
];

/** An AI agent has no files to pass. Older n8n knows no `@tool` and does not show this. */
const toolNotice: INodeProperties = {
	displayName:
		"AI agents can't pass files. Let the agent use URLs, asset IDs and job IDs instead. Transcribe returns the text.",
	name: 'toolNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: FOR_TOOLS },
};

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
		default: 'recording',
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
		options: optionsOf(resource),
		default: defaultOperation,
	};
}

function operationFields(): INodeProperties[] {
	return Object.entries(operations).flatMap(([key, { fields }]) => {
		const [resource, operation] = key.split(':');
		return fields.flatMap((field) => {
			const show = { resource: [resource], operation: [operation], ...field.displayOptions?.show };
			return forWorkflowsAndTools({ ...field, displayOptions: { ...field.displayOptions, show } });
		});
	});
}

/** In the order of the list of operations, which the list of actions has as well: what nearly everybody wants comes first. */
function optionsOf(resource: string): INodePropertyOptions[] {
	return Object.entries(operations)
		.filter(([key]) => key.startsWith(`${resource}:`))
		.map(([, operation]) => operation.option);
}

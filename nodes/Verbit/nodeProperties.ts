import type { INodeProperties, INodePropertyOptions, NodeParameterValueType } from 'n8n-workflow';

import { operations } from './actions/operations';

/** n8n derives a tool from the node, and shows it fields by this condition. Older n8n doesn't know it, and shows the others. */
const FOR_TOOLS = { '@tool': [true] };

/** In alphabetical order. n8n leaves defaults out of saved workflows, so no default can change any more. */
const RESOURCES: Array<INodePropertyOptions & { value: string; defaultOperation: string }> = [
	{
		name: 'Asset',
		value: 'asset',
		description: 'A file registered with a job, to attach as media later',
		defaultOperation: 'upload',
	},
	{
		name: 'Job',
		value: 'job',
		description: 'A transcription or captioning job',
		defaultOperation: 'submit',
	},
	{
		name: 'Media',
		value: 'media',
		description: 'The recording that a job transcribes',
		defaultOperation: 'add',
	},
];

/** An AI agent has no files to pass. Older n8n knows no `@tool` and does not show this. */
const toolNotice: INodeProperties = {
	displayName:
		"AI agents can't pass files. Let the agent use URLs, asset IDs and job IDs instead. Get Captions returns the text of the captions.",
	name: 'toolNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: FOR_TOOLS },
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

/** In alphabetical order, as n8n's guidelines ask: the list of actions shows them in it as well. */
function optionsOf(resource: string): INodePropertyOptions[] {
	return Object.entries(operations)
		.filter(([key]) => key.startsWith(`${resource}:`))
		.map(([, operation]) => operation.option)
		.sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** The source of a file that an operation can take, in every field that chooses one. An AI agent has no files to pass. */
const FILE_SOURCE = 'binary';

/**
 * A field of the node for workflows and AI agents: one for both, or one for each if an agent needs another default.
 * A tool works as soon as it is added: the agent fills in what a step requires.
 */
function forWorkflowsAndTools(field: INodeProperties): INodeProperties[] {
	const offered = withoutFilesForTools(field);
	const toolDefault = defaultForTools(offered);
	if (toolDefault === undefined) return [offered];
	const { displayOptions } = offered;
	return [
		{ ...offered, displayOptions: { ...displayOptions, hide: FOR_TOOLS } },
		{
			...offered,
			default: toolDefault,
			displayOptions: { ...displayOptions, show: { ...displayOptions?.show, ...FOR_TOOLS } },
		},
	];
}

function withoutFilesForTools(field: INodeProperties): INodeProperties {
	if (field.type !== 'options') return field;
	const options = (field.options as INodePropertyOptions[]).map((option) =>
		option.value === FILE_SOURCE ? { ...option, displayOptions: { hide: FOR_TOOLS } } : option,
	);
	return { ...field, options };
}

/** Nothing where the default of workflows is right for tools too. */
function defaultForTools(field: INodeProperties): NodeParameterValueType | undefined {
	const { type, required, default: value } = field;
	if (type === 'options' && value === FILE_SOURCE) {
		const sources = (field.options as INodePropertyOptions[]).map((option) => option.value);
		return sources.find((source) => source !== FILE_SOURCE);
	}
	const isOpen = value === '' || (typeof value === 'string' && value.startsWith('='));
	return type === 'string' && required === true && isOpen ? filledInByAgent(field) : undefined;
}

/** What n8n's editor writes where a user lets the model define a field. */
function filledInByAgent({ displayName, description = '' }: INodeProperties): string {
	const key = displayName.replace(/\W+/g, '_');
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`${description}\`, 'string') }}`;
}

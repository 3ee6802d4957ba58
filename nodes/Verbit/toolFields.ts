import type { INodeProperties, INodePropertyOptions, NodeParameterValueType } from 'n8n-workflow';

/** n8n derives a tool from the node, and shows it fields by this condition. Older n8n doesn't know it, and shows the others. */
const FOR_TOOLS = { '@tool': [true] };

/** The source of a file that an operation can take, in every field that chooses one. An AI agent has no files to pass. */
const FILE_SOURCE = 'binary';

/**
 * A field of the node for workflows and AI agents: one for both, or one for each if an agent needs another default.
 * A tool works as soon as it is added: the agent fills in what a step requires.
 */
export function forWorkflowsAndTools(field: INodeProperties): INodeProperties[] {
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

/**
 * n8n has no documented way to show a field to AI agents only, nor, in older versions, to tell that an agent called.
 * Relied on: the display condition `@tool`; the type of a derived tool, which ends with `Tool`.
 * Seen in: n8n 1.123, whose context has no `isToolExecution`, and 2.40.
 * Without `@tool`, a tool shows the fields of workflows, and the user lets the model define them.
 */
import type {
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
	NodeParameterValueType,
} from 'n8n-workflow';

export const FOR_TOOLS = { '@tool': [true] };

export function isToolRun(context: IExecuteFunctions): boolean {
	return context.isToolExecution?.() === true || context.getNode().type.endsWith('Tool');
}

/** The choices of a file, as a source and as an output. An AI agent has no files to pass, and reads none. */
const FILE_CHOICES = ['binary', 'file'];

/** What an agent gets in their place, where it can be chosen. */
const AGENT_CHOICES = ['url', 'text'];

/**
 * A field for workflows and AI agents: one for both, or one for each if an agent needs another default. A tool works
 * as soon as it is added: the agent fills in what is required.
 */
export function forWorkflowsAndTools(field: INodeProperties): INodeProperties[] {
	const offered = withoutFilesForTools(field);
	const toolDefault = defaultForTools(offered);
	if (toolDefault === undefined) return [offered];
	const { displayOptions } = offered;
	const forTools = { ...displayOptions, show: { ...displayOptions?.show, ...FOR_TOOLS } };
	return [
		{ ...offered, displayOptions: { ...displayOptions, hide: FOR_TOOLS } },
		{ ...offered, default: toolDefault, displayOptions: forTools },
	];
}

function withoutFilesForTools(field: INodeProperties): INodeProperties {
	if (field.type !== 'options') return field;
	const options = (field.options as INodePropertyOptions[]).map((option) =>
		isOfFile(option.value) ? { ...option, displayOptions: { hide: FOR_TOOLS } } : option,
	);
	return { ...field, options };
}

function isOfFile(value: unknown): boolean {
	return FILE_CHOICES.includes(String(value));
}

function defaultForTools(field: INodeProperties): NodeParameterValueType | undefined {
	const { type, required, default: value } = field;
	if (type === 'options' && isOfFile(value)) {
		const choices = (field.options as INodePropertyOptions[]).map((option) => option.value);
		const forAgents = choices.find((one) => AGENT_CHOICES.includes(String(one)));
		return forAgents ?? choices.find((one) => !isOfFile(one));
	}
	const isOpen = value === '' || (typeof value === 'string' && value.startsWith('='));
	return type === 'string' && required === true && isOpen ? filledInByAgent(field) : undefined;
}

/** What n8n's editor writes where a user lets the model define a field. */
function filledInByAgent({ displayName, description = '' }: INodeProperties): string {
	const key = displayName.replace(/\W+/g, '_');
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`${description}\`, 'string') }}`;
}

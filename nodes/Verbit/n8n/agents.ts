/**
 * n8n has no documented way to show a field to AI agents only, nor, in older versions, to tell that an agent called.
 * Relied on: the display condition `@tool`; the type of the node that n8n derives for agents, which ends with `Tool`.
 * Seen in: n8n 1.123, whose context has no `isToolExecution`, and 2.40.
 * Missing: without `@tool`, a node for agents shows the fields of workflows, and the user lets the model define them.
 */
import type { IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

export const FOR_AGENTS = { '@tool': [true] };

export function isAgentCall(context: IExecuteFunctions): boolean {
	return context.isToolExecution?.() === true || context.getNode().type.endsWith('Tool');
}

/** The choices of a file, as a source and as an output. An AI agent has no files to pass, and reads none. */
const FILE_CHOICES = ['binary', 'file'];

const AGENT_CHOICES = ['url', 'text'];

/**
 * A field for workflows and AI agents: one for both, or one for each if an agent needs another default. An agent's
 * node works as soon as it is added: the agent fills in what is required.
 */
export function forWorkflowsAndAgents(field: INodeProperties): INodeProperties[] {
	const offered = withoutFilesForAgents(field);
	const agentChanges = changesForAgents(offered);
	return agentChanges === undefined ? [offered] : apartForAgents(offered, agentChanges);
}

/** Two fields of one name: one for workflows, and one with these changes for AI agents. */
export function apartForAgents(
	field: INodeProperties,
	changes: Partial<INodeProperties>,
): INodeProperties[] {
	const { displayOptions } = field;
	const shownForAgents = { ...displayOptions, show: { ...displayOptions?.show, ...FOR_AGENTS } };
	return [
		{ ...field, displayOptions: { ...displayOptions, hide: FOR_AGENTS } },
		{ ...field, ...changes, displayOptions: shownForAgents },
	];
}

function withoutFilesForAgents(field: INodeProperties): INodeProperties {
	if (field.type !== 'options') return field;
	const options = (field.options as INodePropertyOptions[]).map((option) =>
		isOfFile(option.value) ? { ...option, displayOptions: { hide: FOR_AGENTS } } : option,
	);
	return { ...field, options };
}

function isOfFile(value: unknown): boolean {
	return FILE_CHOICES.includes(String(value));
}

function changesForAgents(field: INodeProperties): Partial<INodeProperties> | undefined {
	const { type, required, default: value, displayName, description: own = '', hint } = field;
	if (type === 'options' && isOfFile(value)) {
		const choices = (field.options as INodePropertyOptions[]).map((option) => option.value);
		const forAgents = choices.find((one) => AGENT_CHOICES.includes(String(one)));
		return { default: forAgents ?? choices.find((one) => !isOfFile(one)) };
	}
	const isPrefilled = typeof value === 'string' && value.startsWith('=');
	if (type !== 'string' || required !== true || !(value === '' || isPrefilled)) return undefined;
	// A model doesn't get hints. Of a prefilled field they say that it is filled in, of others its limits.
	const limits = isPrefilled || hint === undefined ? '' : `. ${hint}`;
	const description = `${own}${limits}`;
	const key = displayName.replace(/\W+/g, '_');
	// What n8n's editor writes where a user lets the model define a field.
	const fromModel = `$fromAI('${key}', \`${description}\`, 'string')`;
	return { description, default: `={{ /*n8n-auto-generated-fromAI-override*/ ${fromModel} }}` };
}

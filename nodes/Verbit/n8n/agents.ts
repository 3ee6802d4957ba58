/**
 * n8n has no documented way to show a field to AI agents only, and older versions have none to recognize an agent's call.
 * Relied on: the display condition `@tool`; the type of the node that n8n derives for agents, which ends with `Tool`; for a call
 * behind MCP Server Trigger, an execution's `triggerNode` in queue mode, and no execution otherwise.
 * Seen in: n8n 1.123, whose context has no `isToolExecution`, and 2.40.
 * Missing: without `@tool`, a node for agents shows the fields of workflows, and the user lets the model define them.
 */
import type { IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

export const FOR_AGENTS = { '@tool': [true] };

export function isAgentCall(context: IExecuteFunctions): boolean {
	return context.isToolExecution?.() === true || context.getNode().type.endsWith('Tool');
}

/** Returns whether an MCP client makes the call. n8n saves nothing of such a call, and the client doesn't wait for long. */
export function isMcpCall(context: IExecuteFunctions): boolean {
	if (context.getExecutionId() === undefined) return true;
	// In queue mode, a worker has an execution for each call. Its sub-workflows have the same trigger, but aren't the client's.
	const { type = '' } = context.getExecutionContext?.()?.triggerNode ?? {};
	return isAgentCall(context) && type.endsWith('.mcpTrigger');
}

/** Choices that stand for a file, as a source or as an output. An AI agent can neither pass nor read files. */
const FILE_CHOICES = ['binary', 'file'];

/** Returns one field for workflows and agents, or two if agents, which fill in required fields, need another default. */
export function forWorkflowsAndAgents(field: INodeProperties): INodeProperties[] {
	if (field.type === 'options')
		return choiceForBoth(field, field.options as INodePropertyOptions[]);
	const { type, required, default: value, displayName, description: own = '', hint } = field;
	const isPrefilled = typeof value === 'string' && value.startsWith('=');
	if (type !== 'string' || required !== true || !(value === '' || isPrefilled)) return [field];
	// A model doesn't see hints, so limits in a hint are added to the description. The hint of a prefilled field has no limits.
	const limits = isPrefilled || hint === undefined ? '' : `. ${hint}`;
	const description = `${own}${limits}`;
	const key = displayName.replace(/\W+/g, '_');
	// n8n's editor writes the same expression when a user lets the model define a field.
	const fromModel = `$fromAI('${key}', \`${description}\`, 'string')`;
	const byModel = `={{ /*n8n-auto-generated-fromAI-override*/ ${fromModel} }}`;
	return variantsFor(field, { description, default: byModel });
}

export function variantsFor(field: INodeProperties, changes: Partial<INodeProperties>) {
	const { displayOptions } = field;
	const shownForAgents = { ...displayOptions, show: { ...displayOptions?.show, ...FOR_AGENTS } };
	return [
		{ ...field, displayOptions: { ...displayOptions, hide: FOR_AGENTS } },
		{ ...field, ...changes, displayOptions: shownForAgents },
	];
}

function choiceForBoth(field: INodeProperties, choices: INodePropertyOptions[]): INodeProperties[] {
	const isOfFile = (value: unknown) => FILE_CHOICES.includes(String(value));
	const options = choices.map((option) =>
		isOfFile(option.value) ? { ...option, displayOptions: { hide: FOR_AGENTS } } : option,
	);
	const offered = { ...field, options };
	if (!isOfFile(field.default)) return [offered];
	const values = choices.map(({ value }) => value).filter((value) => !isOfFile(value));
	const best = values.find((value) => ['url', 'text'].includes(String(value)));
	return variantsFor(offered, { default: best ?? values[0] });
}

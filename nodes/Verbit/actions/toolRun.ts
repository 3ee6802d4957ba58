import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Whether an AI agent called the node. Newer n8n runs a tool as any node, under the type that it derives for tools;
 * older n8n has no `isToolExecution`.
 */
export function isToolRun(context: IExecuteFunctions): boolean {
	return context.isToolExecution?.() === true || context.getNode().type.endsWith('Tool');
}

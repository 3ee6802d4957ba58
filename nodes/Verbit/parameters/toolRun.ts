import type { IExecuteFunctions } from 'n8n-workflow';

import { fault } from '../errors/fault';

/**
 * Whether an AI agent called the node. Newer n8n runs a tool as any node, under the type that it derives for tools;
 * older n8n has no `isToolExecution`.
 */
export function isToolRun(context: IExecuteFunctions): boolean {
	return context.isToolExecution?.() === true || context.getNode().type.endsWith('Tool');
}

/** For what takes a file of the item: n8n gives a tool no binary data. @throws StepError for an AI agent */
export function refuseFilesOfAgent(context: IExecuteFunctions): void {
	if (isToolRun(context)) throw fault('AGENT_HAS_NO_FILES', {});
}

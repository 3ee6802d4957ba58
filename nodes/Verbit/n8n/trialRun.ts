/**
 * n8n's AI Assistant runs single nodes to see their output, in a workflow that it deletes with its execution.
 * n8n lacks: a way to tell such an execution from others.
 * Relied on: the execution is manual, and its node stands alone in a workflow whose timeout is 30 s, or 60 s at most.
 * Seen in: n8n 2.41.3, `execute-node.service.js`.
 * Missing: an n8n without `getWorkflowSettings`, before 2.5, has no such assistant.
 */
import type { IExecuteFunctions } from 'n8n-workflow';

import { createError } from '../errors/createError';
import { isAgentCall } from './agents';

const SHORTEST_WORKFLOW_S = 120;

export function refuseTrialRun(context: IExecuteFunctions): void {
	const { executionTimeout: seconds = 0 } = context.getWorkflowSettings?.() ?? {};
	const isShort = seconds > 0 && seconds < SHORTEST_WORKFLOW_S;
	// An agent's node stands alone, too, because n8n doesn't count its agent as a child.
	if (!isShort || context.getMode() !== 'manual' || isAgentCall(context)) return;
	const { name } = context.getNode();
	const others = [...context.getParentNodes(name), ...context.getChildNodes(name)];
	if (others.length === 0) throw createError('TRIAL_RUN_REFUSED', { seconds });
}

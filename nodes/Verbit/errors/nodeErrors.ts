import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { StepError } from './stepError';

export type NodeFailure = NodeApiError | NodeOperationError;

/**
 * The n8n error for what stopped an item: a NodeOperationError for what the user can mend, a NodeApiError for what
 * the service, the store or the network said. Nothing of the original error but its texts goes with it:
 * n8n saves errors, and those of an HTTP client hold the request with its token.
 */
export function toNodeError(node: INode, error: unknown, itemIndex: number): NodeFailure {
	if (!(error instanceof StepError)) return unexpected(node, error, itemIndex);
	const { kind, remedy: description, httpCode } = error.details;
	// n8n takes an error with this word for an execution that the user has stopped.
	const message = error.message.replace(/canceled/g, 'Canceled');
	const nodeError =
		kind === 'input'
			? new NodeOperationError(node, message, { description, itemIndex })
			: new NodeApiError(node, { message }, { message, description, httpCode, itemIndex });
	// n8n replaces a message in which it finds a code such as ECONNRESET, be it in a file's name.
	nodeError.message = message;
	return nodeError;
}

/** An error of n8n itself, such as an expression that can't be resolved, or a fault of this node. */
function unexpected(node: INode, error: unknown, itemIndex: number): NodeFailure {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.context.itemIndex ??= itemIndex;
		return error;
	}
	const { message, description } = error as { message?: string; description?: string };
	return new NodeOperationError(node, message ?? String(error), { description, itemIndex });
}

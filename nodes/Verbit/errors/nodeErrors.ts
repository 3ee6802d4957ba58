import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { MAX_DEPTH, secretsOf } from '../secrets/secrets';
import { cut, MAX_READ, withoutPatterns } from '../secrets/shownText';
import { createError } from './createError';
import { StepError } from './stepError';

export type NodeFailure = NodeApiError | NodeOperationError;

/**
 * The n8n error for what stopped an item: a NodeOperationError for what the user can fix, a NodeApiError for what
 * Verbit, the storage or the network said. Nothing of the original error but its texts goes with it, without the secrets of
 * the run: n8n saves errors, and those of an HTTP client hold the request with its token.
 */
export function toNodeError(
	context: { getNode(): INode },
	thrown: unknown,
	itemIndex: number,
): NodeFailure {
	const error = asStepError(thrown);
	const redacted = error.with(secretsOf(context).redact(error.details));
	const message = withoutStopWord(redacted.message);
	const nodeError = isOfN8n(error.cause)
		? Object.assign(error.cause, { messages: [] })
		: newNodeError(context.getNode(), message, redacted.details);
	// n8n replaces a message in which it finds a code such as ECONNRESET, be it in a file's name.
	Object.assign(nodeError, { message, description: redacted.details.remedies.join(' ') });
	nodeError.context.itemIndex ??= itemIndex;
	const details = failureDetails(context, error);
	Object.assign(nodeError.context, details, { data: details });
	return nodeError;
}

function newNodeError(
	node: INode,
	message: string,
	{ kind, response }: StepError['details'],
): NodeFailure {
	if (kind === 'input') return new NodeOperationError(node, message);
	const httpCode = response && String(response.status);
	return new NodeApiError(node, { message }, { message, httpCode });
}

/** What a workflow can branch on; n8n's editor shows it with the error. */
export function failureDetails(context: object, { details }: StepError) {
	const { code, step, jobId, jobOfTask, jobStatus: job_status, errorType: error_type } = details;
	const cleaned = { job_id: jobId ?? jobOfTask, job_status, error_type };
	return { code, step, ...secretsOf(context).clean(cleaned) };
}

/** An error of n8n itself, such as an expression that can't be resolved, or a fault of this node, as one of the catalogue. */
export function asStepError(error: unknown): StepError {
	if (error instanceof StepError) return error;
	const { name, message: ownMessage, description }: Partial<NodeOperationError> = Object(error);
	// By name: n8n's errors come from other copies of its packages as well. Some of an expression have none of their own.
	const expressionFailure = /^(Expression|invalid syntax$|this is a (DateTime|function),)/;
	const isOfExpression = [name, ownMessage].some((text) => expressionFailure.test(String(text)));
	const message = ownMessage ?? String(error);
	// n8n goes through all that an expression returns.
	if (message.startsWith('Maximum call stack size'))
		return createError('VALUE_TOO_DEEP', { field: 'The value of a field', levels: MAX_DEPTH });
	const code = isOfExpression ? 'EXPRESSION_FAILED' : 'UNEXPECTED_ERROR';
	const { details, remedyForAgent } = createError(code, { "n8n's message": message });
	const ownRemedies = isOfN8n(error) ? [] : details.remedies;
	const remedies = description ? [withoutPatterns(cut(description, MAX_READ))] : ownRemedies;
	return new StepError({ ...details, remedies, agentRemedy: remedyForAgent }, error);
}

function isOfN8n(error: unknown): error is NodeFailure {
	return error instanceof NodeApiError || error instanceof NodeOperationError;
}

/** Changes the word by which n8n would take an error for an execution that the user has stopped. */
export function withoutStopWord(message: string): string {
	return message.replace(/canceled/g, 'Canceled');
}

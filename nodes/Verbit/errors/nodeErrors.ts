import { type IDataObject, type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { fieldsOf, isText, propertiesOf } from '../inspect/inspect';
import { secretsOf } from '../secrets/secrets';
import { cut, MAX_READ, withoutLikelySecrets } from '../secrets/shownText';
import { createError } from './createError';
import { StepError } from './stepError';

/**
 * Makes the n8n error for what stopped an item: a NodeOperationError for input, the workflow and n8n itself, a NodeApiError for
 * what Verbit, the storage or the network said. Of errors that aren't n8n's own, only the texts are kept, without secrets: n8n
 * saves errors, and an HTTP client's error contains the request with its token.
 */
export function toNodeError(context: { getNode(): INode }, thrown: unknown, itemIndex: number) {
	const error = asStepError(thrown);
	const redacted = error.with(secretsOf(context).redact(error.details));
	const message = withoutStopWord(redacted.message);
	const { kind, response, remedies } = redacted.details;
	const httpCode = response && String(response.status);
	const nodeError = isOfN8n(error.cause)
		? Object.assign(error.cause, { messages: [] })
		: kind === 'input'
			? new NodeOperationError(context.getNode(), message)
			: new NodeApiError(context.getNode(), { message }, { message, httpCode });
	// n8n has replaced the message if it contains a code such as ECONNRESET, even in a file's name.
	Object.assign(nodeError, { message, description: remedies.join(' ') });
	nodeError.context.itemIndex ??= itemIndex;
	const details = failureDetails(context, error);
	Object.assign(nodeError.context, details, { data: details });
	return nodeError;
}

/** Returns the fields that a workflow can branch on, and that n8n's editor shows with the error. */
export function failureDetails(context: object, { details }: StepError) {
	const { code, activity: step, jobId, jobOfTask, jobStatus, errorType } = details;
	const cleaned = { job_id: jobId ?? jobOfTask, job_status: jobStatus, error_type: errorType };
	return { code, step, ...secretsOf(context).redactOutput(cleaned) };
}

/** Returns whether an item is an error that this node has output with Continue On Fail. No other node outputs such `details`. */
export function isFailureOfNode({ error, details }: IDataObject): boolean {
	const { code, step } = fieldsOf(details);
	return typeof error === 'string' && typeof code === 'string' && typeof step === 'string';
}

export function asStepError(error: unknown): StepError {
	if (error instanceof StepError) return error;
	const { name, message: ownMessage, description } = propertiesOf(error);
	// n8n's errors are recognized by name, as its packages may have several copies, or by message, as some errors lack a name.
	const expressionFailure =
		/^(Expression|invalid syntax$|this is a (DateTime|function),|Maximum call stack size)/;
	const isOfExpression = [name, ownMessage].some((text) => expressionFailure.test(String(text)));
	// n8n walks an expression's result recursively and overflows the stack on deep values.
	const message = String(ownMessage ?? error).replace(
		/^Maximum call stack size exceeded$/,
		'$&: an expression returns a value with too many nested levels',
	);
	const code = isOfExpression ? 'EXPRESSION_FAILED' : 'UNEXPECTED_ERROR';
	const { details, remedyForAgent } = createError(code, { "n8n's message": message });
	const ownRemedies = isOfN8n(error) ? [] : details.remedies;
	const remedies = isText(description)
		? [withoutLikelySecrets(cut(description, MAX_READ))]
		: ownRemedies;
	return new StepError({ ...details, remedies, agentRemedy: remedyForAgent }, error);
}

function isOfN8n(error: unknown): error is NodeApiError | NodeOperationError {
	return error instanceof NodeApiError || error instanceof NodeOperationError;
}

/** Capitalizes the word "canceled", by which n8n would take an error for an execution that the user has stopped. */
export function withoutStopWord(message: string): string {
	return message.replace(/canceled/g, 'Canceled');
}

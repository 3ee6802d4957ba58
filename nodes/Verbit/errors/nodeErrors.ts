import { type IDataObject, type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { MAX_DEPTH, type Secrets, secretsOf } from '../secrets/secrets';
import { cut, MAX_READ, withoutPatterns } from '../secrets/shownText';
import { createError } from './createError';
import type { ErrorCode } from './messages/catalogue';
import type { MessageStep } from './messages/message';
import { StepError } from './stepError';

export type NodeFailure = NodeApiError | NodeOperationError;

/**
 * The n8n error for what stopped an item: a NodeOperationError for what the user can fix, a NodeApiError for what
 * Verbit, the storage or the network said. Nothing of the original error but its texts goes with it, without the secrets of
 * the run: n8n saves errors, and those of an HTTP client hold the request with its token.
 */
export function toNodeError(
	context: { getNode(): INode },
	error: unknown,
	itemIndex: number,
): NodeFailure {
	const node = context.getNode();
	const secrets = secretsOf(context);
	if (!(error instanceof StepError)) return unexpected(node, error, itemIndex, secrets);
	const redacted = error.with(secrets.redact(error.details));
	const { kind, remedy: description, response } = redacted.details;
	const httpCode = response && String(response.status);
	const message = withoutStopWord(redacted.message);
	const nodeError =
		kind === 'input'
			? new NodeOperationError(node, message, { description, itemIndex })
			: new NodeApiError(node, { message }, { message, description, httpCode, itemIndex });
	// n8n replaces a message in which it finds a code such as ECONNRESET, be it in a file's name.
	nodeError.message = message;
	return withDetails(nodeError, redacted, secrets);
}

/** What a workflow can branch on; n8n's editor shows it with the error. */
export function failureDetails({ context }: NodeFailure): IDataObject & {
	code: ErrorCode;
	step: MessageStep;
	job_id?: number;
	error_type?: string;
} {
	return Object(context.data);
}

export function nameJob(error: NodeFailure, jobId: number | undefined): void {
	if (jobId === undefined) return;
	for (const details of [failureDetails(error), error.context]) details.job_id ??= jobId;
}

/** An error of n8n itself, such as an expression that can't be resolved, or a fault of this node, as one of the catalogue. */
export function asStepError(error: unknown): StepError {
	if (error instanceof StepError) return error;
	const { name, message: ownMessage }: Partial<NodeOperationError> = Object(error);
	// By name: n8n's errors come from other copies of its packages as well. Some of an expression have none of their own.
	const expressionFailure = /^(Expression|invalid syntax$|this is a (DateTime|function),)/;
	const isOfExpression = [name, ownMessage].some((text) => expressionFailure.test(String(text)));
	const message = ownMessage ?? String(error);
	// n8n goes through all that an expression returns.
	if (message.startsWith('Maximum call stack size'))
		return createError('VALUE_TOO_DEEP', { field: 'The value of a field', levels: MAX_DEPTH });
	const code = isOfExpression ? 'EXPRESSION_FAILED' : 'UNEXPECTED_ERROR';
	return createError(code, { "n8n's message": message });
}

function unexpected(node: INode, error: unknown, itemIndex: number, secrets: Secrets): NodeFailure {
	const { description: n8nText }: Partial<NodeOperationError> = Object(error);
	const stepError = asStepError(error);
	const reason = withoutStopWord(secrets.redact(stepError.message));
	const description = n8nText ? secrets.redact(withoutPatterns(cut(n8nText, MAX_READ))) : undefined;
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.context.itemIndex ??= itemIndex;
		error.message = reason;
		error.messages = [];
		error.description = description;
		return withDetails(error, stepError, secrets);
	}
	const options = { description: description ?? stepError.details.remedy, itemIndex };
	return withDetails(new NodeOperationError(node, reason, options), stepError, secrets);
}

/** Changes the word by which n8n would take an error for an execution that the user has stopped. */
export function withoutStopWord(message: string): string {
	return message.replace(/canceled/g, 'Canceled');
}

function withDetails(
	nodeError: NodeFailure,
	{ details }: StepError,
	secrets: Secrets,
): NodeFailure {
	const { code, step, jobId: job_id, jobStatus: job_status, errorType: error_type } = details;
	const fields = { code, step, ...secrets.clean({ job_id, job_status, error_type }) };
	Object.assign(nodeError.context, fields, { data: fields });
	return nodeError;
}

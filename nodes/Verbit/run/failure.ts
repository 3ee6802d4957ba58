import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { failureDetails, toNodeError, withoutStopWord } from '../errors/nodeErrors';
import { StepError } from '../errors/stepError';
import { isAgentCall } from '../n8n/agents';
import { toErrorOutput } from '../n8n/errorOutput';
import { logOf } from '../secrets/secrets';
import { adviseOn, type TaskFailure } from './advice';

/**
 * Gives up jobs that have ended or that Verbit refuses, and creations in doubt without an External ID: another execution, such as
 * Retry in the list, then begins anew. An agent's creation isn't given up, because the agent repeats its call by itself.
 */
export function giveUpJob(context: IExecuteFunctions, { error, journals }: TaskFailure): void {
	const isJobLost = error.details.jobFate !== 'kept';
	for (const journal of journals) {
		const isInDoubt = journal.stateOf('create') === 'inDoubt' && !isAgentCall(context);
		const isLost = journal.submissionJobId !== undefined && isJobLost;
		if (isLost || (isInDoubt && !journal.canGoOn)) journal.giveUp();
	}
}

export function toAdvisedError(context: IExecuteFunctions, failure: TaskFailure) {
	const { error, itemIndex } = failure;
	const remedies = adviseOn(context, failure);
	if (!isAgentCall(context)) return toNodeError(context, error.with({ remedies }), itemIndex);
	// The error must be a NodeOperationError: n8n wraps any other and may replace its message.
	const forAgent = new StepError({ ...error.details, kind: 'input', remedies });
	const nodeError = toNodeError(context, forAgent, itemIndex);
	// n8n passes only the message to an AI agent.
	const reason = nodeError.message.replace(/\.$/, '');
	nodeError.message = withoutStopWord(`${reason}. ${nodeError.description ?? ''}`.trim());
	return nodeError;
}

export function logFailure(context: IExecuteFunctions, error: StepError): void {
	const details = failureDetails(context, error);
	logOf(context).warn(`Verbit: ${details.code}: ${withoutStopWord(error.message)}`, details);
}

export function failedItem(
	context: IExecuteFunctions,
	failure: TaskFailure,
	pairedItem: INodeExecutionData['pairedItem'],
): INodeExecutionData {
	const { message, description } = toAdvisedError(context, failure);
	const { code, ...others } = failureDetails(context, failure.error);
	const uploads = failure.journals.flatMap((journal) => journal.uploads);
	const asset_ids = uploads.flatMap((upload) => upload.asset_id ?? []);
	const details = { code, description, ...others, ...(asset_ids.length > 0 && { asset_ids }) };
	return toErrorOutput(context, { json: { error: message, details }, pairedItem });
}

import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { UNKNOWN_JOB_TYPE } from '../api/jobInfo';
import { advise, hasCode, sentence } from '../errors/createError';
import {
	failureDetails,
	knownError,
	type NodeFailure,
	toNodeError,
	toOperationError,
	withoutStopWord,
} from '../errors/nodeErrors';
import { toErrorOutput } from '../n8n/errorOutput';
import { isToolRun } from '../n8n/tools';
import { logOf } from '../secrets/secrets';
import type { Journal } from './journal';

/** A recording whose job failed counts as not submitted, except for Retry On Fail. */
export function endFailedJob(
	context: IExecuteFunctions,
	error: unknown,
	tasks: Journal[],
): unknown {
	const submitted = tasks.filter(({ createdJob }) => createdJob !== undefined);
	if (!hasCode(error, 'JOB_FAILED', 'JOB_CANCELED') || submitted.length === 0) return error;
	for (const steps of submitted) steps.write({ failedIn: context.getExecutionId() ?? '' });
	return advise(error, 'JOB_SUBMITTED_AGAIN', {});
}

/** `"talk.wav" (job 7, asset a1), …`; empty where nothing was uploaded, or all is attached. */
function listFiles(tasks: Journal[]): string {
	return tasks
		.filter((task) => !task.isDone('attach'))
		.flatMap(({ job, uploads }) =>
			uploads.map(({ file_name: fileName, asset_id: assetId }) => {
				// A file that went to an upload URL of the user has no asset.
				const asset = assetId === undefined ? 'at its upload URL' : `asset ${assetId}`;
				return `"${fileName}" (job ${job}, ${asset})`;
			}),
		)
		.join(', ');
}

/** `job 7 (started), job 8 (no media yet)`; empty where no job was created. */
function listJobs(tasks: Journal[]): string {
	return tasks
		.filter(({ createdJob }) => createdJob !== undefined)
		.map((task) => `job ${task.createdJob} (${progressOf(task)})`)
		.join(', ');
}

function progressOf(journal: Journal): string {
	if (journal.isDone('start')) return 'started';
	return journal.isDone('attach') ? 'not started' : 'no media yet';
}

/** What stopped an item, as n8n's error: an AI agent gets the advice that is written for it. */
export function asFailure(context: IExecuteFunctions, error: unknown, itemIndex: number) {
	if (!isToolRun(context)) return toNodeError(context, error, itemIndex);
	const known = knownError(error);
	return toNodeError(context, known.with({ remedy: known.remedyForAgent }), itemIndex);
}

/** Adds what was created before the error to it, to keep users from creating it twice. @param more beside that */
export function appendCreated(
	context: IExecuteFunctions,
	error: NodeFailure,
	tasks: Journal[],
	more = '',
): NodeFailure {
	const { job_id: jobId, step, error_type: errorType } = failureDetails(error);
	// The message of a check names no job.
	const ownJob = step === 'Check input' ? undefined : jobId;
	const jobs = listJobs(tasks.filter(({ createdJob }) => createdJob !== ownJob));
	const files = listFiles(tasks);
	const sentences = [
		error.description ?? '',
		more,
		errorType === UNKNOWN_JOB_TYPE ? '' : adviseToGoOn(context, tasks, ownJob),
		jobs === '' ? '' : sentence('JOBS_CREATED_IN_RUN', { jobs }),
		files === '' ? '' : sentence('UPLOADED_IN_RUN', { files }),
	];
	error.description = sentences.filter((sentence) => sentence !== '').join(' ');
	return isToolRun(context) ? addAdviceForAgent(error) : error;
}

/** How to get the result of a paid job, where another run, or an agent's next call, may pay for another one. */
function adviseToGoOn(
	context: IExecuteFunctions,
	tasks: Journal[],
	ownJob: number | undefined,
): string {
	const isTool = isToolRun(context);
	const isPaid = (task: Journal) => task.isDone('start') && !task.hasFailed;
	const paid = tasks.filter(isPaid).map(({ createdJob }) => createdJob);
	const jobId = isTool ? paid[0] : paid.find((id) => id === ownJob);
	if (jobId === undefined) return '';
	// Behind an MCP server there is no execution, and nothing is kept. With Continue On Fail there is no Retry.
	const isKept = isTool ? context.getExecutionId() !== undefined : !context.continueOnFail();
	const ofTool = isKept ? 'AGENT_CALL_CONTINUES' : 'AGENT_CALL_STARTS';
	const ofWorkflow = isKept ? 'RETRY_IN_LIST_CONTINUES' : 'RUN_STARTS_ANOTHER';
	return sentence('JOB_PAID', { jobId, again: sentence(isTool ? ofTool : ofWorkflow, {}) });
}

/** n8n passes only the message to an AI agent, so the advice is added to it. */
function addAdviceForAgent(error: NodeFailure): NodeFailure {
	error.message = withoutStopWord(
		`${error.message.replace(/\.$/, '')}. ${error.description ?? ''}`.trim(),
	);
	return toOperationError(error);
}

export function logFailure(context: IExecuteFunctions, error: NodeFailure): void {
	const details = failureDetails(error);
	logOf(context).warn(`Verbit: ${details.code}: ${error.message}`, { ...details });
}

export function failedItem(
	context: IExecuteFunctions,
	error: NodeFailure,
	tasks: Journal[],
	pairedItem: INodeExecutionData['pairedItem'],
): INodeExecutionData {
	const { code, ...known } = failureDetails(error);
	const assetIds = tasks
		.flatMap(({ uploads }) => uploads)
		.flatMap(({ asset_id: assetId }) => (assetId === undefined ? [] : [assetId]));
	const details: IDataObject = {
		code,
		description: error.description,
		...known,
		...(assetIds.length > 0 && { asset_ids: assetIds }),
	};
	const json = { error: error.message, details };
	return toErrorOutput(context, { json, pairedItem });
}

import type { IExecuteFunctions } from 'n8n-workflow';

import { sentence } from '../errors/createError';
import { listed } from '../errors/hints';
import { MESSAGES } from '../errors/messages/catalogue';
import type { CatalogueEntry } from '../errors/messages/message';
import type { StepError } from '../errors/stepError';
import { Journal } from '../journal/journal';
import { isAgentCall, isMcpCall } from '../n8n/agents';
import { isSubWorkflow } from '../n8n/suspend';

export interface TaskFailure {
	error: StepError;
	itemIndex: number;
}

/** Returns advice on how to go on without paying twice, or an empty text. */
export function adviseToGoOn(
	context: IExecuteFunctions,
	{ error, itemIndex }: TaskFailure,
	journals: Journal[],
): string {
	const { jobFate, nextTry } = error.details;
	const others = journals.filter((journal) => journal.itemIndex !== itemIndex);
	const isHopeless = jobFate === 'kept' && nextTry === 'none';
	if (isHopeless) return canBeRetried(context) ? '' : adviseOfPaid(others);
	const needsFile = nextTry === 'newRun';
	const canRetry = !needsFile && canBeRetried(context);
	const ofItem = journals.filter((journal) => journal.itemIndex === itemIndex);
	const givenUp = ofItem.find((journal) => journal.isGivenUp);
	if (givenUp !== undefined) {
		// An External ID gets no third job if its second job has failed, too.
		const isLast = jobFate === 'ended' && givenUp.externalId?.hasFailedBefore === true;
		const how = isLast ? undefined : wayToGoOn(context, canRetry);
		const again = adviseToSubmitAgain(context, how ?? sentence('AGAIN_ALONE', {}));
		// A Retry for the other items would pay for the same file again.
		return needsFile ? `${again} ${adviseOfPaid(others)}`.trim() : again;
	}
	// Another node has made the job.
	if (jobFate === 'refused') return '';
	if (jobFate === 'ended')
		return adviseToSubmitAgain(context, sentence('AGAIN_BY_REUSE_OR_ALONE', {}));
	// A Retry for the other items doesn't get this item's file.
	const begun = (needsFile ? ofItem : journals).filter((journal) => journal.canGoOn);
	const toContinue = begun.length > 0 && adviseToContinue(context, itemIndex, begun, canRetry);
	if (toContinue) return toContinue;
	// If another node has made the job, or no journal is saved, only the user knows whether there is an External ID.
	if (needsFile) return adviseToSubmitAgain(context, sentence('AGAIN_BY_ID_OR_ALONE', {}));
	return canRetry && begun.length === 0 ? adviseToRetry(context, error) : '';
}

/** Advises a retry only if it helps: a new run could pay for a job before it gets here. */
function adviseToRetry(context: IExecuteFunctions, error: StepError): string {
	const { kind, jobId, nextTry } = error.details;
	const isFirst = nextTry === 'retryFirst';
	// The advice to let the other items through names Retry, too.
	if (isAgentCall(context) || (!isFirst && canLetOthersThrough(context, error))) return '';
	const mayBePaid = kind === 'response' && jobId !== undefined;
	return isFirst || mayBePaid || failsAllItems(error) ? sentence('TRY_AGAIN', {}) : '';
}

/** Returns whether a Retry may let the other items through, without paying again for a file that fails again. */
export function canLetOthersThrough(context: IExecuteFunctions, error: StepError): boolean {
	const { jobFate, nextTry } = error.details;
	const hasOthers = context.getInputData().length !== 1;
	const isOfFile = jobFate === 'ended' && nextTry === 'newRun';
	return hasOthers && canBeRetried(context) && !failsAllItems(error) && !isOfFile;
}

/** Returns whether all other items would fail, too. An item's URL that can't be reached says nothing about the hosts of others. */
function failsAllItems({ details: { code, activity } }: StepError): boolean {
	const entry: CatalogueEntry = MESSAGES[code];
	return entry.failsAllItems === true && activity !== 'Open URL';
}

function adviseToContinue(
	context: IExecuteFunctions,
	itemIndex: number,
	begun: Journal[],
	canRetry: boolean,
): string {
	const how = wayToGoOn(context, canRetry);
	if (how !== undefined) return sentence('CONTINUE', { jobs: listJobs(begun), how });
	const own = begun.filter((journal) => journal.isSubmission);
	const isUnpaid =
		own.length > 0 &&
		own.every(
			(journal) => journal.itemIndex !== itemIndex || journal.stateOf('start') === 'untried',
		);
	const again = isUnpaid && adviseToSubmitAgain(context, sentence('AGAIN_ALONE', {}));
	return [adviseOfPaid(own), again].filter(Boolean).join(' ');
}

function adviseOfPaid(journals: Journal[]): string {
	const paid = journals.filter(
		(journal) =>
			journal.isSubmission && !journal.isGivenUp && journal.stateOf('start') !== 'untried',
	);
	if (paid.length === 0) return '';
	const advice = paid.every((journal) => journal.isDone('start')) ? 'JOB_PAID' : 'JOB_MAY_BE_PAID';
	return sentence(advice, { jobs: listJobs(paid) });
}

/** Returns whether Retry goes on with this execution. In the caller of a sub-workflow, it runs the sub-workflow anew. */
function canBeRetried(context: IExecuteFunctions): boolean {
	return !context.continueOnFail() && !isSubWorkflow(context);
}

function adviseToSubmitAgain(context: IExecuteFunctions, how: string): string {
	return isAgentCall(context) ? '' : sentence('SUBMIT_AGAIN', { how });
}

/** @returns undefined if the only way is to run all items again, which would pay for the others again */
function wayToGoOn(context: IExecuteFunctions, canRetry: boolean): string | undefined {
	const isFoundById = Journal.nextRunFindsAll(context);
	if (isAgentCall(context)) {
		if (isFoundById) return sentence('AGAIN_BY_CALL', {});
		return isMcpCall(context) ? undefined : sentence('AGAIN_BY_CALL_NOW', {});
	}
	if (isFoundById) return sentence(canRetry ? 'AGAIN_BY_EITHER' : 'AGAIN_BY_RUN', {});
	return canRetry ? sentence('AGAIN_BY_RETRY', {}) : undefined;
}

/** Lists jobs, e.g. `job 7 (may be started), job 8 (no media yet)`. A job that the node hasn't created has no progress. */
function listJobs(journals: Journal[]): string {
	const jobs = journals
		.filter(({ jobId }) => jobId !== undefined)
		.map((journal) => {
			const progress = journal.isSubmission ? ` (${progressOf(journal)})` : '';
			return `job ${journal.jobId}${progress}`;
		});
	return listed([...new Set(jobs)]) || 'what was begun';
}

function progressOf(journal: Journal): string {
	const start = journal.stateOf('start');
	if (start !== 'untried') return start === 'done' ? 'started' : 'may be started';
	const media = { untried: 'no media yet', inDoubt: 'may have its media', done: 'not started' };
	return media[journal.stateOf('attach')];
}

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
	/** The journals of the item, or of all items if the failure ends the run. */
	journals: Journal[];
}

const MAX_SENTENCES = 3;

/** Returns an error's remedies and the advice on how to go on: at most three sentences, the most important first. */
export function adviseOn(context: IExecuteFunctions, failure: TaskFailure): string[] {
	const { error } = failure;
	const { jobFate, advisedTry, remedies } = error.details;
	const goOn = adviseToGoOn(context, failure).filter(Boolean).join(' ');
	if (isAgentCall(context)) return [goOn, error.remedyForAgent].filter(Boolean);
	const advice = [...remedies];
	advice.splice(advisedTry === 'continueFirst' ? 0 : MAX_SENTENCES - 1, 0, goOn);
	// A Retry for the other items would pay again for a file that fails again.
	const paysAgain = jobFate === 'ended' && advisedTry === 'newRun';
	const canHelp = context.getInputData().length !== 1 && canBeRetried(context) && !paysAgain;
	if (canHelp && !failsAllItems(error)) advice.push(sentence('OTHER_ITEMS', {}));
	return advice.filter(Boolean).slice(0, MAX_SENTENCES);
}

/** What a failure leaves to a later try. `way` is how to go on without paying twice. */
type Situation =
	/** Another try fails in the same way. */
	| { is: 'failsAgain' }
	/** The node's own job came to nothing, so the recording needs another one. */
	| { is: 'jobLost'; way?: string }
	/** The job of another node has ended without a result. */
	| { is: 'givenJobEnded' }
	/** Verbit refuses what was asked for the job of another node. */
	| { is: 'givenJobRefused' }
	/** Work is begun that a later try goes on with. */
	| { is: 'canGoOn'; begun: Journal[]; way: string }
	/** Recordings are submitted in part, and no later try goes on with them. */
	| { is: 'cutOff'; submissions: Journal[] }
	/** Nothing is submitted, and only a new run of the workflow gets the file again. */
	| { is: 'needsFile' }
	| { is: 'notBegun' };

function situationOf(context: IExecuteFunctions, failure: TaskFailure): Situation {
	const { error, itemIndex, journals } = failure;
	const { jobFate, advisedTry } = error.details;
	if (jobFate === 'kept' && advisedTry === 'none') return { is: 'failsAgain' };
	const ofItem = journals.filter((journal) => journal.itemIndex === itemIndex);
	const givenUp = ofItem.find((journal) => journal.isGivenUp);
	if (givenUp !== undefined) {
		// An External ID gets no third job if its second job has failed, too.
		const isLast = jobFate === 'ended' && givenUp.externalId?.hasFailedBefore === true;
		return { is: 'jobLost', way: isLast ? undefined : wayToGoOn(context, error) };
	}
	if (jobFate === 'ended') return { is: 'givenJobEnded' };
	if (jobFate === 'refused') return { is: 'givenJobRefused' };
	const needsFile = advisedTry === 'newRun';
	// A Retry for the other items doesn't get this item's file.
	const begun = (needsFile ? ofItem : journals).filter((journal) => journal.canGoOn);
	const way = begun.length > 0 ? wayToGoOn(context, error) : undefined;
	if (way !== undefined) return { is: 'canGoOn', begun, way };
	const submissions = begun.filter((journal) => journal.isSubmission);
	if (submissions.length > 0) return { is: 'cutOff', submissions };
	return { is: needsFile ? 'needsFile' : 'notBegun' };
}

/** Returns the advice on how to go on without paying twice: sentences, some of them empty. */
function adviseToGoOn(context: IExecuteFunctions, failure: TaskFailure): string[] {
	const { error, itemIndex, journals } = failure;
	const isOfItem = (journal: Journal) => journal.itemIndex === itemIndex;
	const others = journals.filter((journal) => !isOfItem(journal));
	const submitAgain = (how: string) =>
		isAgentCall(context) ? '' : sentence('SUBMIT_AGAIN', { how });
	const situation = situationOf(context, failure);
	switch (situation.is) {
		case 'failsAgain':
			return [canBeRetried(context) ? '' : adviseOfPaid(others)];
		case 'jobLost': {
			const again = submitAgain(situation.way ?? sentence('AGAIN_ALONE', {}));
			// A Retry for the other items would pay for the same file again.
			return [again, error.details.advisedTry === 'newRun' ? adviseOfPaid(others) : ''];
		}
		case 'givenJobEnded':
			return [submitAgain(sentence('AGAIN_BY_REUSE_OR_ALONE', {}))];
		case 'givenJobRefused':
			return [];
		case 'canGoOn':
			return [sentence('CONTINUE', { jobs: listJobs(situation.begun), how: situation.way })];
		case 'cutOff': {
			const isPaid = adviseOfPaid(situation.submissions.filter(isOfItem)) !== '';
			const again = isPaid ? '' : submitAgain(sentence('AGAIN_ALONE', {}));
			return [adviseOfPaid(situation.submissions), again];
		}
		case 'needsFile':
			// Only the user knows whether there is an External ID.
			return [submitAgain(sentence('AGAIN_BY_ID_OR_ALONE', {}))];
		case 'notBegun':
			return [isRetryBetter(context, error) ? sentence('TRY_AGAIN', {}) : ''];
	}
}

/** Returns how to go on, or undefined if the only way is to run all items again, which would pay for the others again. */
function wayToGoOn(context: IExecuteFunctions, { details }: StepError): string | undefined {
	const isFoundById = Journal.nextRunFindsAll(context);
	if (isAgentCall(context)) {
		if (isFoundById) return sentence('AGAIN_BY_CALL', {});
		return isMcpCall(context) ? undefined : sentence('AGAIN_BY_CALL_NOW', {});
	}
	const canRetry = details.advisedTry !== 'newRun' && canBeRetried(context);
	if (isFoundById) return sentence(canRetry ? 'AGAIN_BY_EITHER' : 'AGAIN_BY_RUN', {});
	return canRetry ? sentence('AGAIN_BY_RETRY', {}) : undefined;
}

/** Returns whether Retry goes on with this execution. In the caller of a sub-workflow, it runs the sub-workflow anew. */
function canBeRetried(context: IExecuteFunctions): boolean {
	return !context.continueOnFail() && !isSubWorkflow(context);
}

/** Returns whether a Retry is better than a new run, which could pay for a job before it gets here. */
function isRetryBetter(context: IExecuteFunctions, error: StepError): boolean {
	if (isAgentCall(context) || !canBeRetried(context)) return false;
	const { kind, jobId, advisedTry } = error.details;
	if (advisedTry === 'continueFirst' || failsAllItems(error)) return true;
	// Beside other items, the advice to let them through names Retry, too.
	return kind === 'response' && jobId !== undefined && context.getInputData().length === 1;
}

/** Returns whether all other items would fail, too. An item's URL that can't be reached says nothing about the hosts of others. */
function failsAllItems({ details: { code, activity } }: StepError): boolean {
	const entry: CatalogueEntry = MESSAGES[code];
	return entry.failsAllItems === true && activity !== 'Open URL';
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

/** Lists jobs, e.g. `job 7 (may be started), job 8 (no media yet)`. */
function listJobs(journals: Journal[]): string {
	const jobs = journals
		.filter(({ jobId }) => jobId !== undefined)
		.map((journal) => `job ${journal.jobId}${progressOf(journal)}`);
	return listed([...new Set(jobs)]) || 'what was begun';
}

/** Returns how far a job has got, in parentheses; nothing for a job that the node hasn't created. */
function progressOf(journal: Journal): string {
	if (!journal.isSubmission) return '';
	const media = { untried: 'no media yet', inDoubt: 'may have its media', done: 'not started' };
	const untried = media[journal.stateOf('attach')];
	const progress = { untried, inDoubt: 'may be started', done: 'started' };
	return ` (${progress[journal.stateOf('start')]})`;
}

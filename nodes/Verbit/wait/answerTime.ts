import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { sentence } from '../errors/createError';
import { asStepError } from '../errors/nodeErrors';
import { StepError } from '../errors/stepError';
import { hashOfItem } from '../journal/hashes';
import { isMcpCall } from '../n8n/agents';
import { logFailure } from '../run/failure';
import type { Tools } from '../run/operation';
import { ItemSkipped, logSkip } from '../run/outputs';
import { secretsOf } from '../secrets/secrets';

/**
 * Time for the submission and the wait of an MCP client, ms. With the calls that follow, its answer takes 45 s at most, or longer
 * if neither an External ID nor a job could be named yet.
 */
const ANSWER_MS = 34_000;

/** The time limit of a call once `ANSWER_MS` is used up, ms. There may be two calls: the check, and the download. */
const SHORTEST_CALL_MS = 4_000;

/** Time that a call with a limit may take to end by itself, so that its error is known, ms. */
const TO_END_CALL_MS = 1_000;

/** Once the time is used up, how often is checked whether there is a job that the answer can name, ms. */
const LOOK_MS = 250;

/** The time until the caller must have its answer. Only an MCP client doesn't wait as long as it takes. */
export class AnswerTime {
	/** Submissions that go on after the answer. They never reject. */
	readonly lateSubmissions: Array<Promise<unknown>> = [];

	private readonly dueAt: number;

	constructor(context: IExecuteFunctions) {
		this.dueAt = isMcpCall(context) ? Date.now() + ANSWER_MS : Infinity;
	}

	/** Returns the time that is left, ms; 0 or less when it is used up. */
	left(): number {
		return this.dueAt - Date.now();
	}

	/** Returns the result of some work, or undefined if the caller must have its answer before. The work then goes on. */
	async inTime<T>(
		work: Promise<T>,
		limitMs = this.leftForCall() + TO_END_CALL_MS,
	): Promise<T | undefined> {
		if (this.dueAt === Infinity) return await work;
		const limit = AbortSignal.timeout(limitMs);
		const timeIsUp = new Promise<undefined>((resolve) => {
			limit.onabort = () => resolve(undefined);
		});
		return await Promise.race([work, timeIsUp]);
	}

	limited(client: ServiceClient): ServiceClient {
		if (this.dueAt === Infinity) return client;
		return client.withLimits({ maxAttempts: 1, timeoutMs: this.leftForCall() });
	}

	private leftForCall(): number {
		return Math.max(SHORTEST_CALL_MS, this.left());
	}
}

/** Failures of late submissions by call. As nobody has seen them, the client's next equal call fails with them. */
const unseenFailures = new Map<string, { failure: StepError; until: number }>();

const FAILURE_KEPT_MS = 10 * 60_000;

const MAX_FAILURES = 500;

/**
 * Submits an item. If an MCP client must have its answer before, the submission goes on: an equal call finds it by its External ID,
 * or the answer names its job.
 * @returns the job; undefined if the submission goes on
 */
export async function submitInTime<Job>(
	answerTime: AnswerTime,
	{ context, journal }: Tools,
	submit: () => Promise<Job>,
): Promise<Job | undefined> {
	if (!isMcpCall(context)) return await submit();
	const item = hashOfItem(context.getInputData()[journal.itemIndex]);
	const call = [context.getWorkflow().id, context.getNode().id, item].join(' ');
	const unseen = unseenFailures.get(call);
	unseenFailures.delete(call);
	if (unseen !== undefined && unseen.until > Date.now()) throw unseen.failure;
	const submitting = submit().then((job) => {
		// An equal call beside this one may have failed meanwhile.
		unseenFailures.delete(call);
		return job;
	});
	// If the same call would create another job, the answer must name this one.
	const canBeFound = () => journal.nextRun !== 'creates' || journal.submissionJobId !== undefined;
	let job = await answerTime.inTime(submitting);
	while (job === undefined && !canBeFound()) job = await answerTime.inTime(submitting, LOOK_MS);
	if (job === undefined) {
		const late = submitting.catch((error: unknown) => keepFailure(context, call, error));
		answerTime.lateSubmissions.push(late);
	}
	return job;
}

function keepFailure(context: IExecuteFunctions, call: string, error: unknown): void {
	if (error instanceof ItemSkipped) return logSkip(context, error);
	const failure = asStepError(error);
	logFailure(context, failure);
	if (unseenFailures.size >= MAX_FAILURES) unseenFailures.clear();
	// The next call doesn't know what is secret in this one.
	const shown = new StepError(secretsOf(context).redact(failure.details));
	unseenFailures.set(call, { failure: shown, until: Date.now() + FAILURE_KEPT_MS });
}

/**
 * Returns the output for a caller that can't wait any longer, with a message about how to get the result later.
 * @param status undefined while the item is being submitted
 */
export function unfinishedOutput(journal: Tools['journal'], status?: string): IDataObject {
	const { externalId, jobId, isSubmission, nextRun } = journal;
	const isSubmitting = nextRun === 'continues' && status === undefined;
	const wouldPayAgain = isSubmission && nextRun === 'creates';
	return {
		job_id: jobId,
		job_status: status,
		...(externalId !== undefined && { external_id: externalId.value }),
		finished: false,
		message: isSubmitting
			? sentence('STILL_SUBMITTING', {})
			: sentence(wouldPayAgain ? 'CALL_LATER' : 'CALL_AGAIN', { jobId: String(jobId) }),
	};
}

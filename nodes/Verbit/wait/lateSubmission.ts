import { asStepError } from '../errors/nodeErrors';
import { StepError } from '../errors/stepError';
import { hashOfItem } from '../journal/hashes';
import { isMcpCall } from '../n8n/agents';
import { logFailure } from '../run/failure';
import type { Tools } from '../run/operation';
import { ItemSkipped, logSkip } from '../run/outputs';
import { secretsOf } from '../secrets/secrets';
import type { AnswerTime } from './answerTime';

/** Failures of late submissions by call. As nobody has seen them, the client's next equal call fails with them. */
const unseenFailures = new Map<string, { failure: StepError; until: number }>();

const FAILURE_KEPT_MS = 10 * 60_000;

const MAX_FAILURES = 500;

/**
 * Submits an item. If an MCP client must have its answer before, the submission goes on: an equal call finds it by its External ID,
 * or the answer names its job.
 * @returns the job, or the end of a late submission
 */
export async function submitInTime<Job>(
	answerTime: AnswerTime,
	{ context, journal }: Tools,
	submit: () => Promise<Job>,
): Promise<{ job: Job } | { lateEnd: Promise<unknown> }> {
	if (!isMcpCall(context)) return { job: await submit() };
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
	// Where the same call would create another job, the answer must name this one.
	const canBeFound = () => journal.nextRun !== 'creates' || journal.ownJobId !== undefined;
	do {
		const job = await answerTime.inTime(submitting);
		if (job !== undefined) return { job };
	} while (!canBeFound());
	const lateEnd = submitting.catch((error: unknown) => {
		if (error instanceof ItemSkipped) return logSkip(context, error);
		const failure = asStepError(error);
		logFailure(context, failure);
		if (unseenFailures.size >= MAX_FAILURES) unseenFailures.clear();
		// The next call doesn't know what is secret in this one.
		const shown = new StepError(secretsOf(context).redact(failure.details));
		unseenFailures.set(call, { failure: shown, until: Date.now() + FAILURE_KEPT_MS });
	});
	return { lateEnd };
}

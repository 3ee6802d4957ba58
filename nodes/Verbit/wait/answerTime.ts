import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { sentence } from '../errors/createError';
import { asStepError } from '../errors/nodeErrors';
import { StepError } from '../errors/stepError';
import { hashOfItem } from '../journal/hashes';
import type { Journal } from '../journal/journal';
import { isMcpCall } from '../n8n/agents';
import { logFailure } from '../run/failure';
import { ItemSkipped, logSkip } from '../run/skipped';
import { secretsOf } from '../secrets/secrets';

/** Time for the submission and the wait of an MCP client, ms. It gives up after a minute. */
const ANSWER_MS = 35_000;

/** The time limit of a call once `ANSWER_MS` is used up, ms. There may be two calls: the check, and the download. */
const SHORTEST_CALL_MS = 4_000;

/** Time that a call with a limit may take to end by itself, so that its error is known, ms. */
const TO_END_CALL_MS = 1_000;

/** The pause between two looks at work that outlasts the time, ms. */
const SHORTEST_PAUSE_MS = 250;

/** Failures of submissions after their call's answer, by call. The client's next equal call fails with them. */
const keptFailures = new Map<string, { failure: StepError; until: number }>();

const KEPT_MS = 10 * 60_000;

const MAX_KEPT = 500;

/** The time until the caller must have its answer. Only an MCP client doesn't wait as long as it takes. */
export class AnswerTime {
	readonly lateSubmissions: Array<Promise<unknown>> = [];

	private readonly began = Date.now();

	constructor(private readonly context: IExecuteFunctions) {}

	/** Returns the time that is left, ms; 0 or less when it is used up. */
	left(): number {
		return isMcpCall(this.context) ? this.began + ANSWER_MS - Date.now() : Infinity;
	}

	leftForCall(): number {
		return Math.max(SHORTEST_CALL_MS, this.left());
	}

	/** Returns the result of a call, or undefined if the caller must have its answer before. */
	async inTime<T>(call: Promise<T>): Promise<T | undefined> {
		const limit = this.leftForCall() + TO_END_CALL_MS;
		return limit < Infinity && (await outlasts(call, limit)) ? undefined : await call;
	}

	limited(client: ServiceClient): ServiceClient {
		const timeoutMs = this.leftForCall();
		return timeoutMs < Infinity ? client.withLimits({ maxAttempts: 1, timeoutMs }) : client;
	}

	/**
	 * Returns the job of an item that is submitted, or undefined if the caller must have its answer before. The submission then goes
	 * on: the same call finds it by its External ID, or the answer names its job.
	 */
	async begin<Job>(submit: () => Promise<Job>, journal: Journal): Promise<Job | undefined> {
		const { context } = this;
		if (!isMcpCall(context)) return await submit();
		const item = hashOfItem(context.getInputData()[journal.itemIndex]);
		const call = [context.getWorkflow().id, context.getNode().id, item].join(' ');
		const kept = keptFailures.get(call);
		keptFailures.delete(call);
		if (kept !== undefined && kept.until > Date.now()) throw kept.failure;
		const submitting = submit();
		// An equal call beside this one may have failed meanwhile.
		submitting.then(
			() => keptFailures.delete(call),
			() => undefined,
		);
		// The caller waits until there is something by which it can find the result.
		do {
			const pause = Math.max(SHORTEST_PAUSE_MS, this.left());
			if (!(await outlasts(submitting, pause))) return await submitting;
		} while (journal.nextRun === 'creates' && journal.ownJobId === undefined);
		const logged = submitting.catch((error: unknown) => {
			if (error instanceof ItemSkipped) return logSkip(context, error);
			const failure = asStepError(error);
			logFailure(context, failure);
			if (keptFailures.size >= MAX_KEPT) keptFailures.clear();
			// The next call doesn't know what is secret in this one.
			const shown = new StepError(secretsOf(context).redact(failure.details));
			keptFailures.set(call, { failure: shown, until: Date.now() + KEPT_MS });
		});
		this.lateSubmissions.push(logged);
		return undefined;
	}
}

async function outlasts(work: Promise<unknown>, ms: number): Promise<boolean> {
	const isUp = new Promise<boolean>((resolve) => {
		AbortSignal.timeout(ms).onabort = () => resolve(true);
	});
	const hasEnded = work.then(
		() => false,
		() => false,
	);
	return await Promise.race([hasEnded, isUp]);
}

/**
 * Returns the output for a caller that can't wait any longer, with a message about how to get the result later.
 * @param status undefined while the item is being submitted
 */
export function unfinishedOutput(journal: Journal, status?: string): IDataObject {
	const { externalId, jobId, ownsJob, nextRun } = journal;
	const ofJob = ownsJob && nextRun === 'creates' ? 'CALL_LATER' : 'CALL_AGAIN';
	const isSubmitting = nextRun === 'continues' && status === undefined;
	return {
		job_id: jobId,
		job_status: status,
		...(externalId !== undefined && { external_id: externalId.value }),
		finished: false,
		message: isSubmitting
			? sentence('STILL_SUBMITTING', {})
			: sentence(ofJob, { jobId: String(jobId) }),
	};
}

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { sentence } from '../errors/createError';
import type { Journal } from '../journal/journal';
import { isMcpCall } from '../n8n/agents';

/** Time in which an MCP client's call does what it can, ms. The client gives up after a minute. */
const ANSWER_MS = 34_000;

/** The time limit of a call once `ANSWER_MS` is used up, ms. There may be two calls: the check, and the download. */
const SHORTEST_CALL_MS = 4_000;

/** Time that a call with a limit may take to end by itself, so that its error is known, ms. */
const TO_END_CALL_MS = 1_000;

/** The time until the caller must have its answer. Only an MCP client doesn't wait as long as it takes. */
export class AnswerTime {
	private readonly dueAt: number;

	constructor(context: IExecuteFunctions) {
		this.dueAt = isMcpCall(context) ? Date.now() + ANSWER_MS : Infinity;
	}

	/** Returns the time that is left, ms; 0 or less when it is used up. */
	left(): number {
		return this.dueAt - Date.now();
	}

	/** Returns the result of some work, or undefined if the caller must have its answer before. The work then goes on. */
	async inTime<T>(work: Promise<T>): Promise<T | undefined> {
		if (this.dueAt === Infinity) return await work;
		const limit = AbortSignal.timeout(this.leftForCall() + TO_END_CALL_MS);
		const timeIsUp = new Promise<undefined>((resolve) => {
			limit.onabort = () => resolve(undefined);
		});
		return await Promise.race([work, timeIsUp]);
	}

	/** Returns a client whose calls end in time. */
	limited(client: ServiceClient): ServiceClient {
		if (this.dueAt === Infinity) return client;
		return client.withLimits({ maxAttempts: 1, timeoutMs: this.leftForCall() });
	}

	private leftForCall(): number {
		return Math.max(SHORTEST_CALL_MS, this.left());
	}
}

/**
 * Returns the output for a caller that can't wait any longer, with a message about how to get the result later.
 * @param status undefined while the item is being submitted
 */
export function unfinishedOutput(journal: Journal, status?: string): IDataObject {
	const { externalId, jobId, ownsJob, nextRun } = journal;
	const isSubmitting = nextRun === 'continues' && status === undefined;
	const wouldPayAgain = ownsJob && nextRun === 'creates';
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

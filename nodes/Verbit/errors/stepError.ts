import type { ErrorCode } from './messages/catalogue';
import { ACTIVITIES, type Activity, type CatalogueEntry } from './messages/message';

export interface ErrorDetails {
	activity?: Activity;
	fileName?: string;
	jobId?: number;
	/** The job that Verbit named in its answer to a creation that may have failed. The next try goes on with this job. */
	namedJobId?: number;
	jobStatus?: string;
	errorType?: string;
	response?: { status: number; summary: string; isFromProxy?: boolean; retryAfterMs?: number };
	retriable?: boolean;
	/** Whether the call may have arrived, although it got no clear answer. */
	isInDoubt?: boolean;
	/** The job for the fields of a failed item if the message names no job. */
	jobOfTask?: number;
}

/** The error that stopped an activity. `toNodeError` makes an n8n error of it, or changes n8n's own error in `cause`. */
export class StepError extends Error {
	override readonly name = 'StepError';

	constructor(
		readonly details: Readonly<
			ErrorDetails & {
				code: ErrorCode;
				kind: 'input' | 'response';
				activity: Activity;
				message: string;
				/** Sentences, the most important first. */
				remedies: string[];
				agentRemedy?: string;
				jobFate: NonNullable<CatalogueEntry['jobFate']>;
				advisedTry: NonNullable<CatalogueEntry['advisedTry']>;
			}
		>,
		cause?: unknown,
	) {
		super(describe(details), { cause });
	}

	with(changes: Partial<StepError['details']>): StepError {
		return new StepError({ ...this.details, ...changes }, this.cause);
	}

	get remedyForAgent(): string {
		const { remedies, agentRemedy } = this.details;
		return agentRemedy ?? `${remedies.join(' ')} If you can't do this yourself, tell the user.`;
	}
}

function describe({ activity, fileName, jobId, message }: StepError['details']): string {
	if (activity === 'Check input') return message;
	const file = fileName === undefined ? '' : ` "${fileName}"`;
	const job = jobId === undefined ? '' : `${ACTIVITIES[activity]} ${jobId}`;
	return `${activity}${file}${job}: ${message}`;
}

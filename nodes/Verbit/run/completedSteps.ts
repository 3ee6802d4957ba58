import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { outputFields } from '../api/jobInfo';
import type { Earlier } from '../api/serviceCall';
import { fault } from '../errors/fault';
import { StepError } from '../errors/stepError';
import { isHttpUrl } from '../http/url';
import { urlIdentity } from '../http/signedUrl';
import type { UploadedFile } from '../upload/uploadFile';

/** 16 hexadecimal digits that identify a JSON value and reveal nothing of its content. */
export function shortHash(value: unknown): string {
	const text = JSON.stringify(value) ?? '';
	return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** What is kept of one step of a task: JSON, saved by n8n with the execution, so nothing secret may be in it. */
export interface KeptStep {
	/** A hash of what the step was about, e.g. of a file: another file is other work. */
	subject?: string;
	/** What the step returned; left out while it isn't completed. */
	result?: IDataObject;
	/** Why an attempt may have arrived although it got no clear response. */
	doubt?: string;
}

/** All that is kept of a task, in n8n's context of the node. */
export interface KeptTask {
	/** A hash of the account that it was done in. */
	account: string;
	steps: Record<string, KeptStep>;
}

/**
 * The steps that a task completed in this try of the node and the tries before it. n8n's Retry On Fail, and Retry in the
 * list of executions, run a node again from its start and for all items: what can't be done twice is found here.
 * Nothing is kept of a task before its first step is.
 */
export class CompletedSteps {
	/** @param keep puts the task into n8n's context of the node */
	constructor(
		private readonly task: KeptTask = { account: '', steps: {} },
		private readonly keep: (task: KeptTask) => void = () => {},
	) {}

	/**
	 * What is kept of a step.
	 * @param subject what the step is about this time: JSON
	 * @throws StepError when it was about something else before
	 */
	find(step: string, subject?: unknown): KeptStep | undefined {
		const kept = this.task.steps[step] as KeptStep | undefined;
		const before = kept?.subject;
		if (before === undefined || subject === undefined || before === hashOfSubject(subject))
			return kept;
		throw fault('SOURCE_CHANGED', {}, { jobId: this.createdJob });
	}

	set(step: string, { result, doubt }: Omit<KeptStep, 'subject'>, subject?: unknown): void {
		const hash = subject === undefined ? undefined : hashOfSubject(subject);
		this.task.steps[step] = {
			...(hash !== undefined && { subject: hash }),
			...(result !== undefined && { result }),
			...(doubt !== undefined && { doubt }),
		};
		this.keep(this.task);
	}

	forget(step: string): void {
		delete this.task.steps[step];
	}

	/** Whether an earlier try got as far as a step. */
	get hasBegun(): boolean {
		return Object.keys(this.task.steps).length > 0;
	}

	/** The job that the task created, if it did. */
	get createdJob(): number | undefined {
		return this.task.steps[CREATE_JOB]?.result?.job_id as number | undefined;
	}

	/** The files that the task uploaded. */
	get uploads(): UploadedFile[] {
		return Object.entries(this.task.steps).flatMap(([step, { result }]) =>
			step.startsWith(UPLOAD) && result !== undefined ? [result as UploadedFile] : [],
		);
	}
}

/** The name of the step that creates a job, among a task's completed steps. */
export const CREATE_JOB = 'create job';
/** The name of the step that attaches media to a job, among a task's completed steps. */
export const ATTACH = 'attach';
/** The name of the step that starts a job, among a task's completed steps. */
export const START = 'start';

/** How the names of the steps that upload a file begin, among a task's completed steps; a number follows. */
export const UPLOAD = 'upload ';

/** A hash of what a step is about. A URL that was signed again has the same one. */
function hashOfSubject(subject: unknown): string {
	const text = JSON.stringify(subject, (_key, value: unknown) =>
		isHttpUrl(value) ? urlIdentity(value) : value,
	);
	return shortHash(text);
}

/**
 * Makes a call that Verbit accepts once, unless an earlier try completed it. The call learns whether an earlier attempt
 * may have arrived. Its response is kept and returned as the node outputs it.
 * @param subject what the call is about, e.g. the media: JSON. Another one in a later try is an error, not a success
 */
export async function callOnce(
	completed: CompletedSteps,
	step: string,
	call: (earlier: Earlier) => Promise<IDataObject>,
	subject?: unknown,
): Promise<IDataObject> {
	const before = completed.find(step, subject);
	if (before?.result !== undefined) return before.result;
	const response = call({ mayHaveArrived: before?.doubt !== undefined });
	const result = await response.then(outputFields, (error: unknown) => {
		if (error instanceof StepError && error.details.mayHaveArrived) {
			completed.set(step, { doubt: error.message }, subject);
		}
		throw error;
	});
	completed.set(step, { result }, subject);
	return result;
}

/** Uploads a file unless an earlier try did. Verbit deletes an asset that isn't used within a day: it is uploaded again. */
export async function uploadOnce(
	completed: CompletedSteps,
	step: string,
	upload: () => Promise<UploadedFile>,
	subject?: unknown,
): Promise<UploadedFile> {
	const before = completed.find(step, subject)?.result as UploadedFile | undefined;
	const isUsed = completed.find(ATTACH)?.result !== undefined;
	const isGone = before !== undefined && Date.parse(before.use_before) <= Date.now();
	if (before !== undefined && (isUsed || !isGone)) return before;
	completed.forget(step);
	const result = await upload();
	completed.set(step, { result }, subject);
	return result;
}

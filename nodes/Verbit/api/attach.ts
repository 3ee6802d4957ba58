import type { IDataObject } from 'n8n-workflow';

import { advise, createError } from '../errors/createError';
import type { StepError } from '../errors/stepError';
import type { ServiceClient } from './client';
import { saysNeither, unclear } from './refusals';
import type { PreviousAttempts } from './serviceCall';

export interface AttachCall {
	step: 'Add media' | 'Merge' | 'Add notes' | 'Add backup recording';
	path: string;
	body: IDataObject;
	/** The job is one that this execution has made: what it has already, this call attached, be it sent twice on its way. */
	isOwnJob?: boolean;
}

export type Media = { media_url: string } | { asset_ids: string[]; merge_assets?: true };

export function mediaAttachment(body: Media, isOwnJob = false): AttachCall {
	const step = 'merge_assets' in body ? 'Merge' : 'Add media';
	return { step, path: '/job/add_media', body, isOwnJob };
}

export function backupRecordAttachment(assetId: string): AttachCall {
	const body = { asset_id: assetId };
	return { step: 'Add backup recording', path: '/job/add_backup_record', body };
}

export function notesAttachment(
	body: { notes_attachment_url: string } | { asset_ids: string[] },
): AttachCall {
	return { step: 'Add notes', path: '/job/add_notes_attachments', body };
}

/**
 * Attaches something to a job. An attempt that may or may not have arrived is repeated: if Verbit refuses the
 * repeat because the job already has the attachment, the first attempt arrived, and the output says so. Any other
 * refusal of a repeat proves nothing.
 */
export async function attach(
	client: ServiceClient,
	jobId: number,
	{ isOwnJob = false, ...call }: AttachCall,
	earlier?: PreviousAttempts,
): Promise<IDataObject> {
	const outcome = await client.callTracked(
		{ ...call, jobId, method: 'POST', repeatable: true, responseIsOptional: true },
		earlier,
	);
	if ('response' in outcome) return outcome.response.data;
	const { error, mayHaveArrived } = outcome;
	const isDone = mayHaveArrived ? saysAlready(call.step, error) : isOwnJob && isWorded(error);
	if (isDone) return { confirmed_by_repeat: true };
	const { details } = error;
	if (saysNeither(error)) {
		const cause = call.step === 'Add media' || call.step === 'Merge' ? 'media' : 'other';
		const values = { response: details.response ?? '', cause } as const;
		throw createError('ATTACHMENT_UNCLEAR', values, { ...details, mayHaveArrived: true });
	}
	const failure = details.errorType === undefined ? error : explain(call.step, error, isOwnJob);
	throw mayHaveArrived ? unclear(failure) : failure;
}

const ALREADY_TYPE = 'INVALID_QUERY';

const ALREADY = /\balready\b/i;

/** "Already in progress" means that the call came too late: the job may have no attachment. */
const JOB_IS_TOO_FAR = /\b(cancel|complet|finish|process|progress|start|submit|transcri)/i;

/** Whether a refusal proves that the job already has the attachment. For media alone the error type says it. */
export function saysAlready(step: AttachCall['step'], refusal: StepError): boolean {
	const { errorType, response = '' } = refusal.details;
	if (step !== 'Add media') return isWorded(refusal);
	return errorType === ALREADY_TYPE && !JOB_IS_TOO_FAR.test(response);
}

/** A merge gets INVALID_QUERY for its profile too, and the types for notes and backup recordings aren't documented. */
function isWorded({ details: { errorType, response = '' } }: StepError): boolean {
	return errorType !== undefined && ALREADY.test(response) && !JOB_IS_TOO_FAR.test(response);
}

/** Of a profile without the right to merge, or of a second call. */
const REFUSED_MERGE_TYPES = [ALREADY_TYPE, 'INVALID_OPTION'];

const CONDITIONS = {
	Merge: 'MERGE_CONDITIONS',
	'Add notes': 'NOTES_CONDITIONS',
	'Add backup recording': 'BACKUP_CONDITIONS',
} as const;

/** Verbit doesn't document which error each condition returns: the likely causes are named, the likelier one first. */
function explain(step: AttachCall['step'], refusal: StepError, isOwnJob: boolean): StepError {
	const { details } = refusal;
	const { errorType = '', response = '' } = details;
	// A job that this execution has just made has no media yet.
	if (step === 'Add media')
		return errorType === ALREADY_TYPE && !isOwnJob
			? createError('MEDIA_ALREADY_ADDED', { response }, details)
			: refusal;
	return step === 'Merge' && REFUSED_MERGE_TYPES.includes(errorType)
		? createError('MERGE_REFUSED', { response }, details)
		: advise(refusal, CONDITIONS[step], {});
}

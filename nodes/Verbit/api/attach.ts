import type { IDataObject } from 'n8n-workflow';

import { advise, createError } from '../errors/createError';
import type { StepError } from '../errors/stepError';
import type { ServiceClient } from './client';
import { saysNeither, inDoubt, type ServiceCall } from './serviceCall';

const PATHS = {
	'Add media': '/job/add_media',
	Merge: '/job/add_media',
	'Add backup recording': '/job/add_backup_record',
	'Add notes': '/job/add_notes_attachments',
};

export type AttachStep = keyof typeof PATHS;

export function assetBody(step: AttachStep, assetIds: string[]): IDataObject {
	if (step === 'Add backup recording') return { asset_id: assetIds[0] };
	return { asset_ids: assetIds, ...(step === 'Merge' && { merge_assets: true }) };
}

/**
 * Attaches something to a job. A call that may have arrived is repeated: if Verbit then says that the job already has it, the
 * first one did, and the output says so. Any other refusal of a repeat proves nothing.
 * @param isOwnJob this execution has made the job: what it has already, this call did, even if a gateway sent it twice
 */
export async function attach(
	client: ServiceClient,
	jobId: number,
	step: AttachStep,
	body: IDataObject,
	isInDoubt: boolean,
	isOwnJob = false,
): Promise<IDataObject> {
	const call: ServiceCall = {
		step,
		jobId,
		method: 'POST',
		path: PATHS[step],
		body,
		repeatable: true,
		isResponseOptional: true,
	};
	const outcome = await client.callTracked(call, isInDoubt);
	if ('response' in outcome) return outcome.response.data;
	const { error, mayHaveArrived } = outcome;
	// By its words: nobody else has attached anything to a job that this execution has made.
	const isDone = mayHaveArrived
		? saysAlready(step, error)
		: isOwnJob && saysAlready('Merge', error);
	if (isDone) return { confirmed_by_repeat: true };
	const { details } = error;
	if (saysNeither(error)) {
		const cause = step === 'Add media' || step === 'Merge' ? 'media' : 'other';
		const values = { response: details.response?.text ?? '', cause };
		throw createError('ATTACHMENT_UNCLEAR', values, { ...details, mayHaveArrived: true });
	}
	const failure = details.errorType === undefined ? error : explain(step, error, isOwnJob);
	throw mayHaveArrived ? inDoubt(failure) : failure;
}

const ALREADY_TYPE = 'INVALID_QUERY';

const ALREADY = /\balready\b/i;

/** "Already in progress" means that the call came too late: the job may have no attachment. */
const JOB_IS_TOO_FAR = /\b(cancel|complet|finish|process|progress|start|submit|transcri)/i;

/**
 * Whether a refusal proves that the job already has the attachment. For media alone the error type says it: a merge gets
 * INVALID_QUERY for its profile too, and the types for notes and backup recordings aren't documented.
 */
export function saysAlready(step: AttachStep, { details }: StepError): boolean {
	const { errorType, response: { text = '' } = {} } = details;
	if (errorType === undefined || JOB_IS_TOO_FAR.test(text)) return false;
	return step === 'Add media' ? errorType === ALREADY_TYPE : ALREADY.test(text);
}

/** Verbit doesn't document which error each condition returns: the likely causes are named, the likelier one first. */
function explain(step: AttachStep, refusal: StepError, isOwnJob: boolean): StepError {
	if (step === 'Add notes') return advise(refusal, 'NOTES_CONDITIONS', {});
	if (step === 'Add backup recording') return advise(refusal, 'BACKUP_CONDITIONS', {});
	const { details } = refusal;
	const { errorType, response } = details;
	const values = { response: response?.text ?? '' };
	const isInvalid = errorType === ALREADY_TYPE;
	// Of a profile without the right to merge, or of a second call.
	if (step === 'Merge' && (isInvalid || errorType === 'INVALID_OPTION'))
		return createError('MERGE_REFUSED', values, details);
	// A job that this execution has just made has no media yet.
	if (step === 'Add media' && isInvalid && !isOwnJob)
		return createError('MEDIA_ALREADY_ADDED', values, details);
	return refusal;
}

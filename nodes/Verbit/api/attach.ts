import type { IDataObject } from 'n8n-workflow';

import { advise, createError } from '../errors/createError';
import { type Step, StepError } from '../errors/stepError';
import type { ServiceClient } from './client';
import { saysNeither, unclear } from './refusals';
import type { PreviousAttempts } from './serviceCall';

export interface AttachCall {
	step: Step;
	path: string;
	body: IDataObject;
	saysAlready(refusal: StepError): boolean;
	/** Adds the likely cause to a refusal: Verbit doesn't document which error each condition returns. */
	explain(refusal: StepError): StepError;
	/** The job is one that this execution has made: what it has already, this call attached, be it sent twice on its way. */
	isOwnJob?: boolean;
}

/**
 * Attaches something to a job. An attempt that may or may not have arrived is repeated: if Verbit refuses the
 * repeat because the job already has the attachment, the first attempt arrived, and the output says so. Any other
 * refusal of a repeat proves nothing.
 */
export async function attach(
	client: ServiceClient,
	jobId: number,
	{ step, path, body, saysAlready, explain, isOwnJob }: AttachCall,
	earlier?: PreviousAttempts,
): Promise<IDataObject> {
	const outcome = await client.callNonIdempotent(
		{ jobId, step, method: 'POST', path, body, repeatable: true, responseIsOptional: true },
		earlier,
	);
	if ('response' in outcome) return outcome.response.data;
	const { error, mayHaveArrived } = outcome;
	const isDone = mayHaveArrived ? saysAlready(error) : isOwnJob && isWordedAlready(error);
	if (isDone) return { confirmed_by_repeat: true };
	if (saysNeither(error)) throw attachmentUnclear(error, path);
	const failure = error.details.errorType === undefined ? error : explain(error);
	throw mayHaveArrived ? unclear(failure) : failure;
}

function attachmentUnclear({ details }: StepError, path: string): StepError {
	const cause = path === MEDIA_PATH ? 'media' : 'other';
	const values = { response: details.response ?? '', cause } as const;
	return createError('ATTACHMENT_UNCLEAR', values, { ...details, mayHaveArrived: true });
}

const MEDIA_PATH = '/job/add_media';

export type Media = { media_url: string } | { asset_ids: string[]; merge_assets?: true };

const ALREADY_TYPE = 'INVALID_QUERY';

const REFUSED_MERGE_TYPES = [ALREADY_TYPE, 'INVALID_OPTION'];

export function mediaAttachment(body: Media): AttachCall {
	const isMerge = 'merge_assets' in body;
	return {
		step: isMerge ? 'Merge' : 'Add media',
		path: MEDIA_PATH,
		body,
		saysAlready: isMerge ? isWordedAlready : mayHaveMedia,
		explain: isMerge ? explainMerge : explainMedia,
	};
}

/**
 * For a job that this node has just created: a refusal without words for it can't mean that the job already has media. A
 * refused merge keeps its explanation, which names other causes too.
 */
export function newJobsMedia(body: Media): AttachCall {
	const attachment = { ...mediaAttachment(body), isOwnJob: true };
	return 'merge_assets' in body ? attachment : { ...attachment, explain: (refusal) => refusal };
}

function hasMedia({ details }: StepError): boolean {
	return details.errorType === ALREADY_TYPE;
}

function mayHaveMedia(refusal: StepError): boolean {
	return hasMedia(refusal) && !JOB_IS_TOO_FAR.test(refusal.details.response ?? '');
}

function explainMedia(refusal: StepError): StepError {
	return hasMedia(refusal) ? refusalAs('MEDIA_ALREADY_ADDED', refusal) : refusal;
}

/**
 * Verbit doesn't document which error a profile without the right to merge gets, and a second call gets the same
 * type. So a refused merge names both causes, the likelier one first.
 */
function explainMerge(refusal: StepError): StepError {
	return REFUSED_MERGE_TYPES.includes(refusal.details.errorType ?? '')
		? refusalAs('MERGE_REFUSED', refusal)
		: advise(refusal, 'MERGE_CONDITIONS', {});
}

function refusalAs(
	code: 'MEDIA_ALREADY_ADDED' | 'MERGE_REFUSED',
	{ details }: StepError,
): StepError {
	return createError(code, { response: details.response ?? '' }, details);
}

/**
 * Words that prove that the job already has the attachment, where the error type doesn't: a merge gets
 * INVALID_QUERY for its profile too, and the types for notes and backup recordings aren't documented.
 */
const ALREADY = /\balready\b/i;

/** "Already in progress" means that the call came too late: the job may have no attachment. */
const JOB_IS_TOO_FAR = /\b(cancel|complet|finish|process|progress|start|submit|transcri)/i;

function isWordedAlready({ details: { errorType, response = '' } }: StepError): boolean {
	return errorType !== undefined && ALREADY.test(response) && !JOB_IS_TOO_FAR.test(response);
}

export function backupRecordAttachment(assetId: string): AttachCall {
	return {
		step: 'Add backup recording',
		path: '/job/add_backup_record',
		body: { asset_id: assetId },
		saysAlready: isWordedAlready,
		explain: (refusal) => advise(refusal, 'BACKUP_CONDITIONS', {}),
	};
}

export function notesAttachment(
	body: { notes_attachment_url: string } | { asset_ids: string[] },
): AttachCall {
	return {
		step: 'Add notes',
		path: '/job/add_notes_attachments',
		body,
		saysAlready: isWordedAlready,
		explain: (refusal) => advise(refusal, 'NOTES_CONDITIONS', {}),
	};
}

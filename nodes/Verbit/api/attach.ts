import type { IDataObject } from 'n8n-workflow';

import { advise, fault } from '../errors/fault';
import { type Step, StepError } from '../errors/stepError';
import type { ServiceClient } from './client';
import { unclear } from './refusals';
import type { Earlier, JobCall } from './serviceCall';

/** Something that a job takes once, or had better get once: the call that attaches it, and what its refusals mean. */
export interface Attachment {
	step: Step;
	/** Below the base URL, e.g. `/job/add_media`. */
	path: string;
	body: IDataObject;
	/** Whether a refusal says that the job has it already. */
	saysAlready(refusal: StepError): boolean;
	/** Adds to Verbit's refusal what is known of its cause: which error each condition brings is open. */
	explain(refusal: StepError): StepError;
}

/**
 * Attaches something to a job. An attempt that may or may not have arrived is repeated: if Verbit refuses the
 * repeat because the job already has the attachment, the first attempt arrived, and the output says so. Any other
 * refusal of a repeat proves nothing.
 */
export async function attach(
	client: ServiceClient,
	call: JobCall,
	{ step, path, body, saysAlready, explain }: Attachment,
	earlier?: Earlier,
): Promise<IDataObject> {
	const outcome = await client.callInDoubt(
		{ ...call, step, method: 'POST', path, body, repeatable: true, responseIsOptional: true },
		earlier,
	);
	if ('answer' in outcome) return outcome.answer.data;
	const { error, mayHaveArrived } = outcome;
	if (!(error instanceof StepError)) throw error;
	if (mayHaveArrived && saysAlready(error)) return { confirmed_by_repeat: true };
	const failure = error.details.errorType === undefined ? error : explain(error);
	throw mayHaveArrived ? unclear(failure) : failure;
}

/** A job's media: a link, or assets; what is not used is left out. */
export type Media = { media_url: string } | { asset_ids: string[]; merge_assets?: true };

/** What a second add_media gets. */
const ALREADY_TYPE = 'INVALID_QUERY';

/** What a profile without the right to merge may get: the reference does not say. */
const REFUSED_MERGE_TYPES = [ALREADY_TYPE, 'INVALID_OPTION'];

/** `POST /job/add_media`, once per job. */
export function mediaAttachment(body: Media): Attachment {
	const isMerge = 'merge_assets' in body;
	return {
		step: isMerge ? 'Merge' : 'Add media',
		path: '/job/add_media',
		body,
		saysAlready: isMerge ? isWordedAlready : hasMedia,
		explain: isMerge ? explainMerge : explainMedia,
	};
}

/** The same for a job that has just been created: a refusal can't mean that it has media. */
export function newJobsMedia(body: Media): Attachment {
	const attachment = mediaAttachment(body);
	return 'merge_assets' in body ? attachment : { ...attachment, explain: (refusal) => refusal };
}

function hasMedia({ details }: StepError): boolean {
	return details.errorType === ALREADY_TYPE;
}

function explainMedia(refusal: StepError): StepError {
	const { details } = refusal;
	return hasMedia(refusal)
		? fault('MEDIA_ALREADY_ADDED', { reason: details.what }, details)
		: refusal;
}

/**
 * Which error a profile without the right to merge gets is open, and a second call gets the same type as one that is not
 * possible. So a refused merge names both causes, the likelier one first.
 */
function explainMerge(refusal: StepError): StepError {
	const { details } = refusal;
	return REFUSED_MERGE_TYPES.includes(details.errorType ?? '')
		? fault('MERGE_REFUSED', { reason: details.what }, details)
		: advise(refusal, 'MERGE_CONDITIONS', {});
}

/**
 * The wording of a refusal that proves that the job already has the attachment. INVALID_QUERY is known for a second
 * add_media. A merge gets it for its profile, too, and of notes and backup recordings nothing is known: there the type
 * alone proves nothing.
 */
const ALREADY = /\balready\b/i;

/** A job that is "already in progress" may have got nothing: then it was too late. */
const JOB_IS_TOO_FAR = /\b(cancel|complet|finish|process|progress|start|submit|transcri)/i;

function isWordedAlready({ details: { errorType, what } }: StepError): boolean {
	return errorType !== undefined && ALREADY.test(what) && !JOB_IS_TOO_FAR.test(what);
}

/** `POST /job/add_backup_record`. */
export function backupRecordAttachment(assetId: string): Attachment {
	return {
		step: 'Add backup recording',
		path: '/job/add_backup_record',
		body: { asset_id: assetId },
		saysAlready: isWordedAlready,
		explain: (refusal) => advise(refusal, 'BACKUP_CONDITIONS', {}),
	};
}

/** Notes for the transcribers: a link, or assets; what is not used is left out. */
export type Notes = { notes_attachment_url: string } | { asset_ids: string[] };

/** `POST /job/add_notes_attachments`. */
export function notesAttachment(body: Notes): Attachment {
	return {
		step: 'Add notes',
		path: '/job/add_notes_attachments',
		body,
		saysAlready: isWordedAlready,
		explain: (refusal) => advise(refusal, 'NOTES_CONDITIONS', {}),
	};
}

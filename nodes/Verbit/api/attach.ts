import type { IDataObject } from 'n8n-workflow';

import { advise, fault } from '../errors/fault';
import { type Step, StepError } from '../errors/stepError';
import type { ServiceClient } from './client';
import { unclear } from './refusals';
import type { Earlier, JobCall } from './serviceCall';

/**
 * Something that a job takes once, or had better get once: the call that attaches it, and what Verbit's refusals of
 * it mean.
 */
export interface AttachCall {
	step: Step;
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
	{ step, path, body, saysAlready, explain }: AttachCall,
	earlier?: Earlier,
): Promise<IDataObject> {
	const outcome = await client.callNonIdempotent(
		{ ...call, step, method: 'POST', path, body, repeatable: true, responseIsOptional: true },
		earlier,
	);
	if ('response' in outcome) return outcome.response.data;
	const { error, mayHaveArrived } = outcome;
	if (mayHaveArrived && saysAlready(error)) return { confirmed_by_repeat: true };
	const failure = error.details.errorType === undefined ? error : explain(error);
	throw mayHaveArrived ? unclear(failure) : failure;
}

/**
 * The body of `POST /job/add_media`: a URL that Verbit downloads, or assets, merged into one recording if
 * `merge_assets` is set.
 */
export type Media = { media_url: string } | { asset_ids: string[]; merge_assets?: true };

const ALREADY_TYPE = 'INVALID_QUERY';

/** What a profile without the right to merge may get: the reference does not say. */
const REFUSED_MERGE_TYPES = [ALREADY_TYPE, 'INVALID_OPTION'];

/** The call `POST /job/add_media`, which a job accepts once: a URL, an asset, or several assets to merge. */
export function mediaAttachment(body: Media): AttachCall {
	const isMerge = 'merge_assets' in body;
	return {
		step: isMerge ? 'Merge' : 'Add media',
		path: '/job/add_media',
		body,
		saysAlready: isMerge ? isWordedAlready : hasMedia,
		explain: isMerge ? explainMerge : explainMedia,
	};
}

/**
 * The call `POST /job/add_media` for a job that this node has just created. Unlike that of `mediaAttachment`, a
 * refusal isn't explained by media that the job already has. A merge keeps its explanation, which names other
 * causes too.
 */
export function newJobsMedia(body: Media): AttachCall {
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

export function backupRecordAttachment(assetId: string): AttachCall {
	return {
		step: 'Add backup recording',
		path: '/job/add_backup_record',
		body: { asset_id: assetId },
		saysAlready: isWordedAlready,
		explain: (refusal) => advise(refusal, 'BACKUP_CONDITIONS', {}),
	};
}

/** The body of `POST /job/add_notes_attachments`: a URL that Verbit downloads, or assets. */
type Notes = { notes_attachment_url: string } | { asset_ids: string[] };

export function notesAttachment(body: Notes): AttachCall {
	return {
		step: 'Add notes',
		path: '/job/add_notes_attachments',
		body,
		saysAlready: isWordedAlready,
		explain: (refusal) => advise(refusal, 'NOTES_CONDITIONS', {}),
	};
}

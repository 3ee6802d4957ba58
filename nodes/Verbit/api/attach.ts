import type { IDataObject } from 'n8n-workflow';

import { advise, fault } from '../errors/fault';
import { type Step, StepError } from '../errors/stepError';
import { callInDoubt, type Earlier, unclear } from './callInDoubt';
import type { ServiceClient } from './client';
import type { JobCall } from './serviceCall';

/** A call that gives a job something which it takes once, or had better get once. */
interface Attachment {
	step: Step;
	/** Below the base URL, e.g. `/job/add_media`. */
	path: string;
	body: IDataObject;
	/** Whether a refusal says that the job has it already. */
	saysAlready: (refusal: StepError) => boolean;
}

/**
 * Attaches something to a job. An attempt that may or may not have arrived is repeated: if Verbit refuses the
 * repeat because the job already has the attachment, the first attempt arrived, and the output says so. Any other
 * refusal of a repeat proves nothing.
 */
async function attach(
	client: ServiceClient,
	{ jobId, apiVersion }: JobCall,
	{ step, path, body, saysAlready }: Attachment,
	earlier?: Earlier,
): Promise<IDataObject> {
	const outcome = await callInDoubt(
		client,
		{
			step,
			method: 'POST',
			path,
			jobId,
			apiVersion,
			body,
			repeatable: true,
			responseIsOptional: true,
		},
		earlier,
	);
	if ('answer' in outcome) return outcome.answer.data;
	const { error, mayHaveArrived } = outcome;
	if (!mayHaveArrived || !(error instanceof StepError)) throw error;
	if (saysAlready(error)) return { confirmed_by_repeat: true };
	throw unclear(error);
}

/** A job's media: a link, or assets; what is not used is left out. */
export type Media = { media_url: string } | { asset_ids: string[]; merge_assets?: true };

/** What a second add_media gets. */
const ALREADY_TYPE = 'INVALID_QUERY';

/** What a profile without the right to merge may get: the reference does not say. */
const REFUSED_MERGE_TYPES = [ALREADY_TYPE, 'INVALID_OPTION'];

/** `POST /job/add_media`, once per job. */
export async function addMedia(
	client: ServiceClient,
	call: JobCall,
	media: Media,
	earlier?: Earlier,
): Promise<IDataObject> {
	const step: Step = 'merge_assets' in media ? 'Merge' : 'Add media';
	const added = attach(
		client,
		call,
		{ step, path: '/job/add_media', body: media, saysAlready: hasMedia },
		earlier,
	);
	return await added.catch((error: unknown) => {
		throw mediaRefusal(error);
	});
}

function hasMedia({ details }: StepError): boolean {
	return details.errorType === ALREADY_TYPE;
}

/**
 * Which error a profile without the right to merge gets is open, and a second call gets the same type as one that is not
 * possible. So a refused merge names both causes, the likelier one first.
 */
function mediaRefusal(error: unknown): unknown {
	if (!(error instanceof StepError) || error.details.errorType === undefined) return error;
	const { what: reason, step } = error.details;
	if (step !== 'Merge') {
		return hasMedia(error) ? fault('MEDIA_ALREADY_ADDED', { reason }, error.details) : error;
	}
	return REFUSED_MERGE_TYPES.includes(error.details.errorType)
		? fault('MERGE_REFUSED', { reason }, error.details)
		: advise(error, 'MERGE_CONDITIONS', {});
}

/** Notes for the transcribers: a link, or assets; what is not used is left out. */
export type Notes = { notes_attachment_url: string } | { asset_ids: string[] };

/**
 * The wording of a refusal that proves that the job already has the attachment. INVALID_QUERY is known for a second
 * add_media, but nothing is known for these two calls, whose type alone may be about the job's status or profile.
 */
const ALREADY = /\balready\b/i;

/** The two calls for what is attached beside the media, by their paths, with their own conditions. */
const BESIDE_MEDIA = {
	'/job/add_backup_record': { step: 'Add backup recording', conditions: 'BACKUP_CONDITIONS' },
	'/job/add_notes_attachments': { step: 'Add notes', conditions: 'NOTES_CONDITIONS' },
} as const;

/** `POST /job/add_backup_record`. */
export async function addBackupRecord(
	client: ServiceClient,
	call: JobCall,
	assetId: string,
	earlier?: Earlier,
): Promise<IDataObject> {
	const body = { asset_id: assetId };
	return await attachBesideMedia(client, call, '/job/add_backup_record', body, earlier);
}

/** `POST /job/add_notes_attachments`. */
export async function addNotesAttachments(
	client: ServiceClient,
	call: JobCall,
	notes: Notes,
	earlier?: Earlier,
): Promise<IDataObject> {
	return await attachBesideMedia(client, call, '/job/add_notes_attachments', notes, earlier);
}

/** Adds to a refusal what is known of the call's conditions: which error each of them brings is open. */
async function attachBesideMedia(
	client: ServiceClient,
	call: JobCall,
	path: keyof typeof BESIDE_MEDIA,
	body: IDataObject,
	earlier?: Earlier,
): Promise<IDataObject> {
	const { step, conditions } = BESIDE_MEDIA[path];
	const saysAlready = ({ details }: StepError) =>
		details.errorType !== undefined && ALREADY.test(details.what);
	const attached = attach(client, call, { step, path, body, saysAlready }, earlier);
	return await attached.catch((error: unknown) => {
		if (!(error instanceof StepError) || error.details.errorType === undefined) throw error;
		throw advise(error, conditions, {});
	});
}

import type { IDataObject } from 'n8n-workflow';

import { advise } from '../errors/advice';
import { StepError, type Step } from '../errors/stepError';
import type { JobCall } from './jobCall';
import { attach } from './attach';
import type { Earlier } from './callInDoubt';
import type { ServiceClient } from './client';

/** Notes for the transcribers: a link, or assets; what is not used is left out. */
export type Notes = { notes_attachment_url: string } | { asset_ids: string[] };

/**
 * How a refusal has to be worded to prove that the job has the attachment already. That a second add_media gets
 * INVALID_QUERY is known; of these two calls it is not, and the type alone may be about the job's status or its profile.
 */
const ALREADY = /\balready\b/i;

/** `POST /job/add_backup_record`. */
export async function addBackupRecord(
	client: ServiceClient,
	call: JobCall,
	assetId: string,
	earlier?: Earlier,
): Promise<IDataObject> {
	const step: Step = 'Add backup recording';
	const path = '/job/add_backup_record';
	const body = { asset_id: assetId };
	const added = attach(client, call, { step, path, body, saysAlready }, earlier);
	return await added.catch(refused('BACKUP_CONDITIONS'));
}

/** `POST /job/add_notes_attachments`. */
export async function addNotesAttachments(
	client: ServiceClient,
	call: JobCall,
	notes: Notes,
	earlier?: Earlier,
): Promise<IDataObject> {
	const step: Step = 'Add notes';
	const path = '/job/add_notes_attachments';
	const added = attach(client, call, { step, path, body: notes, saysAlready }, earlier);
	return await added.catch(refused('NOTES_CONDITIONS'));
}

function saysAlready({ details }: StepError): boolean {
	return details.errorType !== undefined && ALREADY.test(details.what);
}

/** Adds to a refusal what is known of the call's conditions: which error each of them brings is open. */
function refused(conditions: 'BACKUP_CONDITIONS' | 'NOTES_CONDITIONS') {
	return (error: unknown): never => {
		if (!(error instanceof StepError) || error.details.errorType === undefined) throw error;
		throw advise(error, conditions, {});
	};
}

import type { IDataObject } from 'n8n-workflow';

import { advise, createError } from '../errors/createError';
import { StepError } from '../errors/stepError';
import { callProven, type Evidence } from './callProven';
import type { CallHistory, ServiceClient } from './client';
import { INVALID_OPTION, INVALID_QUERY } from './errorTypes';

const PATHS = {
	'Add media': '/job/add_media',
	Merge: '/job/add_media',
	'Add backup recording': '/job/add_backup_record',
	'Add notes': '/job/add_notes_attachments',
};

export type AttachStep = keyof typeof PATHS;

export function attachesMedia(step: AttachStep): boolean {
	return step === 'Add media' || step === 'Merge';
}

export function assetBody(step: AttachStep, assetIds: string[]): IDataObject {
	if (step === 'Add backup recording') return { asset_id: assetIds[0] };
	return { asset_ids: assetIds, ...(step === 'Merge' && { merge_assets: true }) };
}

export async function attach(
	client: ServiceClient,
	call: { step: AttachStep; jobId: number; body: IDataObject },
	history: CallHistory,
): Promise<IDataObject> {
	const { step } = call;
	return await callProven(client, { ...call, path: PATHS[step] }, history, {
		evidence: evidenceOf(step),
		explain: (error) => explainAttachment(step, error, history.isOwnJob),
		refusalEndsJob: attachesMedia(step),
	});
}

const ALREADY = /\balready\b/i;

/** "Already in progress" means that the call came too late: the job may have no attachment. */
const JOB_IS_TOO_FAR = /\b(cancel|complet|finish|process|progress|start|submit|transcri)/i;

/**
 * A refusal proves that the job has the attachment by its words. After an earlier attempt its type alone does, but for media
 * only: a merge gets INVALID_QUERY for its profile too, and the types for notes and backup recordings aren't documented.
 */
export function evidenceOf(step: AttachStep): Evidence {
	return {
		byRefusal({ details: { errorType, response: { text = '' } = {} } }, mayHaveArrivedBefore) {
			if (JOB_IS_TOO_FAR.test(text)) return 'unknown';
			const isByType = step === 'Add media' && mayHaveArrivedBefore;
			return (isByType ? errorType === INVALID_QUERY : ALREADY.test(text)) ? 'done' : 'unknown';
		},
		// Only a Pending job takes an attachment, so a success that says Pending proves it. A status that is asked for later proves
		// nothing: the job was Pending before.
		byStatus: ({ state }, after) =>
			state === 'pending' && after === 'success' ? 'done' : 'unknown',
	};
}

/** Verbit doesn't document which error each condition returns: the likely causes are named, the likelier one first. */
function explainAttachment(step: AttachStep, error: StepError, isOwnJob: boolean): StepError {
	const { details } = error;
	const { errorType, response } = details;
	const values = { response: response?.text ?? '' };
	if (errorType === undefined) {
		const cause = attachesMedia(step) ? 'media' : 'other';
		return createError('ATTACHMENT_UNCLEAR', { ...values, cause }, details);
	}
	if (step === 'Add notes') return advise(error, 'NOTES_CONDITIONS', {});
	if (step === 'Add backup recording') return advise(error, 'BACKUP_CONDITIONS', {});
	const isByStatus = errorType === INVALID_QUERY;
	const caller = isOwnJob ? 'Submit or Transcribe' : 'other';
	// The profile can't merge, or the job has its media already.
	if (step === 'Merge' && (isByStatus || errorType === INVALID_OPTION))
		return createError('MERGE_REFUSED', { ...values, cause: caller }, details);
	// A job that this execution has just made has no media yet.
	if (step === 'Add media' && isByStatus && !isOwnJob)
		return createError('MEDIA_ALREADY_ADDED', values, details);
	return error;
}

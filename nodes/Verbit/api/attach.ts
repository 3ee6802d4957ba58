import type { IDataObject } from 'n8n-workflow';

import { addRemedy, createError } from '../errors/createError';
import { StepError } from '../errors/stepError';
import type { ProvenCall } from './callProven';
import { isUnderWay } from './jobInfo';

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

export function attachCall(step: AttachStep, jobId: number, body: IDataObject): ProvenCall {
	return {
		step,
		jobId,
		path: PATHS[step],
		body,
		// "Already" in a refusal proves an attachment, and for media INVALID_QUERY after an earlier attempt. A merge gets INVALID_QUERY
		// for its profile, too, and Verbit documents no error types for notes and backup recordings.
		byRefusal({ details: { errorType, response: { summary = '' } = {} } }, mayHaveArrivedBefore) {
			if (JOB_IS_TOO_FAR.test(summary)) return false;
			const isByType = step === 'Add media' && mayHaveArrivedBefore;
			return isByType ? errorType === 'INVALID_QUERY' : ALREADY.test(summary);
		},
		// Only a Pending job accepts an attachment, so Pending in a success proves the call, but not later. A job that is refused
		// because it is started has its media.
		byStatus: (status, after) =>
			(after === 'success' && status.state === 'pending') ||
			(after === 'refusal' && attachesMedia(step) && isUnderWay(status)),
		explain: (error, ownsJob) => explainAttachment(step, error, ownsJob),
		refusalEndsJob: attachesMedia(step),
	};
}

const ALREADY = /\balready\b/i;

/** Words of a refusal that the call came too late, such as "Already in progress", which proves nothing about the attachment. */
const JOB_IS_TOO_FAR = /\b(cancel|complet|fail|finish|process|progress|start|submit|transcri)/i;

/** Rewords an error by its likely causes, the likeliest first. Verbit doesn't document which condition returns which error. */
function explainAttachment(step: AttachStep, error: StepError, ownsJob: boolean): StepError {
	const { details } = error;
	const { errorType, response } = details;
	const values = { response: response?.summary ?? '' };
	if (errorType === undefined) {
		const cause = attachesMedia(step) ? 'media' : 'other';
		return createError('ATTACHMENT_UNCLEAR', { ...values, cause }, details);
	}
	if (step === 'Add notes') return addRemedy(error, 'NOTES_CONDITIONS');
	if (step === 'Add backup recording') return addRemedy(error, 'BACKUP_CONDITIONS');
	const isByStatus = errorType === 'INVALID_QUERY';
	const caller = ownsJob ? 'Submit or Transcribe' : 'other';
	// Either the profile can't merge, or the job already has its media.
	if (step === 'Merge' && (isByStatus || errorType === 'INVALID_OPTION'))
		return createError('MERGE_REFUSED', { ...values, cause: caller }, details);
	// A job of the node's own has no media yet, so its refusal has another reason.
	if (step === 'Add media' && isByStatus && !ownsJob)
		return createError('MEDIA_ALREADY_ADDED', values, details);
	return error;
}

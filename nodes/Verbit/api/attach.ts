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

export type AttachActivity = keyof typeof PATHS;

export function attachesMedia(activity: AttachActivity): boolean {
	return activity === 'Add media' || activity === 'Merge';
}

export function assetBody(activity: AttachActivity, assetIds: string[]): IDataObject {
	if (activity === 'Add backup recording') return { asset_id: assetIds[0] };
	return { asset_ids: assetIds, ...(activity === 'Merge' && { merge_assets: true }) };
}

export function attachCall(activity: AttachActivity, jobId: number, body: IDataObject): ProvenCall {
	return {
		activity,
		jobId,
		path: PATHS[activity],
		body,
		isProvenByRefusal({ details: { errorType, response: { summary = '' } = {} } }, wasInDoubt) {
			if (JOB_IS_TOO_FAR.test(summary)) return false;
			// After an attempt in doubt, INVALID_QUERY proves that it attached the media. A merge gets this type for its profile, too, and
			// Verbit documents no types for notes and backup recordings.
			if (activity === 'Add media' && wasInDoubt) return errorType === 'INVALID_QUERY';
			return ALREADY.test(summary);
		},
		isProvenByStatus(status, after) {
			// Only a Pending job accepts an attachment, so a success that names this status proves the call.
			if (after === 'success') return status.state === 'pending';
			// A job that refuses media because it is started has its media.
			return after === 'refusal' && attachesMedia(activity) && isUnderWay(status);
		},
		explain: (error, isSubmission) => explainAttachment(activity, error, isSubmission),
		refusalReplacesJob: attachesMedia(activity),
	};
}

const ALREADY = /\balready\b/i;

/** Words of a refusal that the call came too late, such as "Already in progress", which proves nothing about the attachment. */
const JOB_IS_TOO_FAR = /\b(cancel|complet|fail|finish|process|progress|start|submit|transcri)/i;

/** Rewords an error by its likely causes, the likeliest first. Verbit doesn't document which condition returns which error. */
function explainAttachment(activity: AttachActivity, error: StepError, isSubmission: boolean) {
	const { details } = error;
	const { errorType, response } = details;
	const values = { response: response?.summary ?? '' };
	if (errorType === undefined) {
		const variant = attachesMedia(activity) ? 'media' : 'other';
		return createError('ATTACHMENT_UNCLEAR', { ...values, variant }, details);
	}
	if (activity === 'Add notes') return addRemedy(error, 'NOTES_CONDITIONS');
	if (activity === 'Add backup recording') return addRemedy(error, 'BACKUP_CONDITIONS');
	const isInvalidQuery = errorType === 'INVALID_QUERY';
	const caller = isSubmission ? 'Submit or Transcribe' : 'other';
	// Either the profile can't merge, or the job already has its media.
	if (activity === 'Merge' && (isInvalidQuery || errorType === 'INVALID_OPTION'))
		return createError('MERGE_REFUSED', { ...values, variant: caller }, details);
	// A job of the node's own has no media yet, so its refusal has another reason.
	if (activity === 'Add media' && isInvalidQuery && !isSubmission)
		return createError('MEDIA_ALREADY_ADDED', values, details);
	return error;
}

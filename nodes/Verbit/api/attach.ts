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
		// "Already" in a refusal proves an attachment, and for media INVALID_QUERY after an earlier attempt. A merge gets INVALID_QUERY
		// for its profile, too, and Verbit documents no error types for notes and backup recordings.
		byRefusal({ details: { errorType, response: { summary = '' } = {} } }, mayHaveArrivedBefore) {
			if (JOB_IS_TOO_FAR.test(summary)) return false;
			const isByType = activity === 'Add media' && mayHaveArrivedBefore;
			return isByType ? errorType === 'INVALID_QUERY' : ALREADY.test(summary);
		},
		// Only a Pending job accepts an attachment, so Pending in a success proves the call, but not later. A job that is refused
		// because it is started has its media.
		byStatus: (status, after) =>
			(after === 'success' && status.state === 'pending') ||
			(after === 'refusal' && attachesMedia(activity) && isUnderWay(status)),
		explain: (error, ownsJob) => explainAttachment(activity, error, ownsJob),
		refusalEndsJob: attachesMedia(activity),
	};
}

const ALREADY = /\balready\b/i;

/** Words of a refusal that the call came too late, such as "Already in progress", which proves nothing about the attachment. */
const JOB_IS_TOO_FAR = /\b(cancel|complet|fail|finish|process|progress|start|submit|transcri)/i;

/** Rewords an error by its likely causes, the likeliest first. Verbit doesn't document which condition returns which error. */
function explainAttachment(
	activity: AttachActivity,
	error: StepError,
	ownsJob: boolean,
): StepError {
	const { details } = error;
	const { errorType, response } = details;
	const values = { response: response?.summary ?? '' };
	if (errorType === undefined) {
		const variant = attachesMedia(activity) ? 'media' : 'other';
		return createError('ATTACHMENT_UNCLEAR', { ...values, variant }, details);
	}
	if (activity === 'Add notes') return addRemedy(error, 'NOTES_CONDITIONS');
	if (activity === 'Add backup recording') return addRemedy(error, 'BACKUP_CONDITIONS');
	const isByStatus = errorType === 'INVALID_QUERY';
	const caller = ownsJob ? 'Submit or Transcribe' : 'other';
	// Either the profile can't merge, or the job already has its media.
	if (activity === 'Merge' && (isByStatus || errorType === 'INVALID_OPTION'))
		return createError('MERGE_REFUSED', { ...values, variant: caller }, details);
	// A job of the node's own has no media yet, so its refusal has another reason.
	if (activity === 'Add media' && isByStatus && !ownsJob)
		return createError('MEDIA_ALREADY_ADDED', values, details);
	return error;
}

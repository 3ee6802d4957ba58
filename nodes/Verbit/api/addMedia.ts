import type { IDataObject } from 'n8n-workflow';

import { advise } from '../errors/advice';
import { fault } from '../errors/fault';
import { StepError, type Step } from '../errors/stepError';
import type { JobCall } from './jobCall';
import { attach } from './attach';
import type { Earlier } from './callInDoubt';
import type { ServiceClient } from './client';

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
		{ step, path: '/job/add_media', body: media, saysAlready },
		earlier,
	);
	return await added.catch((error: unknown) => {
		throw mediaRefusal(error);
	});
}

function saysAlready({ details }: StepError): boolean {
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
		return saysAlready(error) ? fault('MEDIA_ALREADY_ADDED', { reason }, error.details) : error;
	}
	return REFUSED_MERGE_TYPES.includes(error.details.errorType)
		? fault('MERGE_REFUSED', { reason }, error.details)
		: advise(error, 'MERGE_CONDITIONS', {});
}

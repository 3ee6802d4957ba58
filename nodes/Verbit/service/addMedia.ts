import type { IDataObject } from 'n8n-workflow';

import { StepError, type Step } from '../errors';
import type { JobCall } from './addAsset';
import type { ServiceClient } from './client';

/** A job's media: a link, or assets; what is not used is left out. */
export type Media = { media_url: string } | { asset_ids: string[]; merge_assets?: true };

/** What a second add_media gets. */
const ALREADY_TYPE = 'INVALID_QUERY';

/**
 * `POST /job/add_media`, once per job. An attempt of which it is not known whether it arrived may be repeated: when the
 * repeat is told that there is media already, the first has arrived. The output says so.
 */
export async function addMedia(
	client: ServiceClient,
	{ jobId, apiVersion }: JobCall,
	media: Media,
): Promise<IDataObject> {
	const step: Step = 'merge_assets' in media ? 'Merge' : 'Add media';
	let mayHaveArrived = false;
	const call = client.call({
		step,
		method: 'POST',
		path: '/job/add_media',
		jobId,
		apiVersion,
		body: media,
		repeatable: true,
		onRetry: ({ details }) => (mayHaveArrived ||= details.mayHaveArrived === true),
	});
	return await call.then(
		({ data }) => data,
		(error: unknown) => {
			if (mayHaveArrived && saysAlready(error)) return { confirmed_by_repeat: true };
			throw mediaRefusal(error);
		},
	);
}

function saysAlready(error: unknown): error is StepError {
	return error instanceof StepError && error.details.errorType === ALREADY_TYPE;
}

/** Which error a profile without the right to merge gets is open, so that each error of a merge names it. */
function mediaRefusal(error: unknown): unknown {
	if (!(error instanceof StepError) || error.details.errorType === undefined) return error;
	const { step, jobId, what, remedy } = error.details;
	const isSecond = saysAlready(error);
	const newJob = `Media can be added to a job once, and job ${jobId} keeps what it has. Create a new job for this recording and add the media to that one.`;
	const mergeRight = " Only some profiles may merge: the service's support can tell which.";
	return new StepError({
		...error.details,
		what: isSecond ? `the job already has media, or takes none any more: ${what}` : what,
		remedy: (isSecond ? newJob : remedy) + (step === 'Merge' ? mergeRight : ''),
	});
}

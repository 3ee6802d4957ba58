import { StepError } from '../errors/stepError';
import type { JobCall } from './jobCall';
import type { ServiceClient } from './client';
import type { ServiceCall } from './serviceCall';
import { jobInfo } from './jobInfo';
import { type JobState, readJobStatus } from './jobStatus';

/** `GET /job/get_caption`, for a job that is Completed. It answers the file itself, at once or through a redirect. */
export function captionsCall(
	{ jobId, apiVersion }: JobCall,
	format: string,
	language?: string,
): ServiceCall {
	return {
		step: 'Get captions',
		method: 'GET',
		path: '/job/get_caption',
		jobId,
		apiVersion,
		query: { caption_format: format, ...(language === undefined ? {} : { language }) },
		repeatable: true,
	};
}

/**
 * How a job that is not completed is refused is open, so that its status is asked for after a refusal.
 * @returns the refusal with the status in it, or as it was
 */
export async function explainRefusal(
	client: ServiceClient,
	call: JobCall,
	refusal: unknown,
): Promise<unknown> {
	if (!(refusal instanceof StepError) || !mayBeAboutStatus(refusal)) return refusal;
	const status = await jobInfo(client, call, 'Get captions').then(readJobStatus, () => undefined);
	if (status === undefined || status.state === 'completed') return refusal;
	return new StepError({
		...refusal.details,
		what: `the status of the job is ${status.text}, and captions are there when it is Completed: ${refusal.details.what}`,
		remedy: remedyFor(status.state),
	});
}

function remedyFor(state: JobState): string {
	switch (state) {
		case 'pending':
			return 'The job has not been started: use Start Transcription, and Wait for Completion before this operation.';
		case 'canceled':
			return 'A canceled job gets no captions.';
		case 'failed':
			return 'A job that has failed gets no captions. The operation Get tells its errors.';
		default:
			return 'Put the operation Wait for Completion before this one.';
	}
}

/** Any envelope, a 404, or a success that holds something else. */
function mayBeAboutStatus({ details: { errorType, httpCode = '' } }: StepError): boolean {
	return errorType !== undefined || httpCode === '404' || httpCode.startsWith('2');
}

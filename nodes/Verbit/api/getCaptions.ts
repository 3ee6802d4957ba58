import type { JobCall, ServiceCall } from './serviceCall';

/** What the query of both calls says. */
interface CaptionQuery {
	format: string;
	language?: string;
	isDraft: boolean;
}

/**
 * `GET /job/get_caption`, for a job that is Completed, or `GET /job/draft` before that. Each returns the file itself, at
 * once or through a redirect.
 */
export function captionsCall(
	{ jobId, apiVersion }: JobCall,
	{ format, language, isDraft }: CaptionQuery,
): ServiceCall {
	return {
		step: 'Get captions',
		method: 'GET',
		path: isDraft ? '/job/draft' : '/job/get_caption',
		jobId,
		apiVersion,
		query: { caption_format: format, ...(language === undefined ? {} : { language }) },
		repeatable: true,
	};
}

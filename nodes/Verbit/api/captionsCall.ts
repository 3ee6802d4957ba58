import type { ServiceCall } from './serviceCall';

/** @param request `language`: undefined for the job's own language. `timecodeInterval`: seconds, for formats with timecodes */
export function captionsCall(
	jobId: number,
	request: { format: string; language?: string; isDraft: boolean; timecodeInterval?: number },
): ServiceCall {
	const { format, language, isDraft, timecodeInterval } = request;
	return {
		jobId,
		step: 'Get captions',
		method: 'GET',
		path: isDraft ? '/job/draft' : '/job/get_caption',
		query: {
			caption_format: format,
			...(language !== undefined && { language }),
			...(timecodeInterval !== undefined && { timecode_interval: timecodeInterval }),
		},
		repeatable: true,
	};
}

import type { ServiceCall } from './serviceCall';

export function captionsCall(
	jobId: number,
	choice: { format: string; language?: string; isDraft: boolean; timecodeInterval?: number },
): ServiceCall {
	const { format, language, isDraft, timecodeInterval } = choice;
	return {
		activity: 'Get captions',
		jobId,
		method: 'GET',
		path: isDraft ? '/job/draft' : '/job/get_caption',
		query: { caption_format: format, language, timecode_interval: timecodeInterval },
		repeatable: true,
	};
}

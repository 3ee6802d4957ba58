import { describeCaptions, kindOf } from '../download/captionFormats';
import type { JobCall } from '../api/jobCall';
import { captionsCall, explainRefusal } from '../api/getCaptions';
import type { Output, Run } from './operation';
import type { WantedCaptions } from '../parameters/captionFields';

/**
 * The file of a completed job, and what there is to say of it.
 * @throws StepError, with the job's status in it where that may be the reason
 */
export async function downloadCaptions(
	{ client, download }: Pick<Run, 'client' | 'download'>,
	call: JobCall,
	{ format, language, field }: WantedCaptions,
): Promise<Output> {
	const file = {
		call: captionsCall(call, format, language),
		kind: kindOf(format),
		describe: (headers: Parameters<typeof describeCaptions>[1]) =>
			describeCaptions({ jobId: call.jobId, format, language }, headers),
	};
	const { binary, fileName, contentType, bytes } = await download(file).catch(
		async (error: unknown) => {
			throw await explainRefusal(client, call, error);
		},
	);
	const json = {
		caption_format: format,
		...(language === undefined ? {} : { language }),
		file_name: fileName,
		content_type: contentType,
		bytes,
	};
	return { json, binary: { [field]: binary } };
}

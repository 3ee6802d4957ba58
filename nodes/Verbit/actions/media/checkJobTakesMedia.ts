import { getJob, readJobStatus } from '../../api/jobInfo';
import { createError } from '../../errors/createError';
import type { MessageStep } from '../../errors/messages/message';
import { StepError } from '../../errors/stepError';
import type { Tools } from '../../run/operation';
import type { MediaSource } from '../../upload/media';

/** Size below which a file uploads faster than Verbit could be asked for the job's status, bytes. */
const STATUS_CHECK_BYTES = 8 * 1024 * 1024;

/**
 * Checks that a job still accepts media before large files are uploaded, unless an earlier try has begun a step. If the status
 * can't be read, the later call that attaches the files decides.
 * @throws StepError if the job isn't Pending, or Verbit refuses the call
 */
export async function checkJobTakesMedia(
	{ client, journal }: Pick<Tools, 'client' | 'journal'>,
	jobId: number,
	step: MessageStep,
	files: Array<string | MediaSource>,
): Promise<void> {
	// The file behind a URL may have any size.
	const sizes = files.map((file) => (typeof file === 'string' ? 0 : (file.size ?? Infinity)));
	const size = sizes.reduce((sum, one) => sum + one, 0);
	if (size < STATUS_CHECK_BYTES || journal.hasBegun) return;
	const info = await getJob(client, jobId, step).catch((error: unknown) => {
		if (error instanceof StepError && error.details.errorType !== undefined) throw error;
		return {};
	});
	const { state, text: status } = readJobStatus(info);
	if (state === 'pending' || state === 'unknown') return;
	const values = { response: `status ${status}` };
	throw createError('MEDIA_ALREADY_ADDED', values, { step, jobId, jobStatus: status });
}

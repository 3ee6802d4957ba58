import { jobInfo, readJobStatus } from '../api/jobInfo';
import { createError } from '../errors/createError';
import { type Step, StepError } from '../errors/stepError';
import {
	type AssetOrFile,
	type FileToUpload,
	type UploadedFile,
	uploadFile,
} from '../upload/uploadFile';
import { ATTACH, uploadStep } from '../run/completedSteps';
import type { WritingTools } from '../run/writing';

/** From this size on files take longer to upload than it takes to ask for the job's status, bytes. */
const STATUS_CHECK_BYTES = 8 * 1024 * 1024;

/**
 * Asks Verbit whether a job still accepts media, before large files are uploaded in vain. Skipped if an earlier try
 * of the node has begun, because the job may have its media from that try.
 * @throws StepError for a job that isn't Pending, and for what Verbit refuses. If the status can't be read, the
 * upload goes on, and the call that attaches the media decides.
 */
export async function checkJobTakesMedia(
	{ client, completed }: Pick<WritingTools, 'client' | 'completed'>,
	jobId: number,
	step: Step,
	parts: AssetOrFile[],
): Promise<void> {
	if (!isLarge(parts) || completed.hasBegun) return;
	const info = await jobInfo(client, jobId, step).catch((error: unknown) => {
		if (error instanceof StepError && error.details.errorType !== undefined) throw error;
		return {};
	});
	const { state, text: status } = readJobStatus(info);
	if (state === 'pending' || state === 'unknown') return;
	throw createError('JOB_NOT_PENDING', { status }, { step, jobId, jobStatus: status });
}

/** A URL's file may be of any size. */
function isLarge(parts: AssetOrFile[]): boolean {
	const sizes = parts.map((part) => ('file' in part ? (part.file.source.size ?? Infinity) : 0));
	return sizes.reduce((sum, size) => sum + size, 0) >= STATUS_CHECK_BYTES;
}

/**
 * Uploads the parts that are files. All of them finish: none is still running when another fails, and none is uploaded
 * twice.
 * @returns the assets of all parts in order, the details of those that were uploaded, and the subject of the call that
 * attaches them
 * @throws StepError when an earlier try of the node has attached other parts, or a URL; nothing is uploaded then
 */
export async function uploadParts(
	tools: WritingTools,
	parts: AssetOrFile[],
): Promise<{ assetIds: string[]; files: UploadedFile[]; subject: unknown }> {
	const subject = parts.map((part) => ('file' in part ? part.file.source.identity : part.assetId));
	tools.completed.find(ATTACH, subject);
	const outcomes = await Promise.allSettled(
		parts.map((part, index) => ('file' in part ? uploadOnce(tools, part.file, index) : undefined)),
	);
	const uploaded = outcomes.map((outcome) => {
		if (outcome.status === 'rejected') throw outcome.reason;
		return outcome.value;
	});
	return {
		assetIds: parts.map((part, index) =>
			'file' in part ? (uploaded[index]?.asset_id as string) : part.assetId,
		),
		files: uploaded.filter((file) => file !== undefined),
		subject,
	};
}

/**
 * Uploads a file when its turn comes: as many at a time, over all items, as the option Concurrency says. What an earlier
 * try of the node has uploaded isn't sent again, unless Verbit has deleted it: an asset that isn't used within a day.
 * @param part of the task, from 0
 */
export async function uploadOnce(
	tools: WritingTools,
	file: FileToUpload,
	part = 0,
): Promise<UploadedFile> {
	const { completed, transfers, signal } = tools;
	const step = uploadStep(part);
	const subject = [file.source.identity, file.uploadUrl?.split('?')[0]];
	const before = completed.find(step, subject)?.result as UploadedFile | undefined;
	const isAttached = completed.find(ATTACH)?.result !== undefined;
	if (before && (isAttached || Date.parse(before.use_before) > Date.now())) return before;
	completed.forget(step);
	return await transfers.use(async () => {
		// A file that was queued isn't opened after a stop.
		signal.throwIfAborted();
		const uploaded = await uploadFile(tools, file);
		completed.done(step, uploaded, subject);
		return uploaded;
	});
}

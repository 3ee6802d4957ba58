import { jobInfo, readJobStatus } from '../api/jobInfo';
import { createError } from '../errors/createError';
import type { Step } from '../errors/messages/message';
import { StepError } from '../errors/stepError';
import type { Tools } from '../run/operation';
import type { UploadedFile } from '../run/saved';
import { type FileToUpload, type MediaSource, uploadFile } from '../upload/uploadFile';

/** Files below this size upload faster than Verbit could be asked for the job's status, bytes. */
const STATUS_CHECK_BYTES = 8 * 1024 * 1024;

/**
 * Asks whether a job still accepts media, before large files are uploaded in vain, but not if an earlier try may have added
 * them. If the status can't be read, the call that attaches them decides.
 * @throws StepError for a job that isn't Pending, and for what Verbit refuses
 */
export async function checkJobTakesMedia(
	{ client, journal }: Pick<Tools, 'client' | 'journal'>,
	jobId: number,
	step: Step,
	parts: Array<string | MediaSource>,
): Promise<void> {
	// A URL's file may be of any size.
	const sizes = parts.map((part) => (typeof part === 'string' ? 0 : (part.size ?? Infinity)));
	const size = sizes.reduce((sum, one) => sum + one, 0);
	if (size < STATUS_CHECK_BYTES || journal.hasBegun) return;
	const info = await jobInfo(client, jobId, step).catch((error: unknown) => {
		if (error instanceof StepError && error.details.errorType !== undefined) throw error;
		return {};
	});
	const { state, text: status } = readJobStatus(info);
	if (state === 'pending' || state === 'unknown') return;
	const values = { response: `status ${status}` };
	throw createError('MEDIA_ALREADY_ADDED', values, { step, jobId, jobStatus: status });
}

/**
 * Uploads the parts that are files, each once. All of them finish, also when one fails.
 * @param parts the ID of an asset, or a file
 * @returns the assets of all parts in order, what was uploaded, and the subject of the call that attaches them
 * @throws StepError, before it uploads, when an earlier try of the node has attached something else
 */
export async function uploadParts(
	tools: Tools,
	jobId: number,
	parts: Array<string | MediaSource>,
): Promise<{ assetIds: string[]; files: UploadedFile[]; subject: unknown }> {
	const subject = parts.map((part) => (typeof part === 'string' ? part : part.identity));
	tools.journal.find('attach', subject);
	const outcomes = await Promise.allSettled(
		parts.map(async (part, index) =>
			typeof part === 'string'
				? part
				: await uploadJournaled(tools, { jobId, source: part }, index),
		),
	);
	const uploaded = outcomes.map((outcome) => {
		if (outcome.status === 'rejected') throw outcome.reason;
		return outcome.value;
	});
	return {
		assetIds: uploaded.map((one) => (typeof one === 'string' ? one : String(one.asset_id))),
		files: uploaded.filter((one) => typeof one !== 'string'),
		subject,
	};
}

/**
 * Uploads a file when its turn comes: Concurrency limits all items together. What an earlier try of the node has
 * uploaded isn't sent again, unless Verbit has deleted it: an asset unused for a day. @param index of the file among the task's parts
 */
export async function uploadJournaled(
	tools: Tools,
	file: FileToUpload,
	index = 0,
): Promise<UploadedFile> {
	const { journal, transfers, signal } = tools;
	const step = `upload ${index}` as const;
	const subject = [file.source.identity, file.uploadUrl?.split('?')[0]];
	const uploadedFile = journal.find(step, subject)?.result;
	const isAttached = journal.isDone('attach');
	if (uploadedFile && (isAttached || Date.parse(uploadedFile.use_before) > Date.now()))
		return uploadedFile;
	journal.forget(step);
	const giveBack = await transfers.take();
	try {
		// A file that was queued isn't opened after a stop.
		signal.throwIfAborted();
		const uploaded = await uploadFile(tools, file);
		journal.keepResult(step, uploaded, subject);
		return uploaded;
	} finally {
		giveBack();
	}
}

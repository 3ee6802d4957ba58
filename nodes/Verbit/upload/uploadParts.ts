import type { UploadedFile } from '../journal/saved';
import type { Tools } from '../run/operation';
import { subjectOfParts, subjectOfUpload } from './identity';
import { type FileToUpload, type MediaSource, uploadFile } from './uploadFile';

/**
 * Uploads the parts that are files, each once. All of them finish, also when one fails.
 * @param parts the ID of an asset, or a file
 * @returns the assets of all parts in order, what was uploaded, and the subject of the call that attaches them
 * @throws StepError, before it uploads, when an earlier try of the node has uploaded or attached something else
 */
export async function uploadParts(
	tools: Tools,
	jobId: number,
	parts: Array<string | MediaSource>,
): Promise<{ assetIds: string[]; files: UploadedFile[]; subject: unknown }> {
	const subject = subjectOfParts(parts);
	tools.journal.refuseOther('attach', subject);
	// All are compared before the first is sent.
	for (const [index, part] of parts.entries()) {
		if (typeof part !== 'string')
			tools.journal.refuseOther(`upload ${index}`, subjectOfUpload({ source: part }));
	}
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
 * uploaded isn't sent again, unless Verbit has deleted it: an asset unused for a day.
 * @param index of the file among the task's parts
 */
export async function uploadJournaled(
	tools: Tools,
	file: FileToUpload,
	index = 0,
): Promise<UploadedFile> {
	const { journal, transfers, signal } = tools;
	const step = `upload ${index}` as const;
	const subject = subjectOfUpload(file);
	journal.refuseOther(step, subject);
	const uploadedFile = journal.find(step)?.result;
	const isAttached = journal.isDone('attach');
	if (uploadedFile && (isAttached || Date.parse(uploadedFile.use_before) > Date.now()))
		return uploadedFile;
	if (uploadedFile) journal.forgetStep(step);
	const giveBack = await transfers.take();
	try {
		// A file that was queued isn't opened after a stop.
		signal.throwIfAborted();
		const uploaded = await uploadFile(tools, file);
		journal.saveResult(step, uploaded, subject);
		return uploaded;
	} finally {
		giveBack();
	}
}

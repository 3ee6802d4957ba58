import type { Tools } from '../run/operation';
import { type FileOrAssetId, type SourceFile, subjectOfFiles } from './sourceFile';
import { uploadFile } from './uploadFile';

/** Uploads the files of a job, each once. All uploads finish, even if one fails. */
export async function uploadFiles(tools: Tools, jobId: number, files: FileOrAssetId[]) {
	// All files are compared before the first is sent.
	refuseOtherFiles(tools.journal, files);
	const uploads = files.map(async (file, index) =>
		typeof file === 'string' ? file : await uploadOnce(tools, jobId, file, { index }),
	);
	await Promise.allSettled(uploads);
	const uploaded = await Promise.all(uploads);
	// Only a file for a user's own upload URL has no asset ID.
	return {
		assetIds: uploaded.map((one) => (typeof one === 'string' ? one : String(one.asset_id))),
		files: uploaded.filter((one) => typeof one !== 'string'),
	};
}

export function refuseOtherFiles(journal: Tools['journal'], files: FileOrAssetId[]): void {
	journal.refuseOther('attach', subjectOfFiles(files));
	for (const [index, file] of files.entries())
		if (typeof file !== 'string') journal.refuseOther(`upload ${index}`, subjectOfUpload(file));
}

function subjectOfUpload({ subject }: SourceFile, uploadUrl?: string) {
	// The query is left out, because the user may have the upload URL signed again.
	return [subject, uploadUrl?.split('?')[0]];
}

/**
 * Uploads a file in its turn. A file of an earlier try isn't sent again, unless Verbit has deleted its asset after a day. It isn't a
 * call for `runStep`, which would keep a doubt: an upload in doubt is simply repeated.
 */
export async function uploadOnce(
	tools: Tools,
	jobId: number,
	source: SourceFile,
	{ uploadUrl, index = 0 }: { uploadUrl?: string; index?: number },
) {
	const { journal, transfers, signal } = tools;
	const step = `upload ${index}` as const;
	const subject = subjectOfUpload(source, uploadUrl);
	const earlier = journal.resultOf(step, subject);
	const isAttached = journal.isDone('attach');
	if (earlier && (isAttached || Date.parse(earlier.use_before) > Date.now())) return earlier;
	if (earlier) journal.forgetSteps((name) => name === step);
	const release = await transfers.acquire();
	try {
		// A file that was queued isn't opened after a Stop.
		signal.throwIfAborted();
		const uploaded = await uploadFile(tools, jobId, source, uploadUrl);
		journal.saveResult(step, uploaded, subject);
		return uploaded;
	} finally {
		release();
	}
}

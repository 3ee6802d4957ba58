import type { FileToUpload } from '../upload/uploadFile';
import type { UploadedFile } from '../upload/uploadedFile';
import { ATTACH, type CompletedSteps, START } from './completedSteps';

/** What a task has made at Verbit so far. */
export interface Made {
	completed: CompletedSteps;
	uploads: Upload[];
}

interface Upload {
	fileName: string;
	jobId: number;
	/** Missing where the file went to an upload URL that the user gave. */
	assetId?: string;
}

export function uploadOf(
	{ file_name: fileName, asset_id: assetId }: UploadedFile,
	{ jobId }: FileToUpload,
): Upload {
	return { fileName, jobId, assetId };
}

/** `"talk.wav" (job 7, asset a1), …`; empty where nothing was uploaded. */
export function listFiles(made: Made[]): string {
	return made
		.flatMap(({ uploads }) => uploads)
		.map(({ fileName, jobId, assetId }) => {
			const asset = assetId === undefined ? 'at its upload URL' : `asset ${assetId}`;
			return `"${fileName}" (job ${jobId}, ${asset})`;
		})
		.join(', ');
}

/** `job 7 (started), job 8 (no media yet)`; empty where no job was created. */
export function listJobs(made: Made[]): string {
	return made
		.filter(({ completed }) => completed.createdJob !== undefined)
		.map(({ completed }) => `job ${completed.createdJob} (${stateOf(completed)})`)
		.join(', ');
}

function stateOf(completed: CompletedSteps): string {
	if (completed.find(START)?.result !== undefined) return 'started';
	return completed.find(ATTACH)?.result === undefined ? 'no media yet' : 'not started';
}

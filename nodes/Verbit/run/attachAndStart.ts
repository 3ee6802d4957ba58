import type { IDataObject } from 'n8n-workflow';

import { StepError } from '../errors/stepError';
import type { MediaSource } from '../upload/source';
import type { JobCall } from '../api/jobCall';
import { addMedia, type Media } from '../api/addMedia';
import { type StartOptions, startTranscription } from '../api/startTranscription';
import type { TransferOptions } from '../upload/transferOptions';
import { redactUrlsIn } from '../http/redactUrlsIn';
import { callOnce } from './completedSteps';
import type { Run } from './operation';
import { uploadParts } from './uploadParts';

/** What a job is to transcribe: a link, or files, which are merged when there are several. */
export type Recording = { url: string } | { sources: MediaSource[]; transfer: TransferOptions };

/**
 * Gives a new job its recording and starts it. Each step is done once, also over several tries of the node.
 * @param start left out to leave the job as it is then
 * @throws StepError that says from where the job can be brought on
 */
export async function attachAndStart(
	run: Run,
	call: JobCall,
	recording: Recording,
	start?: StartOptions,
): Promise<IDataObject> {
	const { media, json } = await upload(run, call, recording).catch(
		goOnWith(call, MEDIA_IS_MISSING),
	);
	const attached = await callOnce(
		run.completed,
		'attach',
		async (earlier) => await addMedia(run.client, call, media, earlier),
	).catch(goOnWith(call, MEDIA_IS_MISSING));
	if (start === undefined) return { ...json, ...attached, transcription_started: false };
	const started = await callOnce(
		run.completed,
		'start',
		async (earlier) => await startTranscription(run.client, call, start, earlier),
	).catch(goOnWith(call, START_IS_MISSING));
	return { ...json, ...attached, ...started, transcription_started: true };
}

async function upload(
	run: Run,
	call: JobCall,
	recording: Recording,
): Promise<{ media: Media; json: IDataObject }> {
	if ('url' in recording) {
		const media = { media_url: recording.url };
		return { media, json: redactUrlsIn(media) };
	}
	const { sources, transfer } = recording;
	const parts = sources.map((source) => ({ file: { ...call, source, transfer } }));
	const { assetIds, files } = await uploadParts(run, parts);
	if (files.length === 1) return { media: { asset_ids: assetIds }, json: files[0] };
	const media = { asset_ids: assetIds, merge_assets: true as const };
	return { media, json: { ...media, files } };
}

const MEDIA_IS_MISSING =
	'has been created and has no media yet. Go on from there with Add Media or Merge, and then Start Transcription';

const START_IS_MISSING =
	'has its media and is not started. Go on from there with Start Transcription';

/** A handler that adds to an error what there is already, so that nobody has to make it twice. */
function goOnWith({ jobId }: JobCall, state: string) {
	return (error: unknown): never => {
		if (!(error instanceof StepError)) throw error;
		const wayOn = `Job ${jobId} ${state}. Retry On Fail goes on from there by itself and creates no other job.`;
		throw new StepError({ ...error.details, remedy: `${error.details.remedy} ${wayOn}` });
	};
}

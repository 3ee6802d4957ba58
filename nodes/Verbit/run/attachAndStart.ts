import type { IDataObject } from 'n8n-workflow';

import { attach, type Media, newJobsMedia } from '../api/attach';
import type { JobCall } from '../api/serviceCall';
import { type StartOptions, startTranscription } from '../api/startTranscription';
import type { Code } from '../errors/catalogue';
import { advise, adviceText } from '../errors/fault';
import { StepError } from '../errors/stepError';
import { decode } from '../http/headers';
import { redactUrlsIn } from '../http/redact';
import { mediaFileName } from '../upload/fileName';
import type { MediaSource, TransferOptions } from '../upload/source';
import { ATTACH, callOnce, START } from './completedSteps';
import type { Run } from './operation';
import { uploadParts } from './uploadParts';

/** What a job is to transcribe: a link, or files, which are merged when there are several. */
export type Recording = { url: string } | { sources: MediaSource[]; transfer: TransferOptions };

/**
 * Attaches the recording to a new job and starts it. Each step is done once, also over several tries of the node.
 * @param start omitted to leave the job unstarted
 * @throws StepError that says which step to continue from
 */
export async function attachAndStart(
	run: Run,
	call: JobCall,
	recording: Recording,
	start?: StartOptions,
): Promise<IDataObject> {
	const { media, json } = await upload(run, call, recording).catch(
		continueWith(call, 'JOB_WITHOUT_MEDIA'),
	);
	// The last call is the one that costs: from it on an external ID is in doubt until it is done.
	const lastCall = async <T>(send: () => Promise<T>) =>
		await (run.externalId?.during('last call', send) ?? send());
	const attached = await callOnce(
		run.completed,
		ATTACH,
		async (earlier) => {
			const add = async () => await attach(run.client, call, newJobsMedia(media), earlier);
			return await (start === undefined ? lastCall(add) : add());
		},
		'url' in recording ? recording : undefined,
	).catch(continueWith(call, 'JOB_WITHOUT_MEDIA'));
	if (start === undefined) return { ...json, ...attached, transcription_started: false };
	const started = await callOnce(
		run.completed,
		START,
		async (earlier) =>
			await lastCall(async () => await startTranscription(run.client, call, start, earlier)),
	).catch(continueWith(call, 'JOB_NOT_STARTED'));
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

/** Say what state the job is in: it can't be started any more. */
const NOT_TO_START = ['JOB_ALREADY_STARTED', 'JOB_ENDED'] satisfies Code[];

/** Asks for media, which the job has. */
const ASKS_FOR_MEDIA = 'JOB_NOT_READY' satisfies Code;

/** Creates an error handler that adds what exists already to the error, to keep users from creating it twice. */
function continueWith({ jobId }: JobCall, advice: 'JOB_WITHOUT_MEDIA' | 'JOB_NOT_STARTED') {
	return (error: unknown): never => {
		if (!(error instanceof StepError)) throw error;
		const { code = '' } = error.details;
		if ((NOT_TO_START as string[]).includes(code)) throw error;
		if (code === ASKS_FOR_MEDIA) throw error.with({ remedy: adviceText(advice, { jobId }) });
		throw advise(error, advice, { jobId });
	};
}

/** The name of a recording's first file, for a job that has no name of its own; none for a URL without a path. */
export function recordingName(recording: Recording): string | undefined {
	if ('sources' in recording) return recording.sources[0].fileName;
	const lastPart = new URL(recording.url).pathname.split('/').pop() as string;
	const fileName = decode(lastPart).trim();
	return fileName === '' ? undefined : mediaFileName({ fileName, property: 'recording' });
}

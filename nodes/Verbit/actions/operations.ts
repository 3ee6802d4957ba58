import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { add as assetAdd } from './asset/add';
import { upload as assetUpload } from './asset/upload';
import { create as jobCreate } from './job/create';
import { get as jobGet } from './job/get';
import { getCaptions as jobGetCaptions } from './job/getCaptions';
import { requestUploadUrl as jobRequestUploadUrl } from './job/requestUploadUrl';
import { start as jobStart } from './job/start';
import { wait as jobWait } from './job/wait';
import { add as mediaAdd } from './media/add';
import { addBackupRecording as mediaAddBackupRecording } from './media/addBackupRecording';
import { addNotes as mediaAddNotes } from './media/addNotes';
import { merge as mediaMerge } from './media/merge';
import { submit as recordingSubmit } from './recording/submit';
import { transcribe as recordingTranscribe } from './recording/transcribe';
import { createError } from '../errors/createError';
import { runOperation } from '../run/runner';
import { refusalOfSaved, type WritingOperation } from '../run/journal';
import type { Operation } from '../run/operation';
import type { AwaitedJob } from '../wait/suspendedRun';
import { type WaitingOperation, WaitingRun } from '../wait/waiting';

interface Defined extends Pick<Operation<never>, 'name' | 'action' | 'description' | 'fields'> {
	execute: (context: IExecuteFunctions, key: string) => Promise<INodeExecutionData[]>;
}

function define<Plan>(operation: WritingOperation<Plan>): Defined {
	const execute: Defined['execute'] = async (context, key) =>
		await runOperation(context, operation, key);
	return { ...operation, execute };
}

function defineWaiting<Plan, Job extends AwaitedJob>(
	operation: WaitingOperation<Plan, Job>,
): Defined {
	const execute: Defined['execute'] = async (context, key) =>
		await new WaitingRun(context, operation, key).run();
	return { ...operation, execute };
}

/** By resource and operation, which are part of saved workflows. */
export const operations: Record<string, Defined> = {
	'recording:transcribe': defineWaiting(recordingTranscribe),
	'recording:submit': define(recordingSubmit),
	'job:create': define(jobCreate),
	'job:start': define(jobStart),
	'job:get': define(jobGet),
	'job:wait': defineWaiting(jobWait),
	'job:getCaptions': define(jobGetCaptions),
	'job:requestUploadUrl': define(jobRequestUploadUrl),
	'media:add': define(mediaAdd),
	'media:merge': define(mediaMerge),
	'media:addBackupRecording': define(mediaAddBackupRecording),
	'media:addNotes': define(mediaAddNotes),
	'asset:add': define(assetAdd),
	'asset:upload': define(assetUpload),
};

/** An unknown one, and what another version has saved, fails for each item: thrown past Continue On Fail, an error would make n8n pass the items on. */
export async function executeOperation(context: IExecuteFunctions, key: string) {
	const refusal = refusalOfSaved(context);
	if (key in operations && !refusal) return await operations[key].execute(context, key);
	const refuse = async () => {
		throw refusal ?? createError('OPERATION_UNKNOWN', { operation: key });
	};
	return await runOperation(context, { fields: [], plan: refuse, perform: refuse }, key);
}

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
import type { Operation } from '../run/operation';
import type { AwaitedJob } from '../wait/suspendedRun';
import type { WaitingOperation } from '../wait/waiting';

type AnyOperation = Operation<unknown> | WaitingOperation<unknown, AwaitedJob>;

export const operations: Record<string, AnyOperation> = {
	'recording:transcribe': recordingTranscribe,
	'recording:submit': recordingSubmit,
	'job:create': jobCreate,
	'job:start': jobStart,
	'job:get': jobGet,
	'job:wait': jobWait,
	'job:getCaptions': jobGetCaptions,
	'job:requestUploadUrl': jobRequestUploadUrl,
	'media:add': mediaAdd,
	'media:merge': mediaMerge,
	'media:addBackupRecording': mediaAddBackupRecording,
	'media:addNotes': mediaAddNotes,
	'asset:add': assetAdd,
	'asset:upload': assetUpload,
};

/**
 * An operation that this version of the node doesn't have fails for each item: an error thrown past Continue On
 * Fail would make n8n pass the items on unchanged.
 */
export function findOperation(resource: string, operation: string): AnyOperation {
	return operations[`${resource}:${operation}`] ?? unknownOperation(`${resource}:${operation}`);
}

function unknownOperation(operation: string): Operation<unknown> {
	const refuse = async () => {
		throw createError('OPERATION_UNKNOWN', { operation });
	};
	return { option: { name: operation, value: operation }, fields: [], plan: refuse, run: refuse };
}

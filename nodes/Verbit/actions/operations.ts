import { add as assetAdd } from './asset/add';
import { upload as assetUpload } from './asset/upload';
import { create as jobCreate } from './job/create';
import { get as jobGet } from './job/get';
import { getCaptions as jobGetCaptions } from './job/getCaptions';
import { requestUploadUrl as jobRequestUploadUrl } from './job/requestUploadUrl';
import { start as jobStart } from './job/start';
import { submit as jobSubmit } from './job/submit';
import { wait as jobWait } from './job/wait';
import { add as mediaAdd } from './media/add';
import { addBackupRecording as mediaAddBackupRecording } from './media/addBackupRecording';
import { addNotes as mediaAddNotes } from './media/addNotes';
import { merge as mediaMerge } from './media/merge';
import type { Operation } from '../run/operation';

/** Every operation of the node, by `resource:operation`, in the order of a job's life. */
export const operations: Record<string, Operation<unknown>> = {
	'asset:add': assetAdd,
	'asset:upload': assetUpload,
	'job:submit': jobSubmit,
	'job:create': jobCreate,
	'job:start': jobStart,
	'job:wait': jobWait,
	'job:get': jobGet,
	'job:getCaptions': jobGetCaptions,
	'job:requestUploadUrl': jobRequestUploadUrl,
	'media:add': mediaAdd,
	'media:merge': mediaMerge,
	'media:addBackupRecording': mediaAddBackupRecording,
	'media:addNotes': mediaAddNotes,
};

/**
 * The operation of a resource, e.g. of `job` and `wait`; nothing for one that this version of the node does not
 * have.
 */
export function findOperation(resource: string, operation: string): Operation<unknown> | undefined {
	return operations[`${resource}:${operation}`];
}

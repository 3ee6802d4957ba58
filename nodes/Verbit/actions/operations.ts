import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { createError } from '../errors/createError';
import type { NodeOperation, Operation } from '../run/operation';
import { runOperation } from '../run/runner';
import type { AwaitedJob } from '../run/saved';
import { savedByOtherVersion } from '../run/savedRun';
import { type WaitingOperation, WaitingRun } from '../wait/waiting';
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

const run = <Plan>(own: Operation<Plan>): NodeOperation => ({
	...own,
	execute: async (context, key) => await runOperation(context, own, key),
});

const wait = <Plan, Job extends AwaitedJob>(own: WaitingOperation<Plan, Job>): NodeOperation => ({
	...own,
	execute: async (context, key) => await new WaitingRun(context, own, key).run(),
});

/** What the node can do, by resource and operation, which are part of saved workflows. */
export const operations: Record<string, NodeOperation> = {
	'recording:transcribe': wait(recordingTranscribe),
	'recording:submit': run(recordingSubmit),
	'job:create': run(jobCreate),
	'job:start': run(jobStart),
	'job:get': run(jobGet),
	'job:wait': wait(jobWait),
	'job:getCaptions': run(jobGetCaptions),
	'job:requestUploadUrl': run(jobRequestUploadUrl),
	'media:add': run(mediaAdd),
	'media:merge': run(mediaMerge),
	'media:addBackupRecording': run(mediaAddBackupRecording),
	'media:addNotes': run(mediaAddNotes),
	'asset:add': run(assetAdd),
	'asset:upload': run(assetUpload),
};

export async function executeOperation(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const [resource, name] = ['resource', 'operation'].map((field) =>
		context.getNodeParameter(field, 0),
	);
	const operationKey = `${resource}:${name}`;
	const unreadable = savedByOtherVersion(context);
	if (!(operationKey in operations) || unreadable) {
		// It fails for each item: if it were thrown past Continue On Fail, n8n would pass the items on.
		const refuse = async () => {
			throw unreadable ?? createError('OPERATION_UNKNOWN', { operation: operationKey });
		};
		return await runOperation(context, { fields: [], plan: refuse, perform: refuse }, operationKey);
	}
	return await operations[operationKey].execute(context, operationKey);
}

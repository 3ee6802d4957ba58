import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { createError } from '../errors/createError';
import type { AwaitedJob } from '../journal/saved';
import { otherVersionError } from '../journal/storage';
import type { NodeOperation, Operation } from '../run/operation';
import { runOperation } from '../run/runner';
import { itemsReplacedError } from '../wait/suspendedRun';
import { type WaitingOperation, WaitingRun } from '../wait/waitingRun';
import { assetAdd } from './asset/add';
import { assetUpload } from './asset/upload';
import { jobCreate } from './job/create';
import { jobGet } from './job/get';
import { jobGetCaptions } from './job/getCaptions';
import { jobRequestUploadUrl } from './job/requestUploadUrl';
import { jobStart } from './job/start';
import { jobWait } from './job/wait';
import { mediaAdd } from './media/add';
import { mediaAddBackupRecording } from './media/addBackupRecording';
import { mediaAddNotes } from './media/addNotes';
import { mediaMerge } from './media/merge';
import { recordingSubmit } from './recording/submit';
import { recordingTranscribe } from './recording/transcribe';

const run = <Plan>(own: Operation<Plan>): NodeOperation => ({
	...own,
	execute: async (context, key) => await runOperation(context, own, key),
});

const wait = <Plan, Job extends AwaitedJob>(own: WaitingOperation<Plan, Job>): NodeOperation => ({
	...own,
	execute: async (context, key) => await new WaitingRun(context, own, key).run(),
});

/** The node's operations by `resource:operation`, two names that saved workflows contain. */
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
} satisfies Record<`${'asset' | 'job' | 'media' | 'recording'}:${string}`, NodeOperation>;

export async function executeOperation(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const read = (name: string) => String(context.getNodeParameter(name, 0));
	const operationKey = `${read('resource')}:${read('operation')}`;
	const unusable = otherVersionError(context) ?? itemsReplacedError(context);
	if (!(operationKey in operations) || unusable) {
		// Each item fails on its own, because after an error thrown here, n8n's Continue On Fail would pass the items on unchanged.
		const refuse = async () => {
			throw unusable ?? createError('OPERATION_UNKNOWN', { operation: operationKey });
		};
		return await runOperation(context, { fields: [], plan: refuse, perform: refuse }, operationKey);
	}
	return await operations[operationKey].execute(context, operationKey);
}

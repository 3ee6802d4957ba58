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

const asOperation = <Plan>(operation: Operation<Plan>): NodeOperation => ({
	...operation,
	execute: async (context, key) => await runOperation(context, operation, key),
});

const asWaiting = <Plan, Job extends AwaitedJob>(
	operation: WaitingOperation<Plan, Job>,
): NodeOperation => ({
	...operation,
	execute: async (context, key) => await new WaitingRun(context, operation, key).run(),
});

/** The node's operations by `resource:operation`, two names that saved workflows contain. */
export const operations: Record<string, NodeOperation> = {
	'recording:transcribe': asWaiting(recordingTranscribe),
	'recording:submit': asOperation(recordingSubmit),
	'job:create': asOperation(jobCreate),
	'job:start': asOperation(jobStart),
	'job:get': asOperation(jobGet),
	'job:wait': asWaiting(jobWait),
	'job:getCaptions': asOperation(jobGetCaptions),
	'job:requestUploadUrl': asOperation(jobRequestUploadUrl),
	'media:add': asOperation(mediaAdd),
	'media:merge': asOperation(mediaMerge),
	'media:addBackupRecording': asOperation(mediaAddBackupRecording),
	'media:addNotes': asOperation(mediaAddNotes),
	'asset:add': asOperation(assetAdd),
	'asset:upload': asOperation(assetUpload),
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

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { createError } from '../errors/createError';
import { hintOnce } from '../errors/hint';
import { readSignedUrl } from '../http/signedUrl';
import { isToolRun } from '../n8n/tools';
import { binarySource } from './binarySource';
import { mediaFileName } from './fileName';
import type { MediaSource } from './source';
import type { FileToUpload } from './uploadFile';
import { readAssetIds } from '../parameters/assetIds';
import { filesIn, filesOf, INPUT_FIELD, type Order } from './binaryFields';
import { textAs } from '../parameters/field';
import { readOptions } from '../parameters/jobId';
import { readText } from '../parameters/values';
import { readTransferOptions, type TransferOptions } from './transferOptions';

/** No file's content is read. @throws StepError also for one name for several files, and for an AI agent */
export async function readBinarySources(
	context: IExecuteFunctions,
	itemIndex: number,
	transfer: TransferOptions,
	order?: Order,
): Promise<MediaSource[]> {
	if (isToolRun(context)) throw createError('AGENT_HAS_NO_FILES', {});
	const parameter = context.getNodeParameter('binaryPropertyName', itemIndex);
	const item = context.getInputData()[itemIndex];
	const files = filesIn(parameter, item, order);
	if (transfer.fileName !== undefined && files.length > 1) {
		throw createError('SEVERAL_FILES', { cause: 'fileName', count: files.length });
	}
	const sources: MediaSource[] = [];
	for (const file of files) sources.push(await binarySource(context, file, transfer));
	const sent = files.map(({ name }) => name);
	const others = filesOf(item).filter(({ name }) => !sent.includes(name));
	if (others.length > 0) {
		const fields = others.map(({ name }) => `'${name}'`).join(', ');
		hintOnce(context, 'FILES_NOT_SENT', { item: itemIndex, fields });
	}
	return sources;
}

export type AssetOrFile = { assetId: string } | { file: FileToUpload };

/** @param operation one that accepts a single file */
export async function readParts(
	context: IExecuteFunctions,
	itemIndex: number,
	jobId: number,
	source: 'assetIds' | 'binary',
	operation?: string,
): Promise<AssetOrFile[]> {
	if (source === 'assetIds') {
		const assetIds = readAssetIds(context.getNodeParameter('assetIds', itemIndex));
		return assetIds.map((assetId) => ({ assetId }));
	}
	const transfer = readTransferOptions(readOptions(context, itemIndex));
	const sources = await readBinarySources(context, itemIndex, transfer);
	const { length: count } = sources;
	if (operation !== undefined && count !== 1) {
		throw createError('ONE_ACCEPTED', { operation, thing: 'file', count, field: INPUT_FIELD });
	}
	return sources.map((source) => ({ file: { jobId, source, transfer } }));
}

/** Of a file that the user uploads. */
export const ownFileName = textAs(readOwnFileName, 'File Name', 'fileName', {
	required: true,
	placeholder: 'e.g. lecture.mp4',
	description: 'Name of the file you will upload',
});

function readOwnFileName(field: string, given: unknown): string {
	const fileName = readText(field, given);
	if (fileName !== undefined) return mediaFileName({ fileName, property: 'recording' });
	const example = 'the name of the file that you will upload, for example lecture.mp4';
	throw createError('FIELD_EMPTY', { field, example });
}

export function expiryOf(uploadUrl?: string): IDataObject {
	const expiresAt = uploadUrl === undefined ? undefined : readSignedUrl(uploadUrl).expiresAt;
	return expiresAt === undefined
		? {}
		: { upload_url_expires_at: new Date(expiresAt).toISOString() };
}

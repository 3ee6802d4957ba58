import type { IBinaryData, IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { JobCall } from '../api/serviceCall';
import { fault } from '../errors/fault';
import { readSignedUrl } from '../http/signedUrl';
import { type BinarySource, binarySource } from '../upload/binarySource';
import { mediaFileName } from '../upload/fileName';
import type { TransferOptions } from '../upload/source';
import type { FileToUpload } from '../upload/uploadFile';
import { readAssetIds } from './assetIds';
import { binaryFields, fileNotFound } from './binaryFields';
import { readOptions } from './jobCall';
import { readTransferOptions } from './transferOptions';
import { readText } from './values';

/**
 * Describes the files of an item that the parameter Input Binary Field names, in its order. None is read for it.
 * @throws StepError when one is missing or empty, or one name is set for several files
 */
export async function readBinarySources(
	context: IExecuteFunctions,
	itemIndex: number,
	{ fileName, contentType }: TransferOptions,
): Promise<BinarySource[]> {
	refuseFilesOfAgent(context);
	const parameter = context.getNodeParameter('binaryPropertyName', itemIndex);
	const fields = binaryFields(parameter, context.getInputData()[itemIndex]);
	if (fileName !== undefined && fields.length > 1) {
		throw fault('FILE_NAME_FOR_SEVERAL', { count: fields.length });
	}
	const sources: BinarySource[] = [];
	for (const field of fields) {
		const binary = findBinary(context, itemIndex, field);
		sources.push(await binarySource(context, { binary, field }, { fileName, contentType }));
	}
	hintAtMemory(context, sources);
	return sources;
}

function findBinary(context: IExecuteFunctions, itemIndex: number, field: string): IBinaryData {
	const item = context.getInputData()[itemIndex];
	// With combined binary data and files in memory, n8n leaves them where its own helper does not look for them.
	const beside = item.binary ?? {};
	const binary = Object.keys(beside).includes(field)
		? beside[field]
		: askForBinary(context, itemIndex, field);
	// A Code node may put anything there.
	if (typeof binary === 'object' && binary !== null) return binary;
	throw fileNotFound(field, item);
}

function askForBinary(
	context: IExecuteFunctions,
	itemIndex: number,
	field: string,
): IBinaryData | undefined {
	try {
		return context.helpers.assertBinaryData(itemIndex, field);
	} catch {
		return undefined;
	}
}

/** From this size on it matters where n8n keeps a file. */
const MEMORY_HINT_BYTES = 64 * 1024 * 1024;

/** Executions of the node that have had the hint: one for each of a thousand files would hide all others. */
const hinted = new WeakSet<IExecuteFunctions>();

/**
 * Hints at n8n's setting where a large file is held in memory: in these modes n8n holds all of it, whatever a node does.
 * `addExecutionHints` is missing in older n8n.
 */
function hintAtMemory(context: IExecuteFunctions, sources: BinarySource[]): void {
	const held = sources.find(
		({ size, isHeldInMemory }) => isHeldInMemory && size >= MEMORY_HINT_BYTES,
	);
	if (held === undefined || hinted.has(context)) return;
	hinted.add(context);
	context.addExecutionHints?.({
		message: `n8n holds all of "${held.fileName}" in memory, because it keeps files in memory or in its database. For large recordings, set N8N_DEFAULT_BINARY_DATA_MODE to filesystem, or use a URL as the source.`,
		type: 'warning',
		location: 'outputPane',
	});
}

/** The files of an item that go to its job, as the parameter Input Binary Field and the transfer options say. */
export async function readFiles(
	context: IExecuteFunctions,
	itemIndex: number,
	call: JobCall,
): Promise<FileToUpload[]> {
	const transfer = readTransferOptions(readOptions(context, itemIndex));
	const sources = await readBinarySources(context, itemIndex, transfer);
	return sources.map((source) => ({ ...call, source, transfer }));
}

/**
 * The file of an item, for an operation that takes one.
 * @param code of the error for several
 */
export async function readOneFile(
	context: IExecuteFunctions,
	itemIndex: number,
	call: JobCall,
	code: 'MEDIA_TAKES_ONE_FILE' | 'BACKUP_TAKES_ONE_FILE',
): Promise<FileToUpload> {
	const files = await readFiles(context, itemIndex, call);
	if (files.length === 1) return files[0];
	throw fault(code, { count: files.length });
}

/** One part of a call to a job: an asset, or a file to upload first. */
export type AssetOrFile = { assetId: string } | { file: FileToUpload };

/** The assets or files of an item, as its parameters Asset IDs or Input Binary Field say, in their order. */
export async function readParts(
	context: IExecuteFunctions,
	itemIndex: number,
	call: JobCall,
	source: 'assetIds' | 'binary',
): Promise<AssetOrFile[]> {
	if (source === 'assetIds') {
		const assetIds = readAssetIds(context.getNodeParameter('assetIds', itemIndex));
		return assetIds.map((assetId) => ({ assetId }));
	}
	const files = await readFiles(context, itemIndex, call);
	return files.map((file) => ({ file }));
}

/** The assets that are named, not uploaded. */
export function namedAssets(parts: AssetOrFile[]): string[] {
	return parts.flatMap((part) => ('assetId' in part ? [part.assetId] : []));
}

/**
 * Whether an AI agent called the node. Newer n8n runs a tool as any node, under the type that it derives for tools;
 * older n8n has no `isToolExecution`.
 */
export function isToolRun(context: IExecuteFunctions): boolean {
	return context.isToolExecution?.() === true || context.getNode().type.endsWith('Tool');
}

/** For what takes a file of the item: n8n gives a tool no binary data. @throws StepError for an AI agent */
export function refuseFilesOfAgent(context: IExecuteFunctions): void {
	if (isToolRun(context)) throw fault('AGENT_HAS_NO_FILES', {});
}

/** For operations that give a pre-signed URL to upload a file to. */
export const fileNameField: INodeProperties = {
	displayName: 'File Name',
	name: 'fileName',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. lecture.mp4',
	description: 'Name of the file you will upload',
};

/** A text, or a number as an expression may return it. @throws StepError when it isn't one, or empty */
export function readFileName(context: IExecuteFunctions, itemIndex: number): string {
	const fileName = readText('File Name', context.getNodeParameter('fileName', itemIndex));
	if (fileName === undefined) throw fault('FILE_NAME_MISSING', {});
	return mediaFileName({ fileName, property: 'recording' });
}

/** When the URL expires, where it says so itself. */
export function expiryOf(uploadUrl?: string): IDataObject {
	const expiresAt = uploadUrl === undefined ? undefined : readSignedUrl(uploadUrl).expiresAt;
	return expiresAt === undefined
		? {}
		: { upload_url_expires_at: new Date(expiresAt).toISOString() };
}

import type { IExecuteFunctions } from 'n8n-workflow';

import { createError } from '../errors/createError';
import { hintOnce } from '../errors/hints';
import type { StepError } from '../errors/stepError';
import { contentTypeOf } from '../http/headers';
import { closeContent } from '../http/openResponse';
import { readNetworkFailure } from '../http/retry';
import {
	isGone,
	isHeldInMemory,
	isNameOfStorage,
	isOverNetwork,
	lastPartOfId,
	storedId,
} from '../n8n/binaryStorage';
import { streamOf } from '../n8n/streamOf';
import { isToolRun } from '../n8n/tools';
import { readOptions } from '../parameters/field';
import { filesIn, filesOf, type ItemFile, type Order } from './binaryFields';
import { mediaFileName } from './fileName';
import { readTransferOptions, type TransferOptions } from './transferOptions';
import type { MediaSource } from './uploadFile';

/** Bytes read at a time. Larger chunks delay n8n, which does nothing else then, and cost memory; smaller ones cost time. */
const CHUNK_BYTES = 1024 * 1024;

/** From this size on, n8n's setting is worth a hint where it holds files in memory, whatever a node does. */
const MEMORY_HINT_BYTES = 64 * 1024 * 1024;

/** Describes a file of an item, unread. @throws StepError when it is empty, of unknown size or gone */
export async function binarySource(
	context: IExecuteFunctions,
	{ name: field, file: binary }: ItemFile,
	transfer: TransferOptions,
): Promise<MediaSource> {
	const fileName = mediaFileName({
		fileName: transfer.fileName ?? binary.fileName,
		fileExtension: binary.fileExtension,
		mimeType: transfer.contentType ?? binary.mimeType,
		property: field,
	});
	const id = storedId(binary);
	const label = { file: fileName, field };
	const mayRecover = isOverNetwork(id);
	const brokenOff = (error: Error) => {
		const { reason } = readNetworkFailure(error);
		return createError('FILE_UNREADABLE', { reason }, { fileName, retriable: mayRecover });
	};
	const { size, read } =
		id === undefined
			? inItem(binary.data, label)
			: await inStorage(context, id, fileName, brokenOff);
	if (!Number.isSafeInteger(size) || size < 0)
		throw createError('FILE_INVALID', { ...label, fault: 'has no known size' });
	if (size === 0) throw createError('FILE_INVALID', { ...label, fault: 'is empty' });
	if (isHeldInMemory(id) && size >= MEMORY_HINT_BYTES)
		hintOnce(context, 'FILE_HELD_IN_MEMORY', { file: fileName }, 'warning');
	return {
		fileName,
		identity: `${lastPartOfId(id) ?? field} ${size}`,
		size,
		transfer,
		open: async () => {
			const content = await read().catch((error: Error) => {
				throw brokenOff(error);
			});
			// While nothing listens yet, an error would crash n8n.
			content.on('error', () => undefined);
			return {
				content,
				fileName,
				contentType: transfer.contentType ?? contentTypeOf(binary.mimeType),
				isTypeSetByUser: transfer.contentType !== undefined,
				size,
				// A database's driver may go on using what it has read.
				ownsChunks: !mayRecover,
				brokenOff,
				close: async () => await closeContent(content),
			};
		},
	};
}

/** The item itself has the file in base64, with line breaks or as a data URL, depending on the node that made it. */
function inItem(data: unknown, label: { file: string; field: string }) {
	// A Code node that copies a stored file without its ID leaves nothing to find the content by.
	if (typeof data !== 'string' || isNameOfStorage(data)) {
		throw createError('FILE_INVALID', { ...label, fault: 'is empty' });
	}
	const base64 = data.replace(/^data:[^,]*;base64,/i, '').replace(/\s/g, '');
	const rest = base64.length % 4;
	const isWhole = base64.includes('=') ? rest === 0 : rest !== 1;
	if (!isWhole || !/^[\w+/-]*={0,2}$/.test(base64)) {
		throw createError('FILE_INVALID', { ...label, fault: "isn't valid base64" });
	}
	return {
		size: Buffer.byteLength(base64, 'base64'),
		read: async () => streamOf([Buffer.from(base64, 'base64')]),
	};
}

async function inStorage(
	context: IExecuteFunctions,
	id: string,
	fileName: string,
	brokenOff: (error: Error) => StepError,
) {
	// Exact, unlike n8n's `fileSize` on the item, which is a text such as `537 MB`.
	const { fileSize: size } = await context.helpers.getBinaryMetadata(id).catch((error: Error) => {
		if (!isGone(error)) throw brokenOff(error);
		const values = { reason: `"${fileName}" was deleted` };
		throw createError('FILE_UNREADABLE', values, { step: 'Check input' });
	});
	return { size, read: async () => await context.helpers.getBinaryStream(id, CHUNK_BYTES) };
}

export function refuseSeveralFiles(option: string, { length: count }: unknown[]): void {
	const values = { cause: 'option', field: option, user: `'${option}'`, thing: 'file', count };
	if (count > 1) throw createError('ONE_ACCEPTED', values);
}

/** No file's content is read. @throws StepError also for one name for several files, and for an AI agent */
export async function readBinarySources(
	context: IExecuteFunctions,
	itemIndex: number,
	order?: Order,
): Promise<MediaSource[]> {
	if (isToolRun(context)) throw createError('AGENT_HAS_NO_FILES', {});
	const transfer = readTransferOptions(readOptions(context, itemIndex));
	const parameter = context.getNodeParameter('binaryPropertyName', itemIndex);
	const item = context.getInputData()[itemIndex];
	const files = filesIn(parameter, item, order);
	if (transfer.fileName !== undefined) refuseSeveralFiles('File Name', files);
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

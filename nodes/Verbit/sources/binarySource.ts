import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { createError } from '../errors/createError';
import { hintOnce } from '../errors/hints';
import type { StepError } from '../errors/stepError';
import { describeBody } from '../http/body';
import { readNetworkFailure } from '../http/networkFailure';
import { closeContent } from '../http/openResponse';
import { withRetries } from '../http/retry';
import { anySignal } from '../http/signals';
import { isAgentCall } from '../n8n/agents';
import {
	isGone,
	isHeldInMemory,
	isNameOfStorage,
	isOverNetwork,
	lastPartOfId,
	storedId,
} from '../n8n/binaryStorage';
import { type BinaryStream, streamOf } from '../n8n/streamOf';
import { readOptions } from '../parameters/field';
import type { SourceFile } from '../upload/sourceFile';
import { readTransferOptions, type TransferOptions } from '../upload/transferOptions';
import { fieldsIn, filesOf } from './binaryFields';
import { safeFileName } from './fileName';
import { extensionOfRecording, HEAD_BYTES, kindOfFile, typeOfFile } from './recordingFormat';

/** Size of a chunk, bytes. n8n does nothing else while it reads a chunk, and smaller chunks take longer altogether. */
const CHUNK_BYTES = 1024 * 1024;

export async function binarySource(
	context: IExecuteFunctions,
	field: string,
	binary: IBinaryData,
	transfer: TransferOptions,
): Promise<SourceFile> {
	const nameWith = (recordingExtension?: string) =>
		safeFileName({
			fileName: transfer.fileName ?? binary.fileName,
			fileExtension: binary.fileExtension,
			mimeType: transfer.contentType ?? binary.mimeType,
			recordingExtension,
			fallback: field,
		});
	const label = { file: nameWith(), field };
	// `open` doesn't use `head`, which would stay in memory for each of the thousands of files that a run may have.
	const { head, read, ...known } = await findFile(context, binary, label, transfer);
	const extension = extensionOfRecording(head, known.size);
	const fileName = transfer.fileName === undefined ? nameWith(extension) : label.file;
	const contentType = transfer.contentType ?? typeOfFile(binary.mimeType, head);
	const isTypeSetByUser = transfer.contentType !== undefined;
	const isRecording = extension !== undefined || isTypeSetByUser;
	const kind = kindOfFile(head, describeBody);
	const refusal = createError('NOT_A_RECORDING', { ...label, found: kind, variant: kind });
	const opened = { ...known, fileName, contentType, isTypeSetByUser };
	return {
		fileName,
		subject: `${lastPartOfId(storedId(binary)) ?? field} ${known.size}`,
		size: known.size,
		transfer,
		notARecording: isRecording ? undefined : refusal,
		open: async () => {
			const content = await read();
			return { ...opened, content, close: async () => await closeContent(content) };
		},
	};
}

async function findFile(
	context: IExecuteFunctions,
	binary: IBinaryData,
	label: { file: string; field: string },
	transfer: TransferOptions,
) {
	const id = storedId(binary);
	const mayRecover = isOverNetwork(id);
	const errorOfReading = (error: Error) => {
		if (isGone(error)) return createError('FILE_DELETED', {}, { fileName: label.file });
		const { reason } = readNetworkFailure(error);
		const details = { fileName: label.file, retriable: mayRecover };
		return createError('FILE_UNREADABLE', { reason }, details);
	};
	const fail = (error: Error) => {
		throw errorOfReading(error);
	};
	// The files are read while the items are planned, before the run has a signal of its own.
	const retries = { ...transfer, signal: context.getExecutionCancelSignal() };
	const readHead = async () => {
		const { size, read } =
			id === undefined ? inItem(binary.data, label) : await inStorage(context, id, fail);
		if (!Number.isSafeInteger(size) || size < 0)
			throw createError('FILE_INVALID', { ...label, fault: 'has no known size' });
		const variant = id ? 'empty' : 'other';
		if (size === 0) throw createError('FILE_INVALID', { ...label, variant, fault: 'is empty' });
		return { size, read, head: await headOf(await read(HEAD_BYTES), retries).catch(fail) };
	};
	const found = await withRetries(readHead, retries);
	if (isHeldInMemory(id) && found.size >= 64 * 1024 ** 2)
		hintOnce(context, 'FILE_HELD_IN_MEMORY', { file: label.file }, 'warning');
	// The driver of a database may still use the chunks that it has returned.
	return { ...found, errorOfReading, ownsChunks: !mayRecover };
}

/** Reads a file in the item itself, in base64, with line breaks or as a data URL, depending on the node that made the file. */
function inItem(data: unknown, label: { file: string; field: string }) {
	// A Code node may have copied a stored file without its ID, by which n8n finds the content.
	if (typeof data !== 'string' || isNameOfStorage(data))
		throw createError('FILE_INVALID', { ...label, fault: 'is empty' });
	const base64 = data.replace(/^data:[^,]*;base64,/i, '').replace(/\s/g, '');
	const rest = base64.length % 4;
	const isWhole = base64.includes('=') ? rest === 0 : rest !== 1;
	if (!isWhole || !/^[\w+/-]*={0,2}$/.test(base64))
		throw createError('FILE_INVALID', { ...label, fault: "isn't valid base64" });
	return {
		size: Buffer.byteLength(base64, 'base64'),
		// Four characters of base64 are three bytes, so twice `maxBytes` is enough.
		read: async (maxBytes = Infinity) =>
			streamOf([Buffer.from(base64.slice(0, 2 * maxBytes), 'base64')]),
	};
}

async function inStorage(context: IExecuteFunctions, id: string, fail: (error: Error) => never) {
	const { getBinaryMetadata, getBinaryStream } = context.helpers;
	// The size is exact, unlike the item's `fileSize`, which is a text such as `537 MB`.
	const { fileSize: size } = await getBinaryMetadata(id).catch(fail);
	const read = async (chunkBytes = CHUNK_BYTES) => {
		const content = await getBinaryStream(id, chunkBytes).catch(fail);
		// An error without a listener would crash n8n.
		content.on('error', () => undefined);
		return content;
	};
	return { size, read };
}

async function headOf(
	content: BinaryStream,
	{ stallTimeout, signal }: TransferOptions & { signal?: AbortSignal },
): Promise<Buffer> {
	const end = () => content.destroy(new Error("no data within 'Stall Timeout'"));
	const deadline = anySignal(AbortSignal.timeout(stallTimeout * 1000), signal);
	deadline.addEventListener('abort', end);
	const chunks: Buffer[] = [];
	let length = 0;
	try {
		for await (const chunk of content) {
			chunks.push(chunk);
			length += chunk.length;
			if (length >= HEAD_BYTES) break;
		}
	} finally {
		// The listener would keep the content in memory until the timer fires.
		deadline.removeEventListener('abort', end);
		await closeContent(content);
	}
	return Buffer.concat(chunks, Math.min(length, HEAD_BYTES));
}

export function refuseSeveralFiles(option: string, { length: count }: unknown[]): void {
	const values = { field: option, user: `'${option}'`, thing: 'file', count };
	if (count > 1) throw createError('ONE_ACCEPTED', { ...values, variant: 'option' });
}

/** Finds and checks the files of an item. A file that isn't a recording is left out with `*`, and an error if it is named. */
export async function readBinarySources(
	context: IExecuteFunctions,
	itemIndex: number,
	{ takesAnyFile, chosenOrder }: { takesAnyFile?: boolean; chosenOrder?: 'fileName' | 'input' },
): Promise<SourceFile[]> {
	if (isAgentCall(context)) throw createError('AGENT_HAS_NO_FILES', {});
	const transfer = readTransferOptions(readOptions(context, itemIndex));
	const parameter = context.getNodeParameter('binaryPropertyName', itemIndex);
	// An n8n without this function, before 2.5, keeps no files in JSON.
	const { binaryMode } = context.getWorkflowSettings?.() ?? {};
	const filesOfItem = filesOf(context.getInputData()[itemIndex], binaryMode);
	const { fields, isAll } = fieldsIn(parameter, filesOfItem, chosenOrder);
	const sent = new Map<string, SourceFile>();
	let refusal: StepError | undefined;
	for (const field of fields) {
		const source = await binarySource(context, field, filesOfItem[field], transfer);
		if (takesAnyFile || source.notARecording === undefined) sent.set(field, source);
		else refusal ??= source.notARecording;
	}
	if (refusal !== undefined && (!isAll || sent.size === 0)) throw refusal;
	const sources = [...sent.values()];
	if (transfer.fileName !== undefined) refuseSeveralFiles('File Name', sources);
	const unsent = Object.keys(filesOfItem).filter((field) => !sent.has(field));
	const named = unsent.map((field) => `'${field}'`).join(', ');
	if (named !== '') hintOnce(context, 'FILES_NOT_SENT', { item: itemIndex, fields: named });
	return sources;
}

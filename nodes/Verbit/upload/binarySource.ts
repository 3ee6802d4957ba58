import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { createError } from '../errors/createError';
import type { StepError } from '../errors/stepError';
import { contentTypeOf } from '../http/headers';
import { readNetworkFailure, withRetries } from '../http/retry';
import { type BinaryStream, closeContent } from '../http/streams';
import { streamOf } from '../n8n/streamOf';
import {
	isGone,
	isHeldInMemory,
	isNameOfStorage,
	isOverNetwork,
	lastPartOfId,
	storedId,
} from '../n8n/binaryStorage';
import { mediaFileName } from './fileName';
import type { MediaOverrides, MediaSource } from './source';

/**
 * Bytes read at a time. n8n does nothing else while a chunk is hashed and written: larger chunks delay n8n and cost
 * memory for each open file, smaller ones cost time.
 */
const CHUNK_BYTES = 1024 * 1024;

/** A storage that is asked for a file's size may be down for a moment. */
const SIZE_ATTEMPTS = 4;

interface FileLabel {
	file: string;
	field: string;
}

interface BinaryContent {
	/** Exact, unlike n8n's `fileSize` on the item, which is a text such as `537 MB`. */
	size: number;
	open(): Promise<BinaryStream>;
}

/** Executions whose storage failed: each further file would only wait in vain again. */
const withFailedStorage = new WeakSet<IExecuteFunctions>();

async function storedContent(
	context: IExecuteFunctions,
	id: string,
	label: FileLabel,
): Promise<BinaryContent> {
	const askForSize = async () =>
		await context.helpers.getBinaryMetadata(id).catch((error: Error) => {
			if (isGone(error)) throw createError('FILE_DELETED', { ...label });
			throw unreadable(error, { fileName: label.file, mayRecover: isOverNetwork(id) });
		});
	const { fileSize: size } = await withRetries(askForSize, {
		maxAttempts: SIZE_ATTEMPTS,
		signal: context.getExecutionCancelSignal(),
		isRetriable: ({ details }) => details.retriable === true && !withFailedStorage.has(context),
	}).catch((error: StepError) => {
		if (error.details.retriable === true) withFailedStorage.add(context);
		throw error;
	});
	return {
		size,
		open: async () => await context.helpers.getBinaryStream(id, CHUNK_BYTES),
	};
}

/** The base64 of a file in the item itself, with line breaks or as a data URL, depending on the node that made it. */
function ownContent(data: unknown, label: FileLabel): BinaryContent {
	// A Code node that copies a stored file without its ID leaves nothing to find the content by.
	if (typeof data !== 'string' || isNameOfStorage(data)) {
		throw createError('FILE_INVALID', { ...label, cause: 'empty' });
	}
	const base64 = data.replace(/^data:[^,]*;base64,/i, '').replace(/\s+/g, '');
	const { length } = base64.replace(/=+$/, '');
	const isWhole = length % 4 !== 1 && (length === base64.length || base64.length % 4 === 0);
	if (!isWhole || !/^[\w+/-]*={0,2}$/.test(base64)) {
		throw createError('FILE_INVALID', { ...label, cause: 'encoding' });
	}
	return {
		size: Buffer.byteLength(base64, 'base64'),
		open: async () => streamOf([Buffer.from(base64, 'base64')]),
	};
}

export interface BinarySource extends MediaSource {
	size: number;
	isHeldInMemory: boolean;
}

/**
 * Describes a file of an item, without reading it.
 * @param field the binary field, for messages and for a file without a name
 * @throws StepError when the file is empty, of unknown size or gone
 */
export async function binarySource(
	context: IExecuteFunctions,
	{ binary, field }: { binary: IBinaryData; field: string },
	overrides: MediaOverrides,
): Promise<BinarySource> {
	const contentType = overrides.contentType ?? contentTypeOf(binary.mimeType);
	const typeIsSetByUser = overrides.contentType !== undefined;
	const fileName = mediaFileName({
		fileName: overrides.fileName ?? binary.fileName,
		fileExtension: binary.fileExtension,
		mimeType: overrides.contentType ?? binary.mimeType,
		property: field,
	});
	const id = storedId(binary);
	const label = { file: fileName, field };
	const { size, open } =
		id === undefined ? ownContent(binary.data, label) : await storedContent(context, id, label);
	checkSize(size, label);
	const mayRecover = isOverNetwork(id);
	// A database's driver may go on using what it has read.
	const described = { fileName, contentType, typeIsSetByUser, size, ownsChunks: !mayRecover };
	const brokenOff = (error: Error) => unreadable(error, { fileName, mayRecover });
	return {
		fileName,
		identity: `${lastPartOfId(id) ?? field} ${size}`,
		size,
		isHeldInMemory: isHeldInMemory(id),
		brokenOff,
		open: async () => {
			const content = await open().catch((error: Error) => {
				throw brokenOff(error);
			});
			// While nothing listens yet, an error would crash n8n.
			content.on('error', () => undefined);
			return { ...described, content, close: async () => await closeContent(content) };
		},
	};
}

function checkSize(size: number, label: FileLabel): void {
	if (size === 0) throw createError('FILE_EMPTY', { ...label });
	if (Number.isSafeInteger(size) && size > 0) return;
	throw createError('FILE_INVALID', { ...label });
}

function unreadable(
	error: Error,
	{ fileName, mayRecover }: { fileName: string; mayRecover: boolean },
): StepError {
	const { reason } = readNetworkFailure(error);
	return createError('FILE_UNREADABLE', { reason }, { fileName, retriable: mayRecover });
}

import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { fault } from '../errors/fault';
import type { BinaryStream } from '../http/binaryStream';
import { streamOf } from '../http/streamOf';

/** Bytes read at a time. Larger chunks cost memory for each file in flight, smaller ones time. */
const CHUNK_BYTES = 2 * 1024 * 1024;

/** What a message calls a file of an item by. */
export interface FilePlace {
	file: string;
	/** The binary field it is in. */
	field: string;
}

/** The content of a file of an item, and how long it is. */
export interface BinaryContent {
	/** Exact bytes: n8n's `fileSize` on the item is a text for people, such as `537 MB`. */
	size: number;
	/** A stream from its first byte. */
	open(): Promise<BinaryStream>;
}

/** @throws StepError when there is none, or it is empty, of unknown size or gone */
export async function binaryContent(
	context: IExecuteFunctions,
	binary: IBinaryData,
	place: FilePlace,
): Promise<BinaryContent> {
	const content = binary.id
		? await storedContent(context, binary.id, place)
		: ownContent(binary.data, place);
	const { size } = content;
	if (size === 0) throw fault('FILE_EMPTY', { ...place });
	if (!Number.isSafeInteger(size) || size < 0) throw fault('FILE_SIZE_UNKNOWN', { ...place });
	return content;
}

/** A file that n8n keeps in its storage, under an ID that begins with the kind of storage. */
async function storedContent(
	context: IExecuteFunctions,
	id: string,
	place: FilePlace,
): Promise<BinaryContent> {
	const metadata = await context.helpers.getBinaryMetadata(id).catch(() => undefined);
	if (metadata === undefined) throw fault('FILE_DELETED', { ...place });
	return {
		size: metadata.fileSize,
		open: async () => await context.helpers.getBinaryStream(id, CHUNK_BYTES),
	};
}

/** A file that stands in the item itself, in base64: with line breaks, or as a data URL, where a node made it so. */
function ownContent(data: unknown, place: FilePlace): BinaryContent {
	if (typeof data !== 'string') throw fault('FILE_WITHOUT_CONTENT', { ...place });
	const base64 = data.replace(/^data:[^,]*;base64,/i, '').replace(/\s+/g, '');
	if (!/^[\w+/-]*={0,2}$/.test(base64)) throw fault('FILE_NOT_BASE64', { ...place });
	return {
		size: Buffer.byteLength(base64, 'base64'),
		open: async () => streamOf([Buffer.from(base64, 'base64')]),
	};
}

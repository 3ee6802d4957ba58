import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { inputError } from '../errors';
import { mediaFileName } from './fileName';

/** n8n's own stream type: community nodes must not import `stream`, not even its types. */
export type BinaryStream = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

/** A file to upload, wherever n8n keeps it: what it is, apart from how it is read. */
export interface MediaSource {
	/** Cleaned of folders and control characters. */
	fileName: string;
	contentType: string;
	/** Whether the user has set the type, in place of what n8n knows. */
	typeIsSetByUser: boolean;
	/** Exact length in bytes, more than 0. */
	size: number;
	/**
	 * The content, anew at each call, so that every attempt begins at the first byte. The caller destroys a stream.
	 * A buffer where n8n keeps the file in memory: there is nothing to stream from.
	 */
	open(): Promise<BinaryStream | Buffer>;
}

/** What the user sets in place of what n8n knows of the file. */
export interface MediaOverrides {
	fileName?: string;
	contentType?: string;
}

/** Bytes read at a time. Larger chunks cost memory for each file in flight, smaller ones time. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * Describes a binary property of an item, without reading the file.
 * @throws StepError when there is no such property, or its file is empty or of unknown size
 */
export async function binarySource(
	context: IExecuteFunctions,
	itemIndex: number,
	property: string,
	overrides: MediaOverrides,
): Promise<MediaSource> {
	const binary = findBinary(context, itemIndex, property);
	const size = await sizeOf(context, binary);
	const fileName = mediaFileName({
		fileName: overrides.fileName ?? binary.fileName,
		fileExtension: binary.fileExtension,
		mimeType: overrides.contentType ?? binary.mimeType,
		property,
	});
	if (size === undefined || size < 1) throw sizeError(property, fileName, size);
	return {
		fileName,
		contentType: overrides.contentType ?? binary.mimeType ?? 'application/octet-stream',
		typeIsSetByUser: overrides.contentType !== undefined,
		size,
		open: async () => await openBinary(context, itemIndex, property, binary),
	};
}

function findBinary(context: IExecuteFunctions, itemIndex: number, property: string): IBinaryData {
	try {
		return context.helpers.assertBinaryData(itemIndex, property);
	} catch {
		throw inputError(
			`There is no binary data in the field "${property}" of this item`,
			'Check the Input Binary Field: it has to be the name of a field that the previous node put a file in (see its Binary tab). ' +
				'Nodes between it and this one have to pass the file on. In a workflow with combined binary data it is a path such as _files.data.',
		);
	}
}

/** Exact bytes: n8n's `fileSize` on the item is a text for people, such as `537 MB`. */
async function sizeOf(
	context: IExecuteFunctions,
	binary: IBinaryData,
): Promise<number | undefined> {
	if (!binary.id) return Buffer.byteLength(binary.data, 'base64');
	const { fileSize } = await context.helpers.getBinaryMetadata(binary.id);
	return Number.isSafeInteger(fileSize) ? fileSize : undefined;
}

function sizeError(property: string, fileName: string, size: number | undefined) {
	return inputError(
		`The file "${fileName}" in the field "${property}" ${size === 0 ? 'is empty' : 'has no known size'}`,
		'Check the node that made the file: did it read the right one, and whole? The upload needs the exact number of bytes beforehand.',
	);
}

async function openBinary(
	context: IExecuteFunctions,
	itemIndex: number,
	property: string,
	binary: IBinaryData,
): Promise<BinaryStream | Buffer> {
	if (binary.id) return await context.helpers.getBinaryStream(binary.id, CHUNK_BYTES);
	return await context.helpers.getBinaryDataBuffer(itemIndex, property);
}

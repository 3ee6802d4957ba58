import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { inputError, StepError } from '../errors/stepError';
import { redactUrls } from '../http/redact';
import { closeContent } from '../http/closeContent';
import { mediaFileName } from './fileName';
import type { BinaryStream } from '../http/binaryStream';
import { UNKNOWN_TYPE, type MediaOverrides, type MediaSource } from './source';
import { streamOf } from '../http/streamOf';

/** Bytes read at a time. Larger chunks cost memory for each file in flight, smaller ones time. */
const CHUNK_BYTES = 2 * 1024 * 1024;

/** A binary property, and how much n8n itself holds in memory of it. */
export interface BinarySource extends MediaSource {
	size: number;
	/** Whether the bytes are in n8n's memory as a whole while they are uploaded. */
	isHeldInMemory: boolean;
}

/**
 * Describes a binary property of an item, without reading the file.
 * @throws StepError when there is no such property, or its file is empty, of unknown size or gone
 */
export async function binarySource(
	context: IExecuteFunctions,
	itemIndex: number,
	property: string,
	overrides: MediaOverrides,
): Promise<BinarySource> {
	const binary = findBinary(context, itemIndex, property);
	const fileName = mediaFileName({
		fileName: overrides.fileName ?? binary.fileName,
		fileExtension: binary.fileExtension,
		mimeType: overrides.contentType ?? binary.mimeType,
		property,
	});
	const place = `The file "${fileName}" in the field "${property}"`;
	const size = await sizeOf(context, binary, place);
	const described = {
		fileName,
		contentType: overrides.contentType ?? binary.mimeType ?? UNKNOWN_TYPE,
		typeIsSetByUser: overrides.contentType !== undefined,
		size,
		// What is read from n8n's folder or made here is handed over; a database's driver may go on using it.
		ownsChunks: !binary.id || binary.id.startsWith('filesystem'),
	};
	const read = async () => await openBinary(context, binary);
	return {
		fileName,
		size,
		mayRecover: false,
		isHeldInMemory: !binary.id || binary.id.startsWith('database:'),
		open: async () => {
			const content = await read().catch(unreadable(fileName));
			return { ...described, content, close: async () => await closeContent(content) };
		},
	};
}

function findBinary(context: IExecuteFunctions, itemIndex: number, property: string): IBinaryData {
	// With combined binary data and files in memory, n8n leaves them where its own helper does not look for them.
	const beside = context.getInputData()[itemIndex].binary ?? {};
	if (Object.keys(beside).includes(property)) return beside[property];
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
	place: string,
): Promise<number> {
	const size = binary.id
		? await storedSize(context, binary.id, place)
		: Buffer.byteLength(binary.data, 'base64');
	if (Number.isSafeInteger(size) && size > 0) return size;
	throw inputError(
		`${place} ${size === 0 ? 'is empty' : 'has no known size'}`,
		'Check the node that made the file: did it read the right one, and whole? The upload needs the exact number of bytes beforehand.',
	);
}

async function storedSize(context: IExecuteFunctions, id: string, place: string): Promise<number> {
	try {
		return (await context.helpers.getBinaryMetadata(id)).fileSize;
	} catch {
		throw inputError(
			`${place} is not in n8n's storage any more`,
			'n8n deletes the files of old executions. Run the workflow from the node that gets the file.',
		);
	}
}

async function openBinary(
	context: IExecuteFunctions,
	{ id, data }: IBinaryData,
): Promise<BinaryStream> {
	if (id) return await context.helpers.getBinaryStream(id, CHUNK_BYTES);
	return streamOf([Buffer.from(data, 'base64')]);
}

function unreadable(fileName: string) {
	return (error: Error): never => {
		throw new StepError({
			kind: 'input',
			step: 'Upload',
			fileName,
			what: `the file could not be read: ${redactUrls(error.message)}`,
			remedy: 'Run the workflow from the node that gets the file.',
		});
	};
}

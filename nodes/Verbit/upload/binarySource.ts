import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { fault } from '../errors/fault';
import type { StepError } from '../errors/stepError';
import { closeContent } from '../http/closeContent';
import { readNetworkFailure } from '../http/network';
import { binaryContent } from './binaryContent';
import { contentTypeOf } from './contentType';
import { mediaFileName } from './fileName';
import type { MediaOverrides, MediaSource } from './source';

/** A binary property, and how much n8n itself holds in memory of it. */
export interface BinarySource extends MediaSource {
	size: number;
	/** Whether the bytes are in n8n's memory as a whole while they are uploaded. */
	isHeldInMemory: boolean;
}

/**
 * Describes a file of an item, without reading it.
 * @param field the binary field it is in, for messages and for a file without a name
 * @throws StepError when the file is empty, of unknown size or gone
 */
export async function binarySource(
	context: IExecuteFunctions,
	{ binary, field }: { binary: IBinaryData; field: string },
	overrides: MediaOverrides,
): Promise<BinarySource> {
	const contentType = overrides.contentType ?? contentTypeOf(binary.mimeType);
	const fileName = mediaFileName({
		fileName: overrides.fileName ?? binary.fileName,
		fileExtension: binary.fileExtension,
		mimeType: overrides.contentType ?? binary.mimeType,
		property: field,
	});
	const { size, open } = await binaryContent(context, binary, { file: fileName, field });
	const mayRecover = isElsewhere(binary);
	const described = {
		fileName,
		contentType,
		typeIsSetByUser: overrides.contentType !== undefined,
		size,
		// What is read from n8n's folder or made here is handed over; a database's driver may go on using it.
		ownsChunks: !binary.id || binary.id.startsWith('filesystem'),
	};
	const brokenOff = (error: Error) => unreadable(error, { fileName, mayRecover });
	return {
		fileName,
		// n8n moves a webhook's file to another folder when it knows the execution's ID: only the end of the path stays.
		identity: `${binary.id?.split(/[/:]/).at(-1) ?? field} ${size}`,
		size,
		isHeldInMemory: !binary.id || binary.id.startsWith('database:'),
		brokenOff,
		stalled: () => fault('FILE_STALLED', {}, { fileName }),
		open: async () => {
			const content = await open().catch((error: Error) => {
				throw brokenOff(error);
			});
			// It may break before the upload reads it, when nobody listens yet: an error unheard would end n8n.
			content.on('error', () => undefined);
			return { ...described, content, close: async () => await closeContent(content) };
		},
	};
}

/** In a database, S3 or Azure, a connection to which may break and come back; a file on disk does not. */
function isElsewhere({ id }: IBinaryData): boolean {
	return id !== undefined && id !== '' && !id.startsWith('filesystem');
}

function unreadable(
	error: Error,
	{ fileName, mayRecover }: { fileName: string; mayRecover: boolean },
): StepError {
	const { reason } = readNetworkFailure(error);
	return fault('FILE_UNREADABLE', { reason }, { fileName, retriable: mayRecover });
}

import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { createError } from '../errors/createError';
import { redactUrls } from '../http/redact';
import { closeContent, streamOf } from '../http/streams';

export interface DownloadContext {
	helpers: Pick<IExecuteFunctions['helpers'], 'httpRequest' | 'prepareBinaryData'>;
}

export async function storeFile(
	{ helpers }: DownloadContext,
	jobId: number,
	{ fileName, contentType }: { fileName: string; contentType: string },
	chunks: AsyncIterable<Buffer>,
): Promise<{ binary: IBinaryData; bytes: number }> {
	let bytes = 0;
	const content = streamOf(counted(chunks, (length) => (bytes += length)));
	try {
		const binary = await helpers
			.prepareBinaryData(content, fileName, contentType)
			.catch((error: Error) => {
				throw createError('CAPTIONS_NOT_STORED', { reason: redactUrls(error.message) }, { jobId });
			});
		return { binary, bytes };
	} finally {
		await closeContent(content);
	}
}

async function* counted(
	chunks: AsyncIterable<Buffer>,
	count: (bytes: number) => void,
): AsyncGenerator<Buffer> {
	for await (const chunk of chunks) {
		count(chunk.length);
		yield chunk;
	}
}

import type { IDataObject } from 'n8n-workflow';

import { readSignedUrl } from '../http/signedUrl';
import { fieldWith } from '../parameters/field';
import { requiredText } from '../parameters/values';
import { safeFileName } from './fileName';

export const fileNameField = fieldWith(readOwnFileName, 'File Name', 'fileName', {
	required: true,
	placeholder: 'e.g. lecture.mp4',
	description: 'Name of the file you will upload',
});

function readOwnFileName(field: string, value: unknown): string {
	const example = 'the name of the file that you will upload, for example lecture.mp4';
	return safeFileName({ fileName: requiredText(example)(field, value) });
}

export function uploadUrlFields(uploadUrl?: string): IDataObject {
	if (uploadUrl === undefined) return {};
	const { expiresAt } = readSignedUrl(uploadUrl);
	const expiry = expiresAt && new Date(expiresAt).toISOString();
	return { upload_url: uploadUrl, ...(expiry && { upload_url_expires_at: expiry }) };
}

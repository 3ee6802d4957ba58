import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { inputError } from '../errors/stepError';
import { mediaFileName } from '../upload/fileName';
import { readSignedUrl } from '../http/signedUrl';

/** For operations that give a pre-signed URL to upload a file to. */

export const fileNameField: INodeProperties = {
	displayName: 'File Name',
	name: 'fileName',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. lecture.mp4',
	description: 'Name of the file that you are about to upload to the pre-signed URL',
};

/** @throws StepError when there is none */
export function readFileName(context: IExecuteFunctions, itemIndex: number): string {
	const given = context.getNodeParameter('fileName', itemIndex);
	if (typeof given !== 'string' || given.trim() === '') {
		throw inputError(
			'File Name is empty',
			'Give the name of the file that you are about to upload.',
		);
	}
	return mediaFileName({ fileName: given, property: 'recording' });
}

/** When the URL ends, where it says so itself. */
export function expiryOf(uploadUrl?: string): IDataObject {
	const expiresAt = uploadUrl === undefined ? undefined : readSignedUrl(uploadUrl).expiresAt;
	return expiresAt === undefined
		? {}
		: { upload_url_expires_at: new Date(expiresAt).toISOString() };
}

import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { fault } from '../errors/fault';
import { mediaFileName } from '../upload/fileName';
import { readSignedUrl } from '../http/signedUrl';
import { readText } from './values';

/** For operations that give a pre-signed URL to upload a file to. */
export const fileNameField: INodeProperties = {
	displayName: 'File Name',
	name: 'fileName',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. lecture.mp4',
	description: 'Name of the file you will upload',
};

/** A text, or a number as an expression may return it. @throws StepError when it isn't one, or empty */
export function readFileName(context: IExecuteFunctions, itemIndex: number): string {
	const fileName = readText('File Name', context.getNodeParameter('fileName', itemIndex));
	if (fileName === undefined) throw fault('FILE_NAME_MISSING', {});
	return mediaFileName({ fileName, property: 'recording' });
}

/** When the URL expires, where it says so itself. */
export function expiryOf(uploadUrl?: string): IDataObject {
	const expiresAt = uploadUrl === undefined ? undefined : readSignedUrl(uploadUrl).expiresAt;
	return expiresAt === undefined
		? {}
		: { upload_url_expires_at: new Date(expiresAt).toISOString() };
}

import type { IDataObject } from 'n8n-workflow';

import { addAsset } from '../../api/addAsset';
import { outputFields, outputOfJob } from '../../api/jobInfo';
import { createError } from '../../errors/createError';
import { readSignedUrl } from '../../http/signedUrl';
import { choice, fieldWith, optionsField } from '../../parameters/field';
import { jobIdField, readJobId } from '../../parameters/jobId';
import { readText } from '../../parameters/values';
import type { Operation } from '../../run/operation';
import { mediaFileName } from '../../upload/fileName';
import { fileUrlField, readFileUrl, skipUrlChecks } from '../../upload/fileUrl';

export const ownFileName = fieldWith(readOwnFileName, 'File Name', 'fileName', {
	required: true,
	placeholder: 'e.g. lecture.mp4',
	description: 'Name of the file you will upload',
});

function readOwnFileName(field: string, value: unknown): string {
	const fileName = readText(field, value);
	if (fileName !== undefined) return mediaFileName({ fileName });
	const example = 'the name of the file that you will upload, for example lecture.mp4';
	throw createError('FIELD_EMPTY', { field, example });
}

const assetUrlField = fileUrlField('Asset URL', 'assetUrl');

const assetSource = choice(
	'Upload Method',
	'assetSource',
	'How the file gets to Verbit: uploaded by you later, or downloaded from a URL',
	{
		fileName: [
			'File Name',
			'Get an upload URL for a file that you upload yourself',
			ownFileName.property,
		],
		url: ['URL', 'Let Verbit download the file from a URL', assetUrlField],
	},
	'fileName',
);

export const add: Operation<{
	jobId: number;
	asset: { file_name: string } | { asset_url: string };
}> = {
	name: 'Add Asset',
	action: 'Add asset',
	description: 'Register a file with a job, to upload later or have Verbit download it',
	fields: [jobIdField, ...assetSource.fields, optionsField(skipUrlChecks.property)],

	async plan(context, itemIndex) {
		const jobId = readJobId(context, itemIndex);
		if (assetSource.readFrom(context, itemIndex) === 'url') {
			const url = await readFileUrl(context, itemIndex, assetUrlField);
			return { jobId, asset: { asset_url: url } };
		}
		return { jobId, asset: { file_name: ownFileName.readFrom(context, itemIndex) } };
	},

	async perform({ client }, { jobId, asset }) {
		const { assetId, uploadUrl, data } = await addAsset(client, jobId, asset);
		const fields = { asset_id: assetId, ...uploadUrlFields(uploadUrl) };
		// Other outputs have no query of a signed URL. Here the URL is the result.
		return { json: outputOfJob(jobId, outputFields(data), fields), asIs: ['upload_url'] };
	},
};

export function uploadUrlFields(uploadUrl?: string): IDataObject {
	if (uploadUrl === undefined) return {};
	const { expiresAt } = readSignedUrl(uploadUrl);
	const expiry = expiresAt && new Date(expiresAt).toISOString();
	return { upload_url: uploadUrl, ...(expiry && { upload_url_expires_at: expiry }) };
}

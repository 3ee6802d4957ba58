import type { IExecuteFunctions } from 'n8n-workflow';

import { readTransferOptions } from '../../upload/transferOptions';
import type { FileToUpload } from '../../upload/uploadFile';
import { inputError } from '../../errors';
import { readHttpUrl } from '../../url/httpUrl';
import { readBinarySources } from '../binarySources';
import { binaryField, jobIdField, showFor, uploadOptionsField } from '../fields';
import { readJobCall, readOptions } from '../jobCall';
import type { Operation } from '../operation';

export const upload: Operation<FileToUpload> = {
	option: {
		name: 'Upload Binary',
		value: 'upload',
		action: 'Upload binary',
		description: 'Upload files to a job and get an asset ID for each',
	},
	fields: [
		jobIdField,
		binaryField,
		{
			displayName: 'Upload To',
			name: 'uploadTo',
			type: 'options',
			options: [
				{
					name: 'New Asset',
					value: 'newAsset',
					description: 'Ask for a pre-signed URL right before the upload',
				},
				{
					name: 'Upload URL',
					value: 'uploadUrl',
					description: 'Use a pre-signed URL that you have, e.g. of Add Asset',
				},
			],
			default: 'newAsset',
		},
		showFor('uploadTo', ['uploadUrl'], {
			displayName: 'Upload URL',
			name: 'uploadUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. {{ $json.upload_url }}',
			description: 'Pre-signed URL that takes the content with PUT. It takes one file.',
		}),
		uploadOptionsField(),
	],

	async plan(context, itemIndex) {
		const call = readJobCall(context, itemIndex);
		const transfer = readTransferOptions(readOptions(context, itemIndex));
		const uploadUrl = readUploadUrl(context, itemIndex);
		const sources = await readBinarySources(context, itemIndex, transfer);
		if (uploadUrl !== undefined && sources.length > 1) {
			throw inputError(
				`There are ${sources.length} files for one Upload URL, where the last would replace the others`,
				'Name one Input Binary Field, or choose Upload To: New Asset.',
			);
		}
		return sources.map((source) => ({ ...call, source, transfer, uploadUrl }));
	},

	async run(run, [file]) {
		return { json: { job_id: file.jobId, ...(await run.upload(file)) } };
	},
};

function readUploadUrl(context: IExecuteFunctions, itemIndex: number): string | undefined {
	if (context.getNodeParameter('uploadTo', itemIndex) !== 'uploadUrl') return undefined;
	return readHttpUrl('Upload URL', context.getNodeParameter('uploadUrl', itemIndex));
}

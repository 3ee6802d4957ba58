import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { inputError } from '../../errors/stepError';
import { linkSource } from '../../upload/linkSource';
import type { MediaSource } from '../../upload/source';
import { readTransferOptions, type TransferOptions } from '../../upload/transferOptions';
import type { FileToUpload } from '../../upload/uploadFile';
import { readHttpUrl } from '../../http/httpUrl';
import { readBinarySources } from '../../parameters/binarySources';
import { binariesField, jobIdField, showFor, uploadOptionsField } from '../../parameters/fields';
import { readJobCall, readOptions } from '../../parameters/jobCall';
import type { Operation } from '../../run/operation';

const sourceFields: INodeProperties[] = [
	{
		displayName: 'Upload Source',
		name: 'uploadSource',
		type: 'options',
		options: [
			{ name: 'Binary File', value: 'binary', description: 'Upload files of the item' },
			{
				name: 'URL',
				value: 'url',
				description:
					'Stream a file from a link through n8n: for one-time links and those that end within 24 hours',
			},
		],
		default: 'binary',
	},
	showFor('uploadSource', ['binary'], binariesField),
	showFor('uploadSource', ['url'], {
		displayName: 'Source URL',
		name: 'sourceUrl',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. https://example.com/lecture.mp4',
		description:
			'Link that answers GET with the file and its length. It is called once for each attempt.',
	}),
];

const targetFields: INodeProperties[] = [
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
				name: 'Existing Upload URL',
				value: 'uploadUrl',
				description: 'Use a pre-signed URL that you have, e.g. of Add Asset',
			},
		],
		default: 'newAsset',
	},
	showFor('uploadTo', ['uploadUrl'], {
		displayName: 'Pre-Signed Upload URL',
		name: 'uploadUrl',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. {{ $json.upload_url }}',
		description: 'Pre-signed URL that takes the content with PUT. It takes one file.',
	}),
];

export const upload: Operation<FileToUpload> = {
	option: {
		name: 'Upload Binary',
		value: 'upload',
		action: 'Upload binary',
		description: 'Upload files to a job and get an asset ID for each',
	},
	fields: [jobIdField, ...sourceFields, ...targetFields, uploadOptionsField()],

	async plan(context, itemIndex) {
		const call = readJobCall(context, itemIndex);
		const transfer = readTransferOptions(readOptions(context, itemIndex));
		const uploadUrl = readUploadUrl(context, itemIndex);
		const sources = await readSources(context, itemIndex, transfer);
		if (uploadUrl !== undefined && sources.length > 1) {
			throw inputError(
				`There are ${sources.length} files for one upload URL, where the last would replace the others`,
				'Name one Input Binary Field, or choose Upload To: New Asset.',
			);
		}
		return sources.map((source) => ({ ...call, source, transfer, uploadUrl }));
	},

	async run(run, [file]) {
		return { json: { job_id: file.jobId, ...(await run.upload(file)) } };
	},
};

async function readSources(
	context: IExecuteFunctions,
	itemIndex: number,
	transfer: TransferOptions,
): Promise<MediaSource[]> {
	if (context.getNodeParameter('uploadSource', itemIndex) !== 'url') {
		return await readBinarySources(context, itemIndex, transfer);
	}
	const url = readHttpUrl('Source URL', context.getNodeParameter('sourceUrl', itemIndex));
	return [linkSource(context, url, transfer)];
}

function readUploadUrl(context: IExecuteFunctions, itemIndex: number): string | undefined {
	if (context.getNodeParameter('uploadTo', itemIndex) !== 'uploadUrl') return undefined;
	return readHttpUrl('Pre-Signed Upload URL', context.getNodeParameter('uploadUrl', itemIndex));
}

import type { IExecuteFunctions } from 'n8n-workflow';

import { createError } from '../../errors/createError';
import { checkLifetime, decode, readHttpUrl } from '../../http/url';
import { binariesField } from '../../upload/binaryFields';
import { choice, text } from '../../parameters/field';
import { readBinarySources } from '../../upload/files';
import { readStreamedUrl } from '../../upload/fileUrl';
import { jobIdField, readJobId, readOptions } from '../../parameters/jobId';
import { optionsField } from '../../upload/optionsField';
import { readTransferOptions, transferOptions } from '../../upload/transferOptions';
import { leadWith } from '../../parameters/simplify';
import type { Operation } from '../../run/operation';
import { uploadOnce } from '../../submission/uploadParts';
import type { MediaSource, TransferOptions } from '../../upload/source';
import { checkUploadUrl } from '../../upload/target';
import type { FileToUpload } from '../../upload/uploadFile';

const { field: sourceUrlField } = text('Source URL', 'sourceUrl', {
	required: true,
	placeholder: 'e.g. https://example.com/lecture.mp4',
	description: 'Direct download URL of the file. n8n calls it once per attempt.',
});

const uploadSource = choice(
	'Upload Source',
	'uploadSource',
	'Where the files come from',
	{
		binary: ['Binary File', "Upload the item's files", binariesField],
		url: [
			'URL',
			'Download a file in n8n and upload it. Works with temporary URLs.',
			sourceUrlField,
		],
	},
	'binary',
);

const { field: uploadUrlOption } = text('Pre-Signed Upload URL', 'uploadUrl', {
	placeholder: 'e.g. {{ $json.upload_url }}',
	description:
		'Upload URL that Add Asset returned, for one file. Without it, the node requests one.',
});

export const upload: Operation<FileToUpload> = {
	option: {
		name: 'Upload Binary',
		value: 'upload',
		action: 'Upload binary file',
		description: 'Upload files to a job and get an asset ID for each',
	},
	fields: [jobIdField, ...uploadSource.fields, optionsField(uploadUrlOption, ...transferOptions)],

	/** Items with the same upload URL would overwrite each other, whatever its query or encoding. */
	groupBy(context, itemIndex) {
		const uploadUrl = readUploadUrl(context, itemIndex);
		if (uploadUrl === undefined) return undefined;
		const { origin, pathname } = new URL(uploadUrl);
		return `${origin}${decode(pathname)}`;
	},

	async plan(context, itemIndex) {
		const jobId = readJobId(context, itemIndex);
		const transfer = readTransferOptions(readOptions(context, itemIndex));
		const uploadUrl = readUploadUrl(context, itemIndex);
		const sources = await readSources(context, itemIndex, transfer);
		if (uploadUrl !== undefined && sources.length > 1) {
			throw createError('SEVERAL_FILES', { count: sources.length });
		}
		return sources.map((source) => ({ jobId, source, transfer, uploadUrl }));
	},

	check(files) {
		if (files.length < 2) return;
		const url = files[0].uploadUrl as string;
		throw createError('UPLOAD_URL_IN_SEVERAL_ITEMS', { count: files.length, url });
	},

	async run(run, [file]) {
		return {
			json: leadWith(['file_name'], { job_id: file.jobId, ...(await uploadOnce(run, file)) }),
		};
	},
};

async function readSources(
	context: IExecuteFunctions,
	itemIndex: number,
	transfer: TransferOptions,
): Promise<MediaSource[]> {
	if (uploadSource.readFrom(context, itemIndex) === 'binary') {
		return await readBinarySources(context, itemIndex, transfer);
	}
	return [readStreamedUrl(context, itemIndex, sourceUrlField, transfer)];
}

function readUploadUrl(context: IExecuteFunctions, itemIndex: number): string | undefined {
	const options = readOptions(context, itemIndex);
	if (!('uploadUrl' in options)) return undefined;
	const url = readHttpUrl(uploadUrlOption.displayName, options.uploadUrl);
	checkLifetime(uploadUrlOption.displayName, url, 0);
	checkUploadUrl(url);
	return url;
}

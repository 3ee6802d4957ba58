import type { IExecuteFunctions } from 'n8n-workflow';

import { createError } from '../../errors/createError';
import { decodeUri } from '../../http/url';
import { choice, optionsProperty, readOptions, urlField } from '../../parameters/field';
import { jobIdProperty, readJobId } from '../../parameters/jobIdField';
import { leadWith } from '../../parameters/simplify';
import type { Operation } from '../../run/operation';
import { describeValue } from '../../secrets/shownText';
import { binariesProperty } from '../../sources/binaryFields';
import { readBinarySources, refuseSeveralFiles } from '../../sources/binarySource';
import { fileUrlField, readStreamedUrl, refuseShortLived } from '../../sources/fileUrl';
import type { SourceFile } from '../../upload/sourceFile';
import { transferOptions } from '../../upload/transferOptions';
import { refuseUnusableUrl } from '../../upload/uploadFile';
import { uploadOnce } from '../../upload/uploadFiles';

const sourceUrlField = fileUrlField('Source URL', 'sourceUrl', {
	description: 'Direct download URL of the file. n8n calls it once per attempt.',
});

const uploadSourceField = choice('Upload Source', 'uploadSource', {
	description: 'Where the files come from',
	default: 'binary',
	choices: {
		binary: ['Binary File', "Upload the item's files", binariesProperty],
		url: [
			'URL',
			'Download a file in n8n and upload it. Works with temporary URLs.',
			sourceUrlField.property,
		],
	},
});

const FIELD = 'Pre-Signed Upload URL';

const uploadUrlField = urlField(FIELD, 'uploadUrl', {
	placeholder: 'e.g. {{ $json.upload_url }}',
	description:
		'Upload URL that Add Asset returned, for one file. Without it, the node requests one.',
});

export const assetUpload: Operation<{
	jobId: number;
	sources: SourceFile[];
	uploadUrl?: string;
}> = {
	name: 'Upload Binary',
	action: 'Upload binary file',
	description: 'Upload files to a job and get an asset ID for each',
	fields: [
		jobIdProperty,
		...uploadSourceField.fields,
		optionsProperty(uploadUrlField.property, ...transferOptions),
	],

	async plan(context, itemIndex) {
		const jobId = readJobId(context, itemIndex);
		const uploadUrl = readUploadUrl(context, itemIndex);
		const isUrl = uploadSourceField.readFrom(context, itemIndex) === 'url';
		const sources = isUrl
			? [readStreamedUrl(context, itemIndex, sourceUrlField, { takesAnyFile: true })]
			: await readBinarySources(context, itemIndex, { takesAnyFile: true });
		if (uploadUrl !== undefined) {
			refuseSeveralFiles(FIELD, sources);
			refuseUnusableUrl(uploadUrl, sources[0].size);
		}
		return { jobId, sources, uploadUrl };
	},

	split: ({ sources, ...plan }) => sources.map((source) => ({ ...plan, sources: [source] })),

	/** Groups items with the same upload URL, whatever its query or encoding, because their files would overwrite each other. */
	group: {
		key(context, itemIndex) {
			const uploadUrl = readUploadUrl(context, itemIndex);
			if (uploadUrl === undefined) return undefined;
			const { origin, pathname } = new URL(uploadUrl);
			return `${origin}${decodeUri(pathname)}`;
		},
		join(plans) {
			const [plan] = plans;
			if (plans.length === 1) return plan;
			throw createError('VALUE_REPEATED', { field: FIELD, value: describeValue(plan.uploadUrl) });
		},
	},

	async perform(tools, { jobId, sources: [source], uploadUrl }) {
		const uploaded = await uploadOnce(tools, jobId, source, { uploadUrl });
		return { json: leadWith(['file_name'], { job_id: jobId, ...uploaded }) };
	},
};

function readUploadUrl(context: IExecuteFunctions, itemIndex: number): string | undefined {
	const url = uploadUrlField.readIfAdded(readOptions(context, itemIndex));
	if (url !== undefined) refuseShortLived(context, FIELD, url, 0);
	return url;
}

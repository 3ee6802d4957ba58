import { addAsset } from '../../api/addAsset';
import { outputOfJob } from '../../api/jobInfo';
import { choice, optionsProperty, showFor } from '../../parameters/field';
import { jobIdProperty, readJobId } from '../../parameters/jobIdField';
import type { Operation } from '../../run/operation';
import {
	fileUrlField,
	readFileUrl,
	refuseExpiringUrl,
	skipUrlChecksField,
} from '../../sources/fileUrl';
import { fileNameField, uploadUrlFields } from '../../sources/ownUpload';

const assetUrlField = fileUrlField('Asset URL', 'assetUrl');

const assetSourceField = choice('Upload Method', 'assetSource', {
	description: 'How the file gets to Verbit: uploaded by you later, or downloaded from a URL',
	default: 'fileName',
	choices: {
		fileName: [
			'File Name',
			'Get an upload URL for a file that you upload yourself',
			fileNameField.property,
		],
		url: ['URL', 'Let Verbit download the file from a URL', assetUrlField.property],
	},
});

export const assetAdd: Operation<{
	jobId: number;
	asset: { file_name?: string; asset_url?: string };
}> = {
	name: 'Add Asset',
	action: 'Add asset',
	description: 'Register a file with a job, to upload later or have Verbit download it',
	fields: [
		jobIdProperty,
		...assetSourceField.fields,
		showFor('assetSource', ['url'], optionsProperty(skipUrlChecksField.property)),
	],

	async plan(context, itemIndex) {
		const jobId = readJobId(context, itemIndex);
		if (assetSourceField.readFrom(context, itemIndex) === 'url') {
			const url = await readFileUrl(context, itemIndex, assetUrlField);
			refuseExpiringUrl(context, itemIndex, assetUrlField, url);
			return { jobId, asset: { asset_url: url } };
		}
		return { jobId, asset: { file_name: fileNameField.readFrom(context, itemIndex) } };
	},

	async perform({ client }, { jobId, asset }) {
		const { assetId, uploadUrl, data } = await addAsset(client, jobId, asset);
		const fields = { asset_id: assetId, ...uploadUrlFields(uploadUrl) };
		// Other outputs hide the query of a signed URL, but here the URL is the result.
		return { json: outputOfJob(jobId, data, fields), unredacted: ['upload_url'] };
	},
};

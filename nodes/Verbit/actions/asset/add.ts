import { addAsset } from '../../api/addAsset';
import { outputFields, outputOfJob } from '../../api/jobInfo';
import { choice } from '../../parameters/field';
import { expiryOf, ownFileName } from '../../upload/files';
import { skipUrlChecks, fileUrlField, readFileUrl } from '../../upload/fileUrl';
import { jobIdField, readJobId } from '../../parameters/jobId';
import { optionsField } from '../../upload/optionsField';
import type { Operation } from '../../run/operation';

const assetUrlField = fileUrlField('Asset URL', 'assetUrl');

const assetSource = choice(
	'Asset Source',
	'assetSource',
	'What to register: a file that you upload later, or a URL',
	{
		fileName: [
			'File Name',
			'Get an upload URL for a file that you upload yourself',
			ownFileName.field,
		],
		url: ['URL', 'Let Verbit download the file from a URL', assetUrlField],
	},
	'fileName',
);

export const add: Operation<{ jobId: number; asset: Parameters<typeof addAsset>[2] }> = {
	option: {
		name: 'Add Asset',
		value: 'add',
		action: 'Add asset',
		description: 'Register a file with a job, to upload later or have Verbit download it',
	},
	fields: [jobIdField, ...assetSource.fields, optionsField(skipUrlChecks.field)],

	async plan(context, itemIndex) {
		const jobId = readJobId(context, itemIndex);
		if (assetSource.readFrom(context, itemIndex) === 'url') {
			return { jobId, asset: { asset_url: readFileUrl(context, itemIndex, assetUrlField) } };
		}
		return { jobId, asset: { file_name: ownFileName.readFrom(context, itemIndex) } };
	},

	async perform({ client }, { jobId, asset }) {
		const { assetId, uploadUrl, data } = await addAsset(client, jobId, asset);
		// The one output with a signed URL: it is what was asked for.
		const urlFields = uploadUrl === undefined ? {} : { upload_url: uploadUrl };
		const fields = { asset_id: assetId, ...urlFields, ...expiryOf(uploadUrl) };
		return { json: outputOfJob(jobId, outputFields(data), fields), asIs: ['upload_url'] };
	},
};

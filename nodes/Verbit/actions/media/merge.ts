import { createError } from '../../errors/createError';
import { assetIdsField } from '../../parameters/assetIds';
import { binariesField, order } from '../../upload/binaryFields';
import { choice } from '../../parameters/field';
import { attachOperation, partsOf, readParts } from './attachOperation';
import { jobIdField } from '../../parameters/jobId';
import { sourceOptionsField } from '../../upload/transferOptions';

const mergeSource = choice(
	'Merge Source',
	'mergeSource',
	'Where the parts of the recording come from',
	{
		assetIds: ['Asset IDs', 'Merge assets already uploaded to the job', assetIdsField],
		binary: [
			'Binary Files',
			'Upload and merge the files of all items with the same job ID',
			binariesField,
			...order.fields,
		],
	},
	'binary',
);

export const merge = attachOperation({
	option: {
		name: 'Merge',
		value: 'merge',
		action: 'Merge media',
		description: 'Combine several files or assets into one recording, in order. Once per job.',
	},
	fields: [jobIdField, ...mergeSource.fields, sourceOptionsField('mergeSource')],

	step: 'Merge',

	async read(context, itemIndex, jobId) {
		const source = mergeSource.readFrom(context, itemIndex);
		const sortByName = order.readFrom(context, itemIndex) === 'fileName';
		return { parts: await readParts(context, itemIndex, jobId, source), sortByName };
	},

	check(contents, jobId) {
		if (partsOf(contents).length < 2) throw createError('MERGE_NEEDS_TWO_PARTS', { jobId });
	},

	bodyOf: (assetIds) => ({ asset_ids: assetIds, merge_assets: true }),

	output: (body, files) => ({ ...body, files }),
});

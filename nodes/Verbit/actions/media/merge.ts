import { mediaAttachment } from '../../api/attach';
import { fault } from '../../errors/fault';
import { assetIdsField } from '../../parameters/assetIds';
import { binariesField } from '../../parameters/binaryFields';
import { readParts } from '../../parameters/files';
import { jobIdField } from '../../parameters/jobCall';
import { showFor, sourceOptionsField } from '../../parameters/optionsField';
import { readChoice } from '../../parameters/values';
import { attachOperation, partsOf } from './attachOperation';

export const merge = attachOperation({
	option: {
		name: 'Merge',
		value: 'merge',
		action: 'Merge media',
		description: 'Combine several files or assets into one recording, in order. Once per job.',
	},
	fields: [
		jobIdField,
		{
			displayName: 'Merge Source',
			name: 'mergeSource',
			type: 'options',
			options: [
				{
					name: 'Asset IDs',
					value: 'assetIds',
					description: 'Merge assets already uploaded to the job',
				},
				{
					name: 'Binary Files',
					value: 'binary',
					description: 'Upload and merge the files of all items with the same job ID',
				},
			],
			default: 'binary',
		},
		showFor('mergeSource', ['binary'], binariesField),
		showFor('mergeSource', ['assetIds'], assetIdsField),
		showFor('mergeSource', ['binary'], {
			displayName: 'Order',
			name: 'order',
			type: 'options',
			options: [
				{
					name: 'File Name',
					value: 'fileName',
					description: 'Sort by name, with part 2 before part 10',
				},
				{
					name: 'Input Order',
					value: 'input',
					description: 'Order of the items, then order of the field names',
				},
			],
			default: 'input',
		}),
		sourceOptionsField('mergeSource'),
	],

	async read(context, itemIndex, call) {
		const given = context.getNodeParameter('mergeSource', itemIndex);
		const source = readChoice('Merge Source', given, ['assetIds', 'binary']);
		const givenOrder = context.getNodeParameter('order', itemIndex, 'input');
		const order = readChoice('Order', givenOrder, ['fileName', 'input']);
		const parts = await readParts(context, itemIndex, call, source);
		return { parts, sortByName: order === 'fileName' };
	},

	check(contents, jobId) {
		if (partsOf(contents).length < 2) throw fault('MERGE_NEEDS_TWO_PARTS', { jobId });
	},

	onceStep: 'Merge',

	ofAssets: (assetIds) => mediaAttachment({ asset_ids: assetIds, merge_assets: true }),

	output: (body, files) => ({ ...body, files }),
});

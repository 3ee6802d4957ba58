import { choice } from '../../parameters/field';
import { binariesProperty, order } from '../../sources/binaryFields';
import { assetIds, attachOperation } from './attachOperation';

const mergeSource = choice(
	'Merge Source',
	'mergeSource',
	'Where the parts of the recording come from',
	{
		assetIds: ['Asset IDs', 'Merge assets already uploaded to the job', assetIds.property],
		binary: [
			'Binary Files',
			'Upload and merge the files of all items with the same job ID',
			binariesProperty,
			...order.fields,
		],
	},
	'binary',
);

export const mediaMerge = attachOperation({
	name: 'Merge',
	action: 'Merge media',
	description: 'Combine several files or assets into one recording, in order. Once per job.',
	source: mergeSource,
	step: 'Merge',
	takesSeveral: true,
});

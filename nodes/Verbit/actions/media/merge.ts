import { choice } from '../../parameters/field';
import { binariesProperty, orderField } from '../../sources/binaryFields';
import { assetIdsField, attachOperation } from './attachOperation';

export const mediaMerge = attachOperation({
	name: 'Merge',
	action: 'Merge media',
	description: 'Combine several files or assets into one recording, in order. Once per job.',
	source: choice('Merge Source', 'mergeSource', {
		description: 'Where the parts of the recording come from',
		default: 'binary',
		choices: {
			assetIds: ['Asset IDs', 'Merge assets already uploaded to the job', assetIdsField.property],
			binary: [
				'Binary Files',
				'Upload and merge the files of all items with the same job ID',
				binariesProperty,
				...orderField.fields,
			],
		},
	}),
	activity: 'Merge',
});

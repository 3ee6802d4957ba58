import { choice } from '../../parameters/field';
import { binaryProperty } from '../../sources/binaryFields';
import { mediaUrlField, urlChoices } from '../../sources/fileUrl';
import { assetIdsField, attachOperation } from './attachOperation';

export const mediaAdd = attachOperation({
	name: 'Add Media',
	action: 'Add media',
	description: 'Attach a recording to a job from a file, URL or asset. Once per job.',
	source: choice('Media Source', 'mediaSource', {
		description: 'Where the recording comes from',
		default: 'binary',
		choices: {
			assetIds: ['Asset IDs', 'Use assets already uploaded to the job', assetIdsField.property],
			binary: ['Binary File', "Upload the item's file and attach it", binaryProperty],
			...urlChoices,
		},
	}),
	activity: 'Add media',
	url: { field: mediaUrlField, apiName: 'media_url' },
	whyOnce: 'accepts media only once',
});

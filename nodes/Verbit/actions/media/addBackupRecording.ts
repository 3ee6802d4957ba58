import { choice } from '../../parameters/field';
import { binaryProperty } from '../../sources/binaryFields';
import { assetIdField, attachOperation } from './attachOperation';

export const mediaAddBackupRecording = attachOperation({
	name: 'Add Backup Recording',
	action: 'Add backup recording',
	description:
		'Attach a second recording of the same event to a job that has media. Certain profiles only.',
	source: choice('Backup Source', 'backupSource', {
		description: 'Where the backup recording comes from',
		default: 'binary',
		choices: {
			assetId: ['Asset ID', 'Use an asset already uploaded to the job', assetIdField.property],
			binary: ['Binary File', "Upload the item's file and attach it", binaryProperty],
		},
	}),
	activity: 'Add backup recording',
	whyOnce: 'accepts one backup recording',
});

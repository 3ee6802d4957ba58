import { backupRecordAttachment } from '../../api/attach';
import { assetIdField, readOneAssetId } from '../../parameters/assetIds';
import { binaryField } from '../../parameters/binaryFields';
import { readOneFile } from '../../parameters/files';
import { jobIdField } from '../../parameters/jobCall';
import { showFor, sourceOptionsField } from '../../parameters/optionsField';
import { readChoice } from '../../parameters/values';
import { attachOperation, refuseSeveral } from './attachOperation';

const NAME = 'Add Backup Recording';

export const addBackupRecording = attachOperation({
	option: {
		name: NAME,
		value: 'addBackupRecording',
		action: 'Add backup recording',
		description:
			'Attach a second recording of the same event to a job that has media. Certain profiles only.',
	},
	fields: [
		jobIdField,
		{
			displayName: 'Backup Source',
			name: 'backupSource',
			type: 'options',
			options: [
				{
					name: 'Asset ID',
					value: 'assetId',
					description: 'Use an asset already uploaded to the job',
				},
				{
					name: 'Binary File',
					value: 'binary',
					description: "Upload the item's file and attach it",
				},
			],
			default: 'assetId',
		},
		showFor('backupSource', ['assetId'], assetIdField),
		showFor('backupSource', ['binary'], binaryField),
		sourceOptionsField('backupSource'),
	],

	async read(context, itemIndex, call) {
		const source = context.getNodeParameter('backupSource', itemIndex);
		if (readChoice('Backup Source', source, ['assetId', 'binary']) === 'binary') {
			return { parts: [{ file: await readOneFile(context, itemIndex, call, NAME) }] };
		}
		const assetId = readOneAssetId(context.getNodeParameter('assetId', itemIndex), NAME);
		return { parts: [{ assetId }] };
	},

	check(contents, jobId) {
		refuseSeveral(contents, jobId, 'accepts one backup recording');
	},

	ofAssets: ([assetId]) => backupRecordAttachment(assetId),

	output: (body, [file]) => ({ ...body, ...file }),
});

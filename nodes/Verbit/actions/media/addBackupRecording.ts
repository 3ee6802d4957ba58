import { assetIdField, readOneAssetId } from '../../parameters/assetIds';
import { binaryField } from '../../upload/binaryFields';
import { choice } from '../../parameters/field';
import { attachOperation, readParts, refuseSeveral } from './attachOperation';
import { jobIdField } from '../../parameters/jobId';
import { sourceOptionsField } from '../../upload/transferOptions';

const NAME = 'Add Backup Recording';

const backupSource = choice(
	'Backup Source',
	'backupSource',
	'Where the backup recording comes from',
	{
		assetId: ['Asset ID', 'Use an asset already uploaded to the job', assetIdField],
		binary: ['Binary File', "Upload the item's file and attach it", binaryField],
	},
	'binary',
);

export const addBackupRecording = attachOperation({
	option: {
		name: NAME,
		value: 'addBackupRecording',
		action: 'Add backup recording',
		description:
			'Attach a second recording of the same event to a job that has media. Certain profiles only.',
	},
	fields: [jobIdField, ...backupSource.fields, sourceOptionsField('backupSource')],

	step: 'Add backup recording',

	async read(context, itemIndex, jobId) {
		if (backupSource.readFrom(context, itemIndex) === 'binary') {
			return { parts: await readParts(context, itemIndex, jobId, 'binary', NAME) };
		}
		const assetId = readOneAssetId(context.getNodeParameter('assetId', itemIndex), NAME);
		return { parts: [{ assetId }] };
	},

	check(contents, jobId) {
		refuseSeveral(contents, jobId, 'accepts one backup recording');
	},

	bodyOf: ([assetId]) => ({ asset_id: assetId }),

	output: (body, [file]) => ({ ...body, ...file }),
});

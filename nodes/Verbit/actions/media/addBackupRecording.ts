import type { IExecuteFunctions } from 'n8n-workflow';

import { attach, backupRecordAttachment } from '../../api/attach';
import { outputOfJob } from '../../api/jobInfo';
import type { JobCall } from '../../api/serviceCall';
import { fault } from '../../errors/fault';
import { assetIdField, readOneAssetId } from '../../parameters/assetIds';
import { binaryField } from '../../parameters/binaryFields';
import { type AssetOrFile, readOneFile } from '../../parameters/files';
import { jobIdField, readJobCall, readJobKey } from '../../parameters/jobCall';
import { showFor, sourceOptionsField } from '../../parameters/optionsField';
import { readChoice } from '../../parameters/values';
import { ATTACH, callOnce } from '../../run/completedSteps';
import type { Operation } from '../../run/operation';
import { uploadParts } from '../../run/uploadParts';

interface Plan {
	call: JobCall;
	recording: AssetOrFile;
}

export const addBackupRecording: Operation<Plan> = {
	option: {
		name: 'Add Backup Recording',
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

	groupBy: readJobKey,

	async plan(context, itemIndex) {
		const call = readJobCall(context, itemIndex);
		return [{ call, recording: await readRecording(context, itemIndex, call) }];
	},

	check(plans) {
		if (plans.length < 2) return;
		const { jobId } = plans[0].call;
		throw fault('JOB_IN_SEVERAL_ITEMS', {
			jobId,
			count: plans.length,
			limit: 'accepts one backup recording',
		});
	},

	async run(run, [{ call, recording }]) {
		const {
			assetIds: [assetId],
			files: [file],
			subject,
		} = await uploadParts(run, [recording]);
		const response = await callOnce(
			run.completed,
			ATTACH,
			async (earlier) => await attach(run.client, call, backupRecordAttachment(assetId), earlier),
			subject,
		);
		return {
			json: outputOfJob(call.jobId, { asset_id: assetId, ...file }, response),
		};
	},
};

async function readRecording(
	context: IExecuteFunctions,
	itemIndex: number,
	call: JobCall,
): Promise<AssetOrFile> {
	const source = context.getNodeParameter('backupSource', itemIndex);
	if (readChoice('Backup Source', source, ['assetId', 'binary']) === 'binary') {
		return { file: await readOneFile(context, itemIndex, call, 'Add Backup Recording') };
	}
	return {
		assetId: readOneAssetId(context.getNodeParameter('assetId', itemIndex), 'Add Backup Recording'),
	};
}

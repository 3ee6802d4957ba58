import type { IExecuteFunctions } from 'n8n-workflow';

import { inputError } from '../../errors/stepError';
import { readAssetIds } from '../../parameters/assetIds';
import { addBackupRecord } from '../../api/addAttachment';
import type { JobCall } from '../../api/jobCall';
import { callOnce } from '../../run/completedSteps';
import { binaryField, jobIdField, showFor, sourceOptionsField } from '../../parameters/fields';
import { readOneFile } from '../../parameters/files';
import { readJobCall, readJobKey } from '../../parameters/jobCall';
import type { Operation } from '../../run/operation';
import { type Part } from '../../parameters/parts';
import { uploadParts } from '../../run/uploadParts';

interface Plan {
	call: JobCall;
	recording: Part;
}

export const addBackupRecording: Operation<Plan> = {
	option: {
		name: 'Add Backup Recording',
		value: 'addBackupRecording',
		action: 'Add backup recording',
		description:
			'Give a job that has its media a second recording of the same event. For certain profiles.',
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
					description: 'Use what has been uploaded to the job before',
				},
				{
					name: 'Binary File',
					value: 'binary',
					description: 'Upload a file of the item and add it',
				},
			],
			default: 'assetId',
		},
		showFor('backupSource', ['assetId'], {
			displayName: 'Asset ID',
			name: 'assetId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. {{ $json.asset_id }}',
			description: 'What Add Asset or Upload Binary answered as asset_id',
		}),
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
		throw inputError(
			`${plans.length} items add a backup recording to job ${plans[0].call.jobId}, but a call takes one`,
			'Give each item a job of its own: of several, the last might replace the others.',
		);
	},

	async run(run, [{ call, recording }]) {
		const {
			assetIds: [assetId],
			files: [file],
		} = await uploadParts(run, [recording]);
		const answer = await callOnce(
			run.completed,
			'attach',
			async (earlier) => await addBackupRecord(run.client, call, assetId, earlier),
		);
		return {
			json: { job_id: call.jobId, asset_id: assetId, ...file, ...answer },
		};
	},
};

async function readRecording(
	context: IExecuteFunctions,
	itemIndex: number,
	call: JobCall,
): Promise<Part> {
	if (context.getNodeParameter('backupSource', itemIndex) === 'binary') {
		const operation = 'Add Backup Recording';
		return { file: await readOneFile(context, itemIndex, call, { operation }) };
	}
	const assetIds = readAssetIds(context.getNodeParameter('assetId', itemIndex));
	if (assetIds.length === 1) return { assetId: assetIds[0] };
	throw inputError(
		`There are ${assetIds.length} asset IDs, but Add Backup Recording adds one`,
		'Give one asset ID.',
	);
}

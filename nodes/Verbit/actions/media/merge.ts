import { attach, mediaAttachment } from '../../api/attach';
import { outputOfJob } from '../../api/jobInfo';
import type { JobCall } from '../../api/serviceCall';
import { fault } from '../../errors/fault';
import { assetIdsField, refuseRepeated } from '../../parameters/assetIds';
import { binariesField } from '../../parameters/binaryFields';
import { type AssetOrFile, namedAssets, readParts } from '../../parameters/files';
import { jobIdField, readJobCall, readJobKey } from '../../parameters/jobCall';
import { showFor, sourceOptionsField } from '../../parameters/optionsField';
import { readChoice } from '../../parameters/values';
import { checkJobTakesMedia, uploadParts } from '../../run/uploadParts';
import { ATTACH, callOnce } from '../../run/completedSteps';
import type { Operation } from '../../run/operation';
import { inNaturalOrder } from '../../upload/fileName';

interface Plan {
	call: JobCall;
	parts: AssetOrFile[];
	sortByName: boolean;
}

export const merge: Operation<Plan> = {
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

	groupBy: readJobKey,

	async plan(context, itemIndex) {
		const call = readJobCall(context, itemIndex);
		const given = context.getNodeParameter('mergeSource', itemIndex);
		const source = readChoice('Merge Source', given, ['assetIds', 'binary']);
		const givenOrder = context.getNodeParameter('order', itemIndex, 'input');
		const order = readChoice('Order', givenOrder, ['fileName', 'input']);
		const parts = await readParts(context, itemIndex, call, source);
		return [{ call, parts, sortByName: order === 'fileName' }];
	},

	check(plans) {
		const parts = plans.flatMap((plan) => plan.parts);
		const { jobId } = plans[0].call;
		if (parts.length < 2) {
			throw fault('MERGE_NEEDS_TWO_PARTS', { jobId });
		}
		refuseRepeated(namedAssets(parts));
	},

	async run(run, plans) {
		const { call, sortByName } = plans[0];
		const parts = plans.flatMap((plan) => plan.parts);
		const ordered = sortByName ? inNaturalOrder(parts, nameOf) : parts;
		const toUpload = ordered.flatMap((part) => ('file' in part ? [part.file] : []));
		await checkJobTakesMedia(run, call, 'Merge', toUpload);
		const { assetIds, files, subject } = await uploadParts(run, ordered);
		const media = { asset_ids: assetIds, merge_assets: true as const };
		const response = await callOnce(
			run.completed,
			ATTACH,
			async (earlier) => await attach(run.client, call, mediaAttachment(media), earlier),
			subject,
		);
		return {
			json: outputOfJob(call.jobId, response, { asset_ids: assetIds, files, merge_assets: true }),
		};
	},
};

function nameOf(part: AssetOrFile): string {
	return 'file' in part ? part.file.source.fileName : '';
}

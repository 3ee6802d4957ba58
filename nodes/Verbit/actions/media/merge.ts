import { refuseRepeated } from '../../parameters/assetIds';
import { inNaturalOrder } from '../../upload/naturalOrder';
import type { JobCall } from '../../api/jobCall';
import { addMedia } from '../../api/addMedia';
import { inputError } from '../../errors/stepError';
import { callOnce } from '../../run/completedSteps';
import {
	assetIdsField,
	binariesField,
	jobIdField,
	showFor,
	sourceOptionsField,
} from '../../parameters/fields';
import { readJobCall, readJobKey } from '../../parameters/jobCall';
import type { Operation } from '../../run/operation';
import { namedAssets, type Part, readParts } from '../../parameters/parts';
import { uploadParts } from '../../run/uploadParts';

interface Plan {
	call: JobCall;
	parts: Part[];
	sortByName: boolean;
}

export const merge: Operation<Plan> = {
	option: {
		name: 'Merge',
		value: 'merge',
		action: 'Merge media',
		description:
			'Give a job one recording made of several files or assets, in their order. Once per job.',
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
					description: 'Merge what has been uploaded to the job before',
				},
				{
					name: 'Binary Files',
					value: 'binary',
					description: 'Upload the files of all items of a job and merge them',
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
					name: 'As in the Input',
					value: 'input',
					description: 'Items in their order, and the fields in the order they are named',
				},
				{
					name: 'By File Name',
					value: 'fileName',
					description: 'As a person would sort: part 2 before part 10',
				},
			],
			default: 'input',
		}),
		sourceOptionsField('mergeSource'),
	],

	groupBy: readJobKey,

	async plan(context, itemIndex) {
		const call = readJobCall(context, itemIndex);
		const byId = context.getNodeParameter('mergeSource', itemIndex) === 'assetIds';
		const parts = await readParts(context, itemIndex, call, byId ? 'assetIds' : 'binary');
		const sortByName = context.getNodeParameter('order', itemIndex, 'input') === 'fileName';
		return [{ call, parts, sortByName }];
	},

	check(plans) {
		const parts = plans.flatMap((plan) => plan.parts);
		const { jobId } = plans[0].call;
		if (parts.length < 2) {
			throw inputError(
				`There is one part for job ${jobId}, but merging needs two or more`,
				'Bring all parts of the job into this node in one run (their items need the same Job ID), or use the operation Add Media for a single file.',
			);
		}
		refuseRepeated(namedAssets(parts), ` for job ${jobId}`);
	},

	async run(run, plans) {
		const { call, sortByName } = plans[0];
		const parts = plans.flatMap((plan) => plan.parts);
		const ordered = sortByName ? inNaturalOrder(parts, nameOf) : parts;
		const { assetIds, files } = await uploadParts(run, ordered);
		const media = { asset_ids: assetIds, merge_assets: true as const };
		const answer = await callOnce(
			run.completed,
			'attach',
			async (earlier) => await addMedia(run.client, call, media, earlier),
		);
		return {
			json: {
				job_id: call.jobId,
				...answer,
				asset_ids: assetIds,
				files,
				merge_assets: true,
			},
		};
	},
};

function nameOf(part: Part): string {
	return 'file' in part ? part.file.source.fileName : '';
}

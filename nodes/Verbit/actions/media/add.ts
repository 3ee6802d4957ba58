import type { IExecuteFunctions } from 'n8n-workflow';

import { readAssetIds } from '../../parameters/assetIds';
import type { JobCall } from '../../api/jobCall';
import { addMedia, type Media } from '../../api/addMedia';
import { inputError } from '../../errors/stepError';
import type { FileToUpload } from '../../upload/uploadFile';
import { redactUrlsIn } from '../../http/redactUrlsIn';
import { callOnce } from '../../run/completedSteps';
import {
	allowShortLivedUrlOption,
	assetIdsField,
	binaryField,
	jobIdField,
	linkField,
	showFor,
	sourceOptionsField,
} from '../../parameters/fields';
import { readOneFile } from '../../parameters/files';
import { readJobCall, readJobKey } from '../../parameters/jobCall';
import { readLink } from '../../parameters/link';
import type { Operation, Run } from '../../run/operation';

interface Plan {
	call: JobCall;
	/** What is attached as it is, or a file that has to be uploaded first. */
	media: Media | FileToUpload;
}

export const add: Operation<Plan> = {
	option: {
		name: 'Add Media',
		value: 'add',
		action: 'Add media',
		description: 'Give a job its recording: a link, an uploaded asset or a file. Once per job.',
	},
	fields: [
		jobIdField,
		{
			displayName: 'Media Source',
			name: 'mediaSource',
			type: 'options',
			options: [
				{
					name: 'Asset IDs',
					value: 'assetIds',
					description: 'Use what has been uploaded to the job before',
				},
				{
					name: 'Binary File',
					value: 'binary',
					description: 'Upload a file of the item and add it',
				},
				{
					name: 'URL',
					value: 'url',
					description: 'Have the service fetch the recording from a link',
				},
			],
			default: 'url',
		},
		showFor('mediaSource', ['url'], linkField('Media URL', 'mediaUrl')),
		showFor('mediaSource', ['assetIds'], assetIdsField),
		showFor('mediaSource', ['binary'], binaryField),
		sourceOptionsField('mediaSource', [allowShortLivedUrlOption]),
	],

	groupBy: readJobKey,

	async plan(context, itemIndex) {
		const call = readJobCall(context, itemIndex);
		return [{ call, media: await readMedia(context, itemIndex, call) }];
	},

	check(plans) {
		if (plans.length < 2) return;
		throw inputError(
			`${plans.length} items add media to job ${plans[0].call.jobId}, but a job takes media once`,
			'Use the operation Merge to make one recording of several files, or give each item a job of its own.',
		);
	},

	async run(run, [{ call, media }]) {
		const { json, toAttach } = await uploadIfNeeded(run, media);
		const answer = await callOnce(
			run.completed,
			'attach',
			async (earlier) => await addMedia(run.client, call, toAttach, earlier),
		);
		return { json: { job_id: call.jobId, ...json, ...answer } };
	},
};

async function readMedia(
	context: IExecuteFunctions,
	itemIndex: number,
	call: JobCall,
): Promise<Plan['media']> {
	switch (context.getNodeParameter('mediaSource', itemIndex)) {
		case 'assetIds':
			return { asset_ids: readAssetIds(context.getNodeParameter('assetIds', itemIndex)) };
		case 'binary':
			return await readOneFile(context, itemIndex, call, {
				operation: 'Add Media',
				instead: 'Use the operation Merge to make one recording of several files',
			});
		default:
			return { media_url: readLink(context, itemIndex, 'mediaUrl', 'Media URL') };
	}
}

async function uploadIfNeeded(run: Run, media: Plan['media']) {
	if (!('source' in media)) return { toAttach: media, json: redactUrlsIn(media) };
	const json = await run.upload(media);
	return { toAttach: { asset_ids: [json.asset_id as string] }, json };
}

import type { IExecuteFunctions } from 'n8n-workflow';

import { attach, mediaAttachment, type Media } from '../../api/attach';
import { outputOfJob } from '../../api/jobInfo';
import type { JobCall } from '../../api/serviceCall';
import { fault } from '../../errors/fault';
import { redactUrlsIn } from '../../http/redact';
import { assetIdsField, readAssetIds } from '../../parameters/assetIds';
import { binaryField } from '../../parameters/binaryFields';
import { readOneFile } from '../../parameters/files';
import { jobIdField, readJobCall, readJobKey, readOptions } from '../../parameters/jobCall';
import {
	allowShortLivedUrlOption,
	mediaUrlField,
	readFileUrl,
	readStreamedUrl,
	urlUploadOption,
} from '../../parameters/fileUrl';
import { showFor, sourceOptionsField } from '../../parameters/optionsField';
import { readTransferOptions } from '../../parameters/transferOptions';
import { readChoice } from '../../parameters/values';
import { checkJobTakesMedia, uploadParts } from '../../run/uploadParts';
import { ATTACH, callOnce } from '../../run/completedSteps';
import type { Operation, Run } from '../../run/operation';
import { CALLS_AT_A_TIME } from '../../run/slots';
import type { FileToUpload } from '../../upload/uploadFile';

interface Plan {
	call: JobCall;
	/** What to attach: URLs and assets that are ready, or a file to upload first. */
	media: Media | FileToUpload;
}

export const add: Operation<Plan> = {
	option: {
		name: 'Add Media',
		value: 'add',
		action: 'Add media',
		description: 'Attach a recording to a job from a file, URL or asset. Once per job.',
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
					description: 'Use assets already uploaded to the job',
				},
				{
					name: 'Binary File',
					value: 'binary',
					description: "Upload the item's file and attach it",
				},
				{
					name: 'URL',
					value: 'url',
					description: 'Let Verbit download the recording from a URL',
				},
				urlUploadOption,
			],
			default: 'url',
		},
		mediaUrlField,
		showFor('mediaSource', ['assetIds'], assetIdsField),
		showFor('mediaSource', ['binary'], binaryField),
		sourceOptionsField('mediaSource', [allowShortLivedUrlOption], [], ['binary', 'urlUpload']),
	],

	groupBy: readJobKey,

	async plan(context, itemIndex) {
		const call = readJobCall(context, itemIndex);
		return [{ call, media: await readMedia(context, itemIndex, call) }];
	},

	check(plans) {
		if (plans.length < 2) return;
		const { jobId } = plans[0].call;
		throw fault('JOB_IN_SEVERAL_ITEMS', {
			jobId,
			count: plans.length,
			limit: 'accepts media only once',
		});
	},

	// Files still wait for their turn: see `Run.upload`.
	atATime: CALLS_AT_A_TIME,

	async run(run, [{ call, media }]) {
		const isFile = 'source' in media;
		if (isFile) await checkJobTakesMedia(run, call, 'Add media', [media]);
		const { toAttach, json, subject } = isFile
			? await uploadMedia(run, media)
			: { toAttach: media, json: redactUrlsIn(media), subject: media };
		const response = await callOnce(
			run.completed,
			ATTACH,
			async (earlier) => await attach(run.client, call, mediaAttachment(toAttach), earlier),
			subject,
		);
		return { json: outputOfJob(call.jobId, json, response) };
	},
};

async function uploadMedia(run: Run, file: FileToUpload) {
	const { assetIds, files, subject } = await uploadParts(run, [{ file }]);
	return { toAttach: { asset_ids: assetIds }, json: files[0], subject };
}

async function readMedia(
	context: IExecuteFunctions,
	itemIndex: number,
	call: JobCall,
): Promise<Plan['media']> {
	const given = context.getNodeParameter('mediaSource', itemIndex);
	switch (readChoice('Media Source', given, ['assetIds', 'binary', 'url', 'urlUpload'])) {
		case 'assetIds':
			return { asset_ids: readAssetIds(context.getNodeParameter('assetIds', itemIndex)) };
		case 'binary':
			return await readOneFile(context, itemIndex, call, 'Add Media');
		case 'urlUpload':
			return readFileOfUrl(context, itemIndex, call);
		default:
			return { media_url: readFileUrl(context, itemIndex, mediaUrlField) };
	}
}

function readFileOfUrl(context: IExecuteFunctions, itemIndex: number, call: JobCall): FileToUpload {
	const transfer = readTransferOptions(readOptions(context, itemIndex));
	return {
		...call,
		source: readStreamedUrl(context, itemIndex, mediaUrlField, transfer),
		transfer,
	};
}

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { attach, type AttachCall } from '../../api/attach';
import { outputOfJob } from '../../api/jobInfo';
import { createError } from '../../errors/createError';
import type { Step } from '../../errors/stepError';
import { refuseRepeated } from '../../parameters/assetIds';
import type { AssetOrFile } from '../../upload/files';
import { readJobId, readJobKey } from '../../parameters/jobId';
import { ATTACH, callOnce } from '../../run/completedSteps';
import type { WritingOperation } from '../../run/writing';
import { checkJobTakesMedia, uploadParts } from '../../submission/uploadParts';
import { inNaturalOrder } from '../../upload/fileName';
import type { UploadedFile } from '../../upload/uploadFile';

/** A URL, whose call is ready, or assets and files, which are uploaded first. */
export type Content = { ofUrl: AttachCall } | { parts: AssetOrFile[]; sortByName?: boolean };

export interface AttachPlan {
	jobId: number;
	content: Content;
}

interface AttachOperation extends Pick<
	WritingOperation<AttachPlan>,
	'option' | 'fields' | 'isSmall'
> {
	read: (context: IExecuteFunctions, itemIndex: number, jobId: number) => Promise<Content>;
	/** @throws StepError for items of one job that can't be attached together */
	check: (contents: Content[], jobId: number) => void;
	/** Set if a job accepts the call only once, while Pending: its status is then checked before files are uploaded. */
	onceStep?: Step;
	ofAssets: (assetIds: string[]) => AttachCall;
	output: (body: IDataObject, files: UploadedFile[]) => IDataObject;
}

/** Uploads what a job gets, and attaches it with one call for all items of the job. */
export function attachOperation({
	read,
	check,
	onceStep,
	ofAssets,
	output,
	...described
}: AttachOperation): WritingOperation<AttachPlan> {
	return {
		...described,

		async plan(context, itemIndex) {
			const jobId = readJobId(context, itemIndex);
			return { jobId, content: await read(context, itemIndex, jobId) };
		},

		group: {
			key: readJobKey,
			join(plans) {
				const [{ jobId, content }] = plans;
				const contents = plans.map((plan) => plan.content);
				check(contents, jobId);
				const parts = partsOf(contents);
				refuseRepeated(parts.flatMap((part) => ('assetId' in part ? [part.assetId] : [])));
				if ('ofUrl' in content) return { jobId, content };
				const inOrder = content.sortByName ? inNaturalOrder(parts, nameOf) : parts;
				return { jobId, content: { parts: inOrder } };
			},
		},

		async perform(tools, { jobId, content }) {
			const { client, completed } = tools;
			const attachOnce = async (call: AttachCall, subject: unknown) =>
				await callOnce(
					completed,
					ATTACH,
					async (earlier) => await attach(client, jobId, call, earlier),
					subject,
				);
			if ('ofUrl' in content) {
				const { body } = content.ofUrl;
				return { json: outputOfJob(jobId, await attachOnce(content.ofUrl, body), body) };
			}
			if (onceStep) await checkJobTakesMedia(tools, jobId, onceStep, content.parts);
			const { assetIds, files, subject } = await uploadParts(tools, content.parts);
			const call = ofAssets(assetIds);
			const response = await attachOnce(call, subject);
			return { json: outputOfJob(jobId, response, output(call.body, files)) };
		},
	};
}

export function refuseSeveral({ length: count }: unknown[], jobId: number, limit: string): void {
	if (count > 1) throw createError('JOB_IN_SEVERAL_ITEMS', { jobId, count, limit }, { jobId });
}

export function partsOf(contents: Content[]): AssetOrFile[] {
	return contents.flatMap((content) => ('parts' in content ? content.parts : []));
}

function nameOf(part: AssetOrFile): string {
	return 'file' in part ? part.file.source.fileName : '';
}

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { attach, type AttachStep } from '../../api/attach';
import { outputOfJob } from '../../api/jobInfo';
import { createError } from '../../errors/createError';
import { readAssetIds, refuseRepeated } from '../../parameters/assetIds';
import { readOptions } from '../../parameters/field';
import { readJobId, readJobKey } from '../../parameters/jobId';
import { ATTACH, callOnce } from '../../run/completedSteps';
import type { WritingOperation } from '../../run/writing';
import { checkJobTakesMedia, uploadParts } from '../../submission/uploadParts';
import { INPUT_FIELD } from '../../upload/binaryFields';
import { readBinarySources } from '../../upload/binarySource';
import { inNaturalOrder } from '../../upload/fileName';
import { readTransferOptions } from '../../upload/transferOptions';
import type { AssetOrFile, UploadedFile } from '../../upload/uploadFile';

/** The body of the call that attaches a URL, or assets and files, which are uploaded first. */
export type Content = { body: IDataObject } | { parts: AssetOrFile[]; sortByName?: boolean };

interface AttachOperation extends Pick<WritingOperation<unknown>, 'option' | 'fields' | 'isSmall'> {
	step: AttachStep;
	read: (context: IExecuteFunctions, itemIndex: number, jobId: number) => Promise<Content>;
	/** @throws StepError for items of one job that can't be attached together */
	check: (contents: Content[], jobId: number) => void;
	bodyOf: (assetIds: string[]) => IDataObject;
	output: (body: IDataObject, files: UploadedFile[]) => IDataObject;
}

/** Uploads what a job gets, and attaches it with one call for all items of the job. */
export function attachOperation({
	step,
	read,
	check,
	bodyOf,
	output,
	...described
}: AttachOperation): WritingOperation<{ jobId: number; content: Content }> {
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
				if ('body' in content) return { jobId, content };
				const inOrder = content.sortByName ? inNaturalOrder(parts, nameOf) : parts;
				return { jobId, content: { parts: inOrder } };
			},
		},

		async perform(tools, { jobId, content }) {
			const { client, completed } = tools;
			const attachOnce = async (body: IDataObject, subject: unknown) =>
				await callOnce(
					completed,
					ATTACH,
					async (earlier) => await attach(client, jobId, step, body, earlier),
					subject,
				);
			if ('body' in content) {
				const { body } = content;
				return { json: outputOfJob(jobId, await attachOnce(body, body), body) };
			}
			// A job accepts these once, while it is Pending.
			const isMedia = step === 'Add media' || step === 'Merge';
			if (isMedia) await checkJobTakesMedia(tools, jobId, step, content.parts);
			const { assetIds, files, subject } = await uploadParts(tools, content.parts);
			const body = bodyOf(assetIds);
			const response = await attachOnce(body, subject);
			return { json: outputOfJob(jobId, response, output(body, files)) };
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

/** @param operation one that accepts a single file */
export async function readParts(
	context: IExecuteFunctions,
	itemIndex: number,
	jobId: number,
	source: 'assetIds' | 'binary',
	operation?: string,
): Promise<AssetOrFile[]> {
	if (source === 'assetIds') {
		const assetIds = readAssetIds(context.getNodeParameter('assetIds', itemIndex));
		return assetIds.map((assetId) => ({ assetId }));
	}
	const transfer = readTransferOptions(readOptions(context, itemIndex));
	const sources = await readBinarySources(context, itemIndex, transfer);
	const { length: count } = sources;
	if (operation !== undefined && count !== 1) {
		throw createError('ONE_ACCEPTED', { operation, thing: 'file', count, field: INPUT_FIELD });
	}
	return sources.map((source) => ({ file: { jobId, source, transfer } }));
}

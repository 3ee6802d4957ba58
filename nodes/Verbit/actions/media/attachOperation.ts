import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { attach, type AttachCall } from '../../api/attach';
import { outputOfJob } from '../../api/jobInfo';
import { createError } from '../../errors/createError';
import type { Step } from '../../errors/stepError';
import { refuseRepeated } from '../../parameters/assetIds';
import { type AssetOrFile, namedAssets } from '../../upload/files';
import { readJobId, readJobKey } from '../../parameters/jobId';
import { ATTACH, callOnce } from '../../run/completedSteps';
import type { Operation, OperationContext } from '../../run/operation';
import { checkJobTakesMedia, uploadParts } from '../../submission/uploadParts';
import { inNaturalOrder } from '../../upload/fileName';
import type { UploadedFile } from '../../upload/uploadFile';

/** A URL, whose call is ready, or assets and files, which are uploaded first. */
export type Content = { ofUrl: AttachCall } | { parts: AssetOrFile[]; sortByName?: boolean };

interface Plan {
	jobId: number;
	content: Content;
}

interface AttachOperation {
	option: INodePropertyOptions;
	fields: INodeProperties[];
	atATime?: number;
	read(context: IExecuteFunctions, itemIndex: number, jobId: number): Promise<Content>;
	check(contents: Content[], jobId: number): void;
	/** Set if a job accepts the call only once, while Pending: its status is then checked before files are uploaded. */
	onceStep?: Step;
	ofAssets(assetIds: string[]): AttachCall;
	output(body: IDataObject, files: UploadedFile[]): IDataObject;
}

export function attachOperation(operation: AttachOperation): Operation<unknown> {
	const { option, fields, atATime } = operation;
	const made: Operation<Plan> = {
		option,
		fields,
		atATime,
		groupBy: readJobKey,

		async plan(context, itemIndex) {
			const jobId = readJobId(context, itemIndex);
			return [{ jobId, content: await operation.read(context, itemIndex, jobId) }];
		},

		check(plans) {
			const contents = plans.map(({ content }) => content);
			operation.check(contents, plans[0].jobId);
			refuseRepeated(namedAssets(partsOf(contents)));
		},

		async run(run, plans) {
			const { jobId } = plans[0];
			const { attachment, subject, output } = await prepare(run, operation, plans);
			const response = await callOnce(
				run.completed,
				ATTACH,
				async (earlier) => await attach(run.client, jobId, attachment, earlier),
				subject,
			);
			return { json: outputOfJob(jobId, response, output) };
		},
	};
	return made;
}

async function prepare(run: OperationContext, operation: AttachOperation, plans: Plan[]) {
	const [{ jobId, content }] = plans;
	if ('ofUrl' in content) {
		const { ofUrl: attachment } = content;
		return { attachment, subject: attachment.body, output: attachment.body };
	}
	const given = partsOf(plans.map((plan) => plan.content));
	const parts = content.sortByName ? inNaturalOrder(given, nameOf) : given;
	if (operation.onceStep) await checkJobTakesMedia(run, jobId, operation.onceStep, parts);
	const { assetIds, files, subject } = await uploadParts(run, parts);
	const attachment = operation.ofAssets(assetIds);
	return { attachment, subject, output: operation.output(attachment.body, files) };
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

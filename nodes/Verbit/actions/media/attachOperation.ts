import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { attach, type AttachCall } from '../../api/attach';
import { outputOfJob } from '../../api/jobInfo';
import type { JobCall } from '../../api/serviceCall';
import { fault } from '../../errors/fault';
import type { Step } from '../../errors/stepError';
import { redactUrlsIn } from '../../http/redact';
import { refuseRepeated } from '../../parameters/assetIds';
import { type AssetOrFile, namedAssets } from '../../parameters/files';
import { readJobCall, readJobKey } from '../../parameters/jobCall';
import { ATTACH, callOnce } from '../../run/completedSteps';
import type { Operation, Run } from '../../run/operation';
import { checkJobTakesMedia, uploadParts } from '../../run/uploadParts';
import { inNaturalOrder } from '../../upload/fileName';
import type { UploadedFile } from '../../upload/uploadFile';

/** What an item attaches: a URL, whose call is ready to be made, or assets and files, which are uploaded first. */
export type Content = { ofUrl: AttachCall } | { parts: AssetOrFile[]; sortByName?: boolean };

interface Plan {
	call: JobCall;
	content: Content;
}

interface AttachOperation {
	option: INodePropertyOptions;
	fields: INodeProperties[];
	atATime?: number;
	read(context: IExecuteFunctions, itemIndex: number, call: JobCall): Promise<Content>;
	/** @throws StepError where the items of one job can't be attached together */
	check(contents: Content[], jobId: number): void;
	/** Named where a job takes the call once, as Pending: its status is then checked before large files are uploaded. */
	onceStep?: Step;
	ofAssets(assetIds: string[]): AttachCall;
	/** What is output of assets and files, beside Verbit's response. */
	output(body: IDataObject, files: UploadedFile[]): IDataObject;
}

/** An operation that makes one call for all items of a job, which attaches what they bring. */
export function attachOperation(operation: AttachOperation): Operation<unknown> {
	const { option, fields, atATime } = operation;
	const made: Operation<Plan> = {
		option,
		fields,
		atATime,
		groupBy: readJobKey,

		async plan(context, itemIndex) {
			const call = readJobCall(context, itemIndex);
			return [{ call, content: await operation.read(context, itemIndex, call) }];
		},

		check(plans) {
			const contents = plans.map(({ content }) => content);
			operation.check(contents, plans[0].call.jobId);
			refuseRepeated(namedAssets(partsOf(contents)));
		},

		async run(run, plans) {
			const { call } = plans[0];
			const { attachment, subject, output } = await prepare(run, operation, plans);
			const response = await callOnce(
				run.completed,
				ATTACH,
				async (earlier) => await attach(run.client, call, attachment, earlier),
				subject,
			);
			return { json: outputOfJob(call.jobId, response, output) };
		},
	};
	return made;
}

/** Uploads what are files, so that one call is left to make. */
async function prepare(run: Run, operation: AttachOperation, plans: Plan[]) {
	const [{ call, content }] = plans;
	if ('ofUrl' in content) {
		const { ofUrl: attachment } = content;
		return { attachment, subject: attachment.body, output: redactUrlsIn(attachment.body) };
	}
	const given = partsOf(plans.map((plan) => plan.content));
	const parts = content.sortByName ? inNaturalOrder(given, nameOf) : given;
	if (operation.onceStep) await checkJobTakesMedia(run, call, operation.onceStep, parts);
	const { assetIds, files, subject } = await uploadParts(run, parts);
	const attachment = operation.ofAssets(assetIds);
	return { attachment, subject, output: operation.output(attachment.body, files) };
}

/** @throws StepError for several items with the same job. @param limit of the job, e.g. `accepts media only once` */
export function refuseSeveral({ length: count }: Content[], jobId: number, limit: string): void {
	if (count > 1) throw fault('JOB_IN_SEVERAL_ITEMS', { jobId, count, limit });
}

export function partsOf(contents: Content[]): AssetOrFile[] {
	return contents.flatMap((content) => ('parts' in content ? content.parts : []));
}

function nameOf(part: AssetOrFile): string {
	return 'file' in part ? part.file.source.fileName : '';
}

import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { downloadCaptions } from '../download/captions';
import { ServiceClient } from '../api/client';
import { TRANSFER_BOUNDS, TRANSFER_DEFAULTS } from '../upload/transferOptions';
import { type FileToUpload, uploadFile } from '../upload/uploadFile';
import type { UploadedFile } from '../upload/uploadedFile';
import { type CompletedSteps, completedSteps, uploadOnce } from './completedSteps';
import { type NodeFailure, toNodeError } from '../errors/nodeErrors';
import type { Operation, Output, Run } from './operation';
import { planTasks } from './plan';
import { Slots } from './slots';
import { Suspension, type Unfinished } from './suspension';
import type { Task } from './task';

/** Of an operation whose units all run side by side, so that many of them do not press the service. */
const CALLS_AT_A_TIME = 10;

/**
 * Runs an operation for all items of an execution: checks them all, then makes the requests, some at a time, and puts
 * the outputs in the order of the items. Nothing of it is still under way when it returns or throws.
 */
export async function runOperation<Plan>(
	context: IExecuteFunctions,
	operation: Operation<Plan>,
): Promise<INodeExecutionData[]> {
	const tasks = await planTasks(context, operation);
	return await new Runner(context, operation).runAll(tasks);
}

class Runner<Plan> {
	/** Ends what is still under way after a failure that ends the run. */
	private readonly stop = new AbortController();

	private readonly signal: AbortSignal;

	private readonly client: ServiceClient;

	private readonly concurrency: number;

	private readonly transfers: Slots;

	private readonly calls = new Slots(CALLS_AT_A_TIME);

	private readonly suspension: Suspension;

	private firstFailure?: NodeFailure;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation<Plan>,
	) {
		const cancel = context.getExecutionCancelSignal();
		this.signal = AbortSignal.any([this.stop.signal, ...(cancel ? [cancel] : [])]);
		this.client = new ServiceClient(context, this.signal);
		this.concurrency = readConcurrency(context);
		this.transfers = new Slots(this.concurrency);
		this.suspension = new Suspension(context);
	}

	async runAll(tasks: Array<Task<Plan>>): Promise<INodeExecutionData[]> {
		const uploaded: string[] = [];
		const slots = new Slots(this.operation.atATime ?? this.concurrency);
		const outputs = await Promise.all(
			tasks.map(
				async (task, position) =>
					await slots.use(async () => await this.runTask(task, position, uploaded)),
			),
		);
		if (this.firstFailure === undefined) return await this.suspension.finish(outputs.flat());
		this.suspension.forgetOutputs();
		throw withUploads(this.firstFailure, uploaded);
	}

	/** Its output; with Continue On Fail its error as an output; nothing when the run ends. */
	private async runTask(
		task: Task<Plan>,
		position: number,
		uploadedInRun: string[],
	): Promise<INodeExecutionData[]> {
		if (this.stop.signal.aborted) return [];
		const uploaded: string[] = [];
		const outcome = await this.outcomeOf(task, position, uploaded);
		uploadedInRun.push(...uploaded);
		const pairedItem = task.itemIndexes.map((item) => ({ item }));
		if ('output' in outcome) {
			return [{ ...this.suspension.take(position, outcome.output), pairedItem }];
		}
		if (this.context.continueOnFail()) {
			const error = withUploads(outcome.error, uploaded);
			return [{ json: { error: error.message }, error, pairedItem }];
		}
		this.firstFailure ??= outcome.error;
		this.stop.abort();
		return [];
	}

	private async outcomeOf(
		{ plans, itemIndexes, error }: Task<Plan>,
		position: number,
		uploaded: string[],
	): Promise<{ output: Output | Unfinished } | { error: NodeFailure }> {
		if (error !== undefined) return { error };
		const earlier = this.suspension.outputOf(position);
		if (earlier !== undefined) return { output: { json: earlier } };
		const completed = completedSteps(this.context, position, plans);
		return await this.operation.run(this.runFor(uploaded, completed), plans).then(
			(output) => ({ output }),
			(reason: unknown) => ({
				error: toNodeError(this.context.getNode(), reason, itemIndexes[0]),
			}),
		);
	}

	private readonly inTurn: Run['inTurn'] = async (call) => await this.calls.use(call);

	private runFor(uploaded: string[], completed: CompletedSteps): Run {
		const { context, client, signal, inTurn, suspension } = this;
		let uploads = 0;
		return {
			client,
			signal,
			inTurn,
			completed,
			suspension,
			upload: async (file) => {
				const send = async () => await uploadFile({ context, client, signal }, file);
				const step = `upload ${++uploads}`;
				const result = await this.transfers.use(
					async () => await uploadOnce(completed, step, send),
				);
				uploaded.push(nameUpload(result, file));
				return result;
			},
			getCaptions: async (call, order, known) =>
				await downloadCaptions({ context, client, signal }, call, order, known),
		};
	}
}

function nameUpload(
	{ file_name: name, asset_id: assetId }: UploadedFile,
	file: FileToUpload,
): string {
	const asset = assetId === undefined ? 'at its upload URL' : `asset ${assetId}`;
	return `"${name}" (job ${file.jobId}, ${asset})`;
}

/** So that what is on the service already need not be uploaded once more. */
function withUploads(error: NodeFailure, uploaded: string[]): NodeFailure {
	if (uploaded.length === 0) return error;
	const list = `Uploaded in this run: ${uploaded.join(', ')}. An asset that is not in a job's media yet can be used by its ID for 24 hours.`;
	error.description = error.description ? `${error.description} ${list}` : list;
	return error;
}

/** One for all items: an expression that gives each item another number can't be kept. */
function readConcurrency(context: IExecuteFunctions): number {
	const options = context.getNodeParameter('options', 0, {}) as IDataObject;
	// A number out of bounds has been refused, with a message, where the options are read.
	const wanted = Number(options.concurrency) || TRANSFER_DEFAULTS.concurrency;
	return Math.min(Math.max(1, wanted), TRANSFER_BOUNDS.concurrency.max);
}

import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import type { NodeFailure } from '../errors/nodeErrors';
import type { Records } from '../n8n/records';
import type { CompletedSteps } from './completedSteps';
import type { Slots } from './slots';

/** What the node outputs for one unit of work; the runner adds the paired items. */
export interface Output extends Pick<INodeExecutionData, 'json' | 'binary'> {
	/** Fields that may hold secrets: the input's own, and an upload URL that was asked for. */
	asIs?: string[];
}

export interface Task<Plan> {
	itemIndexes: number[];
	/** Among the tasks of its item, from 0. */
	part: number;
	/** The job that it is about, as the parameter says; empty where it makes one. */
	jobId: string;
	plans: Plan[];
	group?: string;
	error?: NodeFailure;
}

export interface OperationContext {
	context: IExecuteFunctions;
	client: ServiceClient;
	signal: AbortSignal;
	completed: CompletedSteps;
	records: Records;
	transfers: Slots;
}

/**
 * One operation of the node. Loops over items, paired items and Continue On Fail are the work of `runner.ts`.
 * @typeParam Plan what is known of one unit of work before anything is sent
 */
export interface Operation<Plan> {
	option: INodePropertyOptions;
	fields: INodeProperties[];
	/**
	 * Reads and checks an item's parameters and input; no request is made.
	 * Without a key of `groupBy` an item may give several plans, each with an output of its own.
	 */
	plan(context: IExecuteFunctions, itemIndex: number): Promise<Plan[]>;
	/** Items with the same key are one unit of work, with one output. Without a key each item is looked at alone. */
	groupBy?(context: IExecuteFunctions, itemIndex: number): string | undefined;
	/** Units of work with the same key run one after the other. */
	sequence?(plan: Plan): string | undefined;
	/** Checks what only shows when all items of a group are known. Throws a StepError. */
	check?(plans: Plan[]): void;
	/** Whether it goes on with jobs that exist: another credential may ask for them, or none for a while. */
	isFollowUp?: boolean;
	/** How many units of work run at a time, unless the option Concurrency decides. */
	atATime?: number;
	/**
	 * Makes the requests, for one plan or for all of a group in the order of their items.
	 * @returns nothing where there is no output, or not yet
	 */
	run(run: OperationContext, plans: Plan[]): Promise<Output | void>;
}

import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import type { NodeFailure } from '../errors/nodeErrors';
import type { CompletedSteps } from './completedSteps';
import type { ExternalIdUse } from './externalIdUse';
import type { Slots } from './slots';
import type { ExternalIds } from './usedIds';

/** What the node outputs for one unit of work; the runner adds the paired items. */
export type Output = Pick<INodeExecutionData, 'json' | 'binary'>;

/** A piece of work with one output. */
export interface Task<Plan> {
	itemIndexes: number[];
	/** Among the tasks of its item, from 0. */
	part: number;
	/** The job that it is about, as the parameter says; empty where it makes one. */
	jobId: string;
	plans: Plan[];
	/** Tasks with the same group are one. */
	group?: string;
	/** Why nothing is sent for it. */
	error?: NodeFailure;
}

/** What an operation works with while it makes requests. */
export interface Run {
	context: IExecuteFunctions;
	client: ServiceClient;
	/** Aborted when the run is stopped, or ends at a failure. */
	signal: AbortSignal;
	completed: CompletedSteps;
	externalIds: ExternalIds;
	/** Follows the external ID of this work; left out where there is none. */
	externalId?: Pick<ExternalIdUse, 'during'>;
	/** How many files are uploaded at a time, over all items. */
	transfers: Slots;
}

/** How the editor shows an operation, and what it reads of an item. */
export interface OperationBase<Plan> {
	option: INodePropertyOptions;
	/** Without the display options for resource and operation. */
	fields: INodeProperties[];
	/**
	 * Reads and checks an item's parameters and input; no request is made.
	 * Without a key of `groupBy` an item may give several plans, each with an output of its own.
	 */
	plan(context: IExecuteFunctions, itemIndex: number): Promise<Plan[]>;
}

/**
 * It knows nothing of loops over items, paired items and Continue On Fail: see `runner.ts`.
 * @typeParam Plan what is known of one unit of work before anything is sent
 */
export interface Operation<Plan> extends OperationBase<Plan> {
	/** Items with the same key are one unit of work, with one output. Without a key each item is looked at alone. */
	groupBy?(context: IExecuteFunctions, itemIndex: number): string | undefined;
	/** Checks what only shows when all items of a group are known. Throws a StepError. */
	check?(plans: Plan[]): void;
	/** How many units of work run at a time, unless the option Concurrency decides. */
	atATime?: number;
	/**
	 * Makes the requests, for one plan or for all of a group in the order of their items.
	 * @returns nothing where there is no output, or not yet
	 */
	run(run: Run, plans: Plan[]): Promise<Output | void>;
}

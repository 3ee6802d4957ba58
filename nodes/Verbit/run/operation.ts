import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import type { Journal } from '../journal/journal';
import type { Slots } from './slots';

/** What the node outputs for one task; the runner adds the paired items. */
export interface Output extends Pick<INodeExecutionData, 'json' | 'binary'> {
	/** Names of fields that are output as they are, although they may hold secrets: the input's own, and an upload URL. */
	unredacted?: string[];
}

export interface Tools {
	context: IExecuteFunctions;
	client: ServiceClient;
	signal: AbortSignal;
	/** What earlier tries of the node have done for the task: for calls that can't be made twice. */
	journal: Journal;
	/** When this run of the node began, ms since 1970. */
	runBegan: number;
	transfers: Slots;
}

/** An operation as the list of operations has it: the type of its plans no longer matters. */
export interface NodeOperation extends Pick<
	Operation<unknown>,
	'name' | 'action' | 'description' | 'fields'
> {
	/** @param key its resource and name, such as `job:get` */
	execute(context: IExecuteFunctions, key: string): Promise<INodeExecutionData[]>;
}

/**
 * One operation of the node. Loops over items, paired items and Continue On Fail are the work of `runner.ts`.
 * @typeParam Plan what is known of one task before anything is sent
 */
export interface Operation<Plan> {
	name: string;
	action: string;
	description: string;
	fields: INodeProperties[];
	/** Reads and checks an item's parameters and input; no request is made. */
	plan(context: IExecuteFunctions, itemIndex: number): Promise<Plan>;
	/** Makes several tasks of one item, each with an output of its own. */
	split?(plan: Plan): Plan[];
	/** Makes one task of all items with the same key; without a key an item is looked at alone. */
	group?: {
		key(context: IExecuteFunctions, itemIndex: number): string | undefined;
		/** @throws StepError for what only shows when all plans of a group are known, in the order of their items */
		join(plans: Plan[]): Plan;
	};
	/** Limits the items that are worked on at a time to the option Concurrency, or three. Other operations take at least ten. */
	movesFiles?: true;
	perform(tools: Tools, plan: Plan): Promise<Output>;
}

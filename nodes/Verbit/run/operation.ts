import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import type { Journal } from '../journal/journal';
import type { Slots } from './slots';

export interface Output extends Pick<INodeExecutionData, 'json' | 'binary'> {
	/** Names of fields that are output unchanged although they may hold secrets: fields of the input, and an upload URL. */
	unredacted?: string[];
}

export interface Tools {
	context: IExecuteFunctions;
	client: ServiceClient;
	signal: AbortSignal;
	journal: Omit<Journal, 'runStep'>;
	/** Makes a step once over all tries, as the journal does. With an External ID, other executions learn of the step, too. */
	runStep: Journal['runStep'];
	/** Time at which this run of the node began, ms since 1970. */
	runBegan: number;
	transfers: Slots;
}

export interface NodeOperation extends Pick<
	Operation<unknown>,
	'name' | 'action' | 'description' | 'fields'
> {
	/** @param key resource and name of the operation, such as `job:get` */
	execute(context: IExecuteFunctions, key: string): Promise<INodeExecutionData[]>;
}

/**
 * One operation of the node. `runner.ts` handles loops over items, paired items and Continue On Fail.
 * @typeParam Plan the data of one task that is known before anything is sent
 */
export interface Operation<Plan> {
	name: string;
	action: string;
	description: string;
	fields: INodeProperties[];
	/** Reads and checks an item's parameters, and the beginning of its files. Nothing is sent to Verbit. */
	plan(context: IExecuteFunctions, itemIndex: number): Promise<Plan>;
	split?(plan: Plan): Plan[];
	/** Joins all items with the same key to one task. An item without a key is a task of its own. */
	group?: {
		key(context: IExecuteFunctions, itemIndex: number): string | undefined;
		/** Joins plans in the order of their items. Throws a StepError for a fault that only all plans of a group together show. */
		join(plans: Plan[]): Plan;
	};
	/** Limits the items in work to Concurrency. Other operations work on ten items, or on as many as Concurrency if that is more. */
	movesFiles?: true;
	perform(tools: Tools, plan: Plan): Promise<Output>;
}

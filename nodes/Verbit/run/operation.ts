import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import type { JobCall } from '../api/serviceCall';
import type { CaptionOrder, Captions } from '../download/captions';
import type { NodeFailure } from '../errors/nodeErrors';
import type { CompletedSteps } from './completedSteps';
import type { ExternalIdUse } from './externalIdUse';
import type { Slots } from './slots';
import type { Output, Suspension, Unfinished } from './suspension';
import type { ExternalIds } from './usedIds';

/** A piece of work with one output. */
export interface Task<Plan> {
	/** The items that it came from. */
	itemIndexes: number[];
	/** Its number among the tasks of its item, from 0. */
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
	/** Makes a call when its turn comes: some at a time, for an operation whose units run side by side. */
	inTurn<T>(call: () => Promise<T>): Promise<T>;
	/** What has been done for these plans before: see `CompletedSteps`. */
	completed: CompletedSteps;
	/** What this node remembers of external IDs, beyond this execution: see `withExternalId`. */
	externalIds: ExternalIds;
	/** Follows the external ID of this work; left out where there is none. */
	externalId?: Pick<ExternalIdUse, 'during'>;
	/** How many files are uploaded at a time, over all items. */
	transfers: Slots;
	/** For work that takes Verbit hours or days: the operation returns `Unfinished`, and n8n runs the node again. */
	suspension: Pick<Suspension, 'since' | 'isResumed' | 'isPossible' | 'keepTimeout'>;
	/**
	 * Gets captions as a file in n8n's storage, or as text.
	 * @param known fields of the item, which may name the job
	 */
	getCaptions(call: JobCall, order: CaptionOrder, known: IDataObject): Promise<Captions>;
}

/**
 * One operation of the node, whole: how the editor shows it and what it does.
 * It knows nothing of loops over items, paired items and Continue On Fail: see `runner.ts`.
 * @typeParam Plan what is known of one unit of work before anything is sent
 */
export interface Operation<Plan> {
	/** Its entry in the list of operations. */
	option: INodePropertyOptions;
	/** Its parameters, without the display options for resource and operation. */
	fields: INodeProperties[];
	/**
	 * Items with the same key are one unit of work, with one output. Without it, and without a key, each item is looked at
	 * alone.
	 */
	groupBy?(context: IExecuteFunctions, itemIndex: number): string | undefined;
	/**
	 * Reads and checks an item's parameters and input; no request is made.
	 * Without a key of `groupBy` an item may give several plans, each with an output of its own.
	 */
	plan(context: IExecuteFunctions, itemIndex: number): Promise<Plan[]>;
	/** Checks what only shows when all items of a group are known. Throws a StepError. */
	check?(plans: Plan[]): void;
	/** How many units of work run at a time, unless the option Concurrency decides. */
	atATime?: number;
	/** Makes the requests, for one plan or for all of a group in the order of their items. */
	run(run: Run, plans: Plan[]): Promise<Output | Unfinished>;
}

import type { CompletedSteps } from './completedSteps';
import type { Operation, Tools } from './operation';
import type { Slots } from './slots';

/** What an operation needs that changes something at Verbit. */
export interface WritingTools extends Tools {
	/** What this try of the node and those before it have done: see `callOnce`. */
	completed: CompletedSteps;
	/** When this run of the node began, ms since 1970. */
	since: number;
	/** Limits the uploads of all items together. */
	transfers: Slots;
}

export type WritingOperation<Plan> = Operation<Plan, WritingTools>;

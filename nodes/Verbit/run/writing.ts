import type { Records } from '../n8n/records';
import type { CompletedSteps } from './completedSteps';
import type { Operation, Tools } from './operation';
import type { Slots } from './slots';

/** What an operation needs that changes something at Verbit. */
export interface WritingTools extends Tools {
	/** What this try of the node and those before it have done: see `callOnce`. */
	completed: CompletedSteps;
	/** What n8n's database remembers over all executions. */
	records: Records;
	/** Limits the uploads of all items together. */
	transfers: Slots;
}

export type WritingOperation<Plan> = Operation<Plan, WritingTools>;

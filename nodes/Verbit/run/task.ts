import type { NodeFailure } from '../errors/nodeErrors';

/** A piece of work with one output. */
export interface Task<Plan> {
	/** The items that it came from. */
	itemIndexes: number[];
	plans: Plan[];
	/** Tasks with the same group are one. */
	group?: string;
	/** Why nothing is sent for it. */
	error?: NodeFailure;
}

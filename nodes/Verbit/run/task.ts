import type { INodeExecutionData } from 'n8n-workflow';

import type { NodeFailure } from '../errors/nodeErrors';

/** What the node outputs for one unit of work; the runner adds the paired items. */
export type Output = Pick<INodeExecutionData, 'json' | 'binary'>;

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

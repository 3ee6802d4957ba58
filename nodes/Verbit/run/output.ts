import type { INodeExecutionData } from 'n8n-workflow';

/** What the node outputs for one unit of work; the runner adds the paired items. */
export type Output = Pick<INodeExecutionData, 'json' | 'binary'>;

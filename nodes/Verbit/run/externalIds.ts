import type { IExecuteFunctions } from 'n8n-workflow';

import { UsedIds } from './usedIds';

/** What a run of the node knows of external IDs. */
export interface ExternalIds {
	used: Pick<UsedIds, 'find' | 'change'>;
	/** Tells the memory of this node from the memories of others in this process. */
	scope: string;
	/** Tells n8n's log, once a run, that n8n does not remember external IDs. */
	warn(reason: string): void;
}

/** @param baseUrl of Verbit */
export function externalIdsOf(context: IExecuteFunctions, baseUrl: string): ExternalIds {
	const { id, name } = context.getNode();
	let isWarned = false;
	return {
		used: new UsedIds(context, baseUrl),
		scope: JSON.stringify([context.getWorkflow().id, id, baseUrl]),
		warn: (reason) => {
			if (isWarned) return;
			isWarned = true;
			context.logger.warn(`${name} can't remember which external IDs were used: ${reason}`);
		},
	};
}

import type { IExecuteFunctions } from 'n8n-workflow';

import { sentence } from '../errors/createError';
import { hintOnce, listed } from '../errors/hints';
import type { Skipped } from '../journal/saved';
import { logOf } from '../secrets/secrets';

/** Thrown to end the work for an item that Skip drops. It is no failure. */
export class ItemSkipped extends Error {
	constructor(readonly skipped: Skipped) {
		super();
	}
}

export function logSkip(context: IExecuteFunctions, { skipped }: ItemSkipped): void {
	logOf(context).info(`Verbit: ${sentence(HINTS[skipped.reason], valuesOf([skipped]))}`);
}

/** Shows a hint for each reason why items were skipped. */
export function showSkipped(context: IExecuteFunctions, skipped: Skipped[]): void {
	for (const [reason, code] of Object.entries(HINTS)) {
		const items = skipped.filter((item) => item.reason === reason);
		if (items.length > 0) hintOnce(context, code, valuesOf(items));
	}
}

function valuesOf(skipped: Skipped[]) {
	const items = skipped.length === 1 ? '1 item' : `${skipped.length} items`;
	return { items, recordings: listed(skipped.map(describe)) };
}

const HINTS = {
	done: 'ITEMS_DONE',
	inWork: 'ITEMS_IN_WORK',
	failedTwice: 'ITEMS_FAILED_TWICE',
	shared: 'ITEMS_SHARED',
} as const satisfies Record<Skipped['reason'], string>;

function describe({ recording, externalId, jobId }: Skipped): string {
	const name = recording === undefined ? '' : `"${recording}" with `;
	const job = jobId === undefined ? '' : ` (job ${jobId})`;
	return `${name}External ID "${externalId}"${job}`;
}

export function isInLoop(context: IExecuteFunctions): boolean {
	const { name } = context.getNode();
	const parents = new Set(context.getParentNodes(name).map((node) => node.name));
	return context.getChildNodes(name).some((node) => parents.has(node.name));
}

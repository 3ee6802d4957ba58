import type { IExecuteFunctions } from 'n8n-workflow';

import type { BinarySource } from '../upload/binarySource';

/** From this size on it matters where n8n keeps a file. */
const LARGE_BYTES = 64 * 1024 * 1024;

/** Executions of the node that have had the hint: one for each of a thousand files would hide all others. */
const hinted = new WeakSet<IExecuteFunctions>();

/**
 * Hints at n8n's setting where a large file is held in memory: in these modes n8n holds all of it, whatever a node does.
 * `addExecutionHints` is missing in older n8n.
 */
export function hintAtMemory(context: IExecuteFunctions, sources: BinarySource[]): void {
	const held = sources.find(({ size, isHeldInMemory }) => isHeldInMemory && size >= LARGE_BYTES);
	if (held === undefined || hinted.has(context)) return;
	hinted.add(context);
	context.addExecutionHints?.({
		message: `n8n holds all of "${held.fileName}" in memory, because it keeps files in memory or in its database. For large recordings, set N8N_DEFAULT_BINARY_DATA_MODE to filesystem, or use a URL as the source.`,
		type: 'warning',
		location: 'outputPane',
	});
}

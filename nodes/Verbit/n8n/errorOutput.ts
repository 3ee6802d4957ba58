/**
 * n8n recognizes a failed item for the error output by a `json` with only `error`, `message` and `details` since 2.36. An older
 * n8n needs the item's own field `error`, and if the field stays, replaces the `json` by its message.
 * Relied on: n8n sees a field that isn't enumerable, and the copy that it makes for the error output lacks it.
 * Seen in: n8n-core 2.40 and 2.41, where the keys alone count.
 * Missing: a newer n8n doesn't need the field; an older n8n would pass the item on as a success.
 */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

export function toErrorOutput(context: IExecuteFunctions, item: INodeExecutionData) {
	if (context.getNode().onError !== 'continueErrorOutput') return item;
	const value = { message: item.json.error };
	return Object.defineProperty(item, 'error', { value, enumerable: false });
}

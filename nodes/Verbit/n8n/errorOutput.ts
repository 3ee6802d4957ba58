/**
 * n8n lacks: its error output recognizes a failed item by a `json` of nothing but `error`, `message` and `details` since
 * 2.36 only. Before, it goes by the item's own field `error`, and where that stays, n8n replaces the `json` by its message.
 * Relied on: n8n sees a field that isn't enumerable, and the copy that it makes for the error output lacks it.
 * Seen in: n8n-core 2.40 and 2.41, where the keys alone count.
 * Missing: nothing happens without it in newer versions; an older one would pass the item on as a success.
 */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

export function toErrorOutput(
	context: IExecuteFunctions,
	item: INodeExecutionData,
): INodeExecutionData {
	if (context.getNode().onError !== 'continueErrorOutput') return item;
	return Object.defineProperty(item, 'error', {
		value: { message: item.json.error },
		enumerable: false,
	});
}

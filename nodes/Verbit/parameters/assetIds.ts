import { createError } from '../errors/createError';
import { describeValue } from '../secrets/shownText';
import { text } from './field';
import { readEntry, toList } from './values';

export const { field: assetIdsField } = text('Asset IDs', 'assetIds', {
	required: true,
	placeholder: 'e.g. {{ $json.asset_id }}',
	hint: 'Separate multiple IDs with commas',
	description: "Values of 'asset_id' that Add Asset or Upload Binary returned",
});

export const { field: assetIdField } = text('Asset ID', 'assetId', {
	required: true,
	placeholder: 'e.g. {{ $json.asset_id }}',
	description: "Value of 'asset_id' that Add Asset or Upload Binary returned",
});

/**
 * Asset IDs in any form that `toList` takes. An empty entry is refused: a merge would lack a part.
 * @throws StepError when there is none, one is empty or no ID, or one stands twice
 */
export function readAssetIds(value: unknown, field = 'Asset IDs'): string[] {
	const assetIds = toList(field, value).map((entry) => {
		const isBlank = typeof entry === 'string' && entry.trim() === '';
		return readEntry(field, isBlank ? undefined : entry);
	});
	if (assetIds.length === 0) {
		const example =
			'asset IDs with commas between them, such as the asset_id that Upload Binary returned';
		throw createError('FIELD_EMPTY', { field, example });
	}
	refuseRepeated(assetIds);
	return assetIds;
}

/** @throws StepError for an ID that stands twice: the same recording would be in the job's media twice */
export function refuseRepeated(assetIds: string[]): void {
	const repeated = assetIds.find((assetId, index) => assetIds.indexOf(assetId) !== index);
	if (repeated === undefined) return;
	throw createError('VALUE_REPEATED', { field: 'Asset IDs', value: describeValue(repeated) });
}

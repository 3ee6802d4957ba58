import type { INodeProperties } from 'n8n-workflow';

import { fault } from '../errors/fault';
import { describeValue } from '../http/redact';
import { toList } from './values';

export const assetIdsField: INodeProperties = {
	displayName: 'Asset IDs',
	name: 'assetIds',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. {{ $json.asset_id }}',
	hint: 'Separate multiple IDs with commas',
	description: "Values of 'asset_id' that Add Asset or Upload Binary returned",
};

export const assetIdField: INodeProperties = {
	displayName: 'Asset ID',
	name: 'assetId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. {{ $json.asset_id }}',
	description: "Value of 'asset_id' that Add Asset or Upload Binary returned",
};

/**
 * Asset IDs in any of the ways a workflow has them: a comma-separated string, a JSON array in a string, or an array.
 * @throws StepError when there is none, one is empty or no ID, or one stands twice
 */
export function readAssetIds(value: unknown): string[] {
	const assetIds = toList('Asset IDs', value).map(readAssetId);
	if (assetIds.length === 0) throw fault('ASSET_IDS_MISSING', {});
	refuseRepeated(assetIds);
	return assetIds;
}

/** The one asset ID of an item. @throws StepError when there are several, or none */
export function readOneAssetId(value: unknown): string {
	const assetIds = readAssetIds(value);
	if (assetIds.length === 1) return assetIds[0];
	throw fault('BACKUP_TAKES_ONE_ASSET', { count: assetIds.length });
}

/** @throws StepError when an asset stands twice: the same recording would be in the media twice */
export function refuseRepeated(assetIds: string[]): void {
	const seen = new Set<string>();
	const repeated = assetIds.find((assetId) => seen.size === seen.add(assetId).size);
	if (repeated !== undefined) throw fault('ASSET_REPEATED', { assetId: describeValue(repeated) });
}

function readAssetId(entry: unknown): string {
	const assetId = typeof entry === 'number' ? String(entry) : entry;
	if (typeof assetId === 'string' && assetId.trim() !== '') return assetId.trim();
	throw fault('ASSET_ID_INVALID', { value: describeValue(entry) });
}

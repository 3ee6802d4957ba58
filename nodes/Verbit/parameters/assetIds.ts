import type { INodeProperties } from 'n8n-workflow';

import { fault } from '../errors/fault';
import { describeValue } from '../http/redact';
import { digitsOf, toList } from './values';

/** The parameter 'Asset IDs' of an operation that takes several assets. `readAssetIds` reads it. */
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

/** The parameter 'Asset ID' of an operation that takes one asset. `readOneAssetId` reads it. */
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

/**
 * Reads the one asset ID of an item, in any form that `readAssetIds` takes.
 * @throws StepError when there are several or none, and for one that isn't an ID
 */
export function readOneAssetId(value: unknown): string {
	const assetIds = readAssetIds(value);
	if (assetIds.length === 1) return assetIds[0];
	throw fault('BACKUP_TAKES_ONE_ASSET', { count: assetIds.length });
}

/**
 * Refuses a list of asset IDs with one in it twice: the same recording would be in the job's media twice.
 * @throws StepError that names the repeated ID
 */
export function refuseRepeated(assetIds: string[]): void {
	const seen = new Set<string>();
	const repeated = assetIds.find((assetId) => seen.size === seen.add(assetId).size);
	if (repeated !== undefined) throw fault('ASSET_REPEATED', { assetId: describeValue(repeated) });
}

function readAssetId(entry: unknown): string {
	const assetId = typeof entry === 'number' ? digitsOf(entry) : entry;
	if (typeof assetId === 'string' && assetId.trim() !== '') return assetId.trim();
	throw fault('ASSET_ID_INVALID', { value: describeValue(entry) });
}

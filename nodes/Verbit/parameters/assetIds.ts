import { inputError } from '../errors/stepError';
import { toList } from './textList';
import { describeValue } from '../http/redact';

const REMEDY =
	'Give asset IDs separated by commas, a JSON array of strings, or an expression that gives an array, e.g. the asset_id that Upload Binary answers.';

/**
 * Asset IDs in any of the ways a workflow has them: a comma-separated string, a JSON array in a string, or an array.
 * @throws StepError when there is none, one is empty or no ID, or one stands twice
 */
export function readAssetIds(value: unknown): string[] {
	const assetIds = toList('asset IDs', value, REMEDY).map(readAssetId);
	if (assetIds.length === 0) throw inputError('There is no asset ID', REMEDY);
	refuseRepeated(assetIds);
	return assetIds;
}

/**
 * @param where what the assets are for, as the end of the message
 * @throws StepError when one stands twice
 */
export function refuseRepeated(assetIds: string[], where = ''): void {
	const repeated = assetIds.find((assetId, index) => assetIds.indexOf(assetId) !== index);
	if (repeated === undefined) return;
	throw inputError(
		`Asset ${describeValue(repeated)} is given twice${where}`,
		'Name each asset once: the same recording would be in the media twice.',
	);
}

function readAssetId(entry: unknown): string {
	const assetId = typeof entry === 'number' ? String(entry) : entry;
	if (typeof assetId !== 'string' || assetId.trim() === '') {
		throw inputError(`${describeValue(entry)} is no asset ID`, REMEDY);
	}
	return assetId.trim();
}

import type { IDataObject } from 'n8n-workflow';

/** What captions as text add to an item, beside `job_id`. `language` is also a field of a job. */
const TEXT_FIELDS = [
	'caption_format',
	'draft',
	'text',
	'transcript',
	'characters',
	'truncated',
] as const;

/** What an item holds that failed with Continue On Fail. n8n takes an item with `error` as failed, and runs it again. */
const FAILURE_FIELDS = ['error', 'details'] as const;

/**
 * The item that captions as text are added to, without what an earlier Get Captions left in it: a draft's `draft: true`
 * would call the final captions a draft.
 * @returns a copy
 */
export function withoutEarlierCaptions(json: IDataObject): IDataObject {
	const isOfCaptions = json.caption_format !== undefined;
	const stale: string[] = [
		...TEXT_FIELDS,
		...(isOfCaptions ? ['language'] : []),
		...(isFailureOfNode(json) ? FAILURE_FIELDS : []),
	];
	return Object.fromEntries(Object.entries(json).filter(([name]) => !stale.includes(name)));
}

/** By the `details` that no other node outputs. */
function isFailureOfNode({ error, details }: IDataObject): boolean {
	const { code, step } = (details ?? {}) as IDataObject;
	return typeof error === 'string' && typeof code === 'string' && typeof step === 'string';
}

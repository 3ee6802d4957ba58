import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { sentence } from '../errors/createError';
import { toNodeError } from '../errors/nodeErrors';
import { StepError } from '../errors/stepError';
import { ServiceClient } from './client';
import { secretsOf } from '../secrets/secrets';

/** Lists profiles in Verbit's order. The sandbox may have none: the list then says to enter one by name. */
export async function searchProfiles(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const call = {
		step: 'List profiles',
		method: 'GET',
		path: '/profiles',
		repeatable: true,
	} as const;
	const response = await new ServiceClient(this).call(call).catch((error: unknown) => {
		if (hasNoList(error)) return undefined;
		throw toNodeError(this, error, 0);
	});
	if (response === undefined) {
		// The empty value is refused like a field that is left empty.
		return { results: [{ name: sentence('PROFILES_NOT_LISTED', {}), value: '' }] };
	}
	const { profiles } = response.data;
	const wanted = filter.toLowerCase();
	return {
		results: (Array.isArray(profiles) ? profiles : [])
			.flatMap(readProfile)
			.map(({ name, value }) => ({ name: secretsOf(this).redact(name), value }))
			.filter(({ name }) => name.toLowerCase().includes(wanted)),
	};
}

function hasNoList(error: unknown): boolean {
	if (!(error instanceof StepError)) return false;
	const { httpCode, errorType } = error.details;
	return httpCode === '404' || httpCode === '405' || errorType === 'ITEM_NOT_FOUND';
}

/** Verbit returns objects with a name, and the turnaround in hours. Bare names are read as well. */
function readProfile(entry: unknown): INodeListSearchResult['results'] {
	const { name, turnaround } = Object(entry) as { name?: unknown; turnaround?: unknown };
	const value = typeof entry === 'string' ? entry : name;
	if (typeof value !== 'string' || value === '') return [];
	const hours = typeof turnaround === 'number' ? ` (turnaround ${turnaround} h)` : '';
	return [{ name: `${value}${hours}`, value }];
}

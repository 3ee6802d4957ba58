import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { sentence } from '../errors/createError';
import { toNodeError } from '../errors/nodeErrors';
import { StepError } from '../errors/stepError';
import { isUnknownPath } from '../http/openResponse';
import { fieldsOf } from '../inspect/inspect';
import { secretsOf } from '../secrets/secrets';
import { ServiceClient } from './client';
import type { ServiceCall } from './serviceCall';

/** Lists profiles in Verbit's order. If Verbit has no list, as maybe in the sandbox, the only entry asks for a name. */
export async function searchProfiles(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const client = new ServiceClient(this);
	const call: ServiceCall = {
		activity: 'List profiles',
		method: 'GET',
		path: '/profiles',
		repeatable: true,
	};
	const response = await client.call(call).catch((error: unknown) => {
		const details = error instanceof StepError ? error.details : undefined;
		const { response: answer, errorType } = details ?? {};
		const hasNoList = isUnknownPath(answer?.status) || errorType === 'ITEM_NOT_FOUND';
		if (details?.activity === call.activity && hasNoList) return undefined;
		throw toNodeError(this, error, 0);
	});
	if (response === undefined) {
		// An empty value is refused like an empty field.
		return { results: [{ name: sentence('PROFILES_NOT_LISTED', {}), value: '' }] };
	}
	const { profiles } = response.data;
	const wanted = filter.toLowerCase();
	return {
		results: (Array.isArray(profiles) ? profiles : [])
			.flatMap(listedProfile)
			.map(({ name, value }) => ({ name: secretsOf(this).redact(name), value }))
			.filter(({ name }) => name.toLowerCase().includes(wanted)),
	};
}

function listedProfile(entry: unknown): INodeListSearchResult['results'] {
	const { name, turnaround } = fieldsOf(entry);
	const value = typeof entry === 'string' ? entry : name;
	if (typeof value !== 'string' || value === '') return [];
	const hours = typeof turnaround === 'number' ? ` (turnaround ${turnaround} h)` : '';
	return [{ name: `${value}${hours}`, value }];
}

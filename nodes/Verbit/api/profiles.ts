import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { toNodeError } from '../errors/nodeErrors';
import { sentence } from '../errors/createError';
import { StepError } from '../errors/stepError';
import { ServiceClient } from './client';

interface Profile {
	name: string;
	/** Hours. */
	turnaround?: number;
}

/** Verbit returns `{"profiles":[{"name","turnaround"}]}`. Bare names are read as well. */
export async function listProfiles(client: ServiceClient): Promise<Profile[]> {
	const { data } = await client.call({
		step: 'List profiles',
		method: 'GET',
		path: '/profiles',
		repeatable: true,
	});
	const entries = Array.isArray(data.profiles) ? (data.profiles as unknown[]) : [];
	return entries.map(readProfile).filter(({ name }) => name !== '');
}

function readProfile(entry: unknown): Profile {
	if (typeof entry === 'string') return { name: entry };
	const { name, turnaround } = (entry ?? {}) as { name?: unknown; turnaround?: unknown };
	return {
		name: typeof name === 'string' ? name : '',
		turnaround: typeof turnaround === 'number' ? turnaround : undefined,
	};
}

/** Lists profiles in Verbit's order. The sandbox may have none: the list then says to enter one by name. */
export async function searchProfiles(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const profiles = await listProfiles(new ServiceClient(this)).catch((error: unknown) => {
		if (hasNoList(error)) return undefined;
		throw toNodeError(this.getNode(), error, 0);
	});
	if (profiles === undefined) {
		// The empty value is refused like a field that is left empty.
		return { results: [{ name: sentence('PROFILES_NOT_LISTED', {}), value: '' }] };
	}
	const wanted = filter.toLowerCase();
	return {
		results: profiles.map(toEntry).filter(({ name }) => name.toLowerCase().includes(wanted)),
	};
}

function hasNoList(error: unknown): boolean {
	if (!(error instanceof StepError)) return false;
	const { httpCode, errorType } = error.details;
	return httpCode === '404' || httpCode === '405' || errorType === 'ITEM_NOT_FOUND';
}

function toEntry({ name, turnaround }: Profile) {
	return {
		name: turnaround === undefined ? name : `${name} (turnaround ${turnaround} h)`,
		value: name,
	};
}

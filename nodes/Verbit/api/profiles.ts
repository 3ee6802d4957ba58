import type { ServiceClient } from './client';

export interface Profile {
	name: string;
	/** Hours. */
	turnaround?: number;
}

/** `GET /profiles`: `{"profiles":[{"name","turnaround"}]}`. Entries that are bare names are taken as well. */
export async function listProfiles(client: ServiceClient, apiVersion: number): Promise<Profile[]> {
	const { data } = await client.call({
		step: 'List profiles',
		method: 'GET',
		path: '/profiles',
		apiVersion,
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

import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { toNodeError } from '../errors/nodeErrors';
import { ServiceClient } from '../api/client';
import { listProfiles, type Profile } from '../api/profiles';

/** The version of the service whose profiles the editor lists. */
const API_VERSION = 4;

/** The list of the parameter Profile, in the service's order. */
export async function searchProfiles(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const profiles = await listProfiles(new ServiceClient(this), API_VERSION).then(
		undefined,
		(error: unknown) => {
			throw toNodeError(this.getNode(), error, 0);
		},
	);
	const wanted = filter.toLowerCase();
	return {
		results: profiles.map(toEntry).filter(({ name }) => name.toLowerCase().includes(wanted)),
	};
}

function toEntry({ name, turnaround }: Profile) {
	return {
		name: turnaround === undefined ? name : `${name} (turnaround ${turnaround} h)`,
		value: name,
	};
}

import type { INodeProperties } from 'n8n-workflow';

/** Its reader is `apiVersionIn` of `jobCall.ts`. */
export const apiVersionOption: INodeProperties = {
	displayName: 'API Version',
	name: 'apiVersion',
	type: 'number',
	default: 4,
	description: "Version of Verbit's API to call. Versions before 4 are deprecated.",
};

import type { IDataObject } from 'n8n-workflow';

import { isEmpty } from '../inspect/inspect';
import { toggle } from './field';

export const simplifyField = toggle('Simplify', 'simplify', {
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
});

/** Fields of a job that other nodes use, at most ten. As in all outputs, names and IDs come first. */
export const JOB_OUTPUT = [
	'job_id',
	'job_name',
	'job_status',
	'external_id',
	'profile',
	'language',
	'draft_ready',
	'errors',
	'verbit_error',
];

const KEPT_IF_EMPTY = ['job_id', 'job_status', 'segments', 'text'];

export function simplify(output: IDataObject, fields: readonly string[], isSimple: boolean) {
	if (!isSimple) return leadWith(fields, output);
	const kept = fields.filter(
		(name) => name in output && (KEPT_IF_EMPTY.includes(name) || !isEmpty(output[name])),
	);
	return Object.fromEntries(kept.map((name) => [name, output[name]]));
}

export function leadWith(fields: readonly string[], output: IDataObject): IDataObject {
	const first = fields.filter((name) => name in output).map((name) => [name, output[name]]);
	return { ...Object.fromEntries(first), ...output };
}

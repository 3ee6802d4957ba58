import type { IDataObject } from 'n8n-workflow';

import { isEmpty } from '../inspect/inspect';
import { toggle } from './field';

export const simplifyField = toggle(
	'Simplify',
	'simplify',
	true,
	'Whether to return a simplified version of the response instead of the raw data',
);

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

/** Fields of a submitted recording that other nodes use. An output has only one of asset_id, asset_ids and media_url. */
export const SUBMIT_OUTPUT = [
	'file_name',
	'file_names',
	'media_url',
	'job_id',
	'external_id',
	'transcription_started',
	'asset_id',
	'asset_ids',
	'integrity',
	'possible_duplicate',
	'confirmed_by_repeat',
	'continued',
	'warning',
	'verbit_error',
];

/** Fields of a transcribed recording, at most twelve in one output: `media_url`, for example, only if no file was uploaded. */
export const TRANSCRIBE_OUTPUT = [
	'text',
	'file_name',
	'file_names',
	'media_url',
	'segments',
	'speakers',
	'transcript',
	'job_id',
	'external_id',
	'job_status',
	'language',
	'caption_format',
	'characters',
	'truncated',
	'possible_duplicate',
	'confirmed_by_repeat',
	'continued',
	'verbit_error',
];

const KEPT_IF_EMPTY = ['job_id', 'job_status', 'segments', 'text'];

export function shape(output: IDataObject, fields: readonly string[], isSimple: boolean) {
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

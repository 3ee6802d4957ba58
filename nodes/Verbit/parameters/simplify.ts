import type { IDataObject } from 'n8n-workflow';

import { toggle } from './field';
import { isEmpty } from './values';

export const simplified = toggle(
	'Simplify',
	'simplify',
	true,
	'Whether to return a simplified version of the response instead of the raw data',
);

/** What a next step uses of a job, at most ten fields. */
export const JOB_FIELDS = [
	'job_id',
	'job_status',
	'job_name',
	'profile',
	'language',
	'external_id',
	'draft_ready',
	'errors',
	'verbit_error',
] as const;

/** What a next step uses of a submitted recording: it has one of asset_id, asset_ids and media_url. */
export const SUBMIT_FIELDS = [
	'job_id',
	'transcription_started',
	'external_id',
	'asset_id',
	'asset_ids',
	'media_url',
	'file_name',
	'file_names',
	'integrity',
	'possible_duplicate',
	'confirmed_by_repeat',
	'warning',
	'verbit_error',
] as const;

/** At most twelve in one output: text, transcript or segments, and a media URL only where no file was uploaded. */
export const TRANSCRIBE_FIELDS = [
	'job_id',
	'job_status',
	'external_id',
	'media_url',
	'file_name',
	'file_names',
	'caption_format',
	'language',
	'characters',
	'truncated',
	'segments',
	'speakers',
	'text',
	'transcript',
	'possible_duplicate',
	'confirmed_by_repeat',
	'verbit_error',
] as const;

/** Fields that are output even when they are empty: a next step may rely on them. */
const ALWAYS = ['job_id', 'job_status', 'segments', 'text'];

export function simplify(output: IDataObject, fields: readonly string[]): IDataObject {
	const kept = fields.filter(
		(name) => name in output && (ALWAYS.includes(name) || !isEmpty(output[name])),
	);
	return Object.fromEntries(kept.map((name) => [name, output[name]]));
}

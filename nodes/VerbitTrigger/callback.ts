import type { IDataObject } from 'n8n-workflow';

import { inputError } from '../Verbit/errors/stepError';
import { readJobId } from '../Verbit/parameters/jobId';
import { type JobState, readJobStatus } from '../Verbit/api/jobStatus';

/** Longest text that a field may have, characters: far beyond what the service can mean. */
const MAX_FIELD_LENGTH = 4096;

const REMEDY = 'The service calls with the form fields job_id, external_id and status.';

/** What the service says when a job has ended. Nothing in it is signed. */
export interface Callback {
	jobId: number;
	/** What the account's owner gave to the job, if anything. */
	externalId: string | null;
	/** How it ended. The service documents `Completed` and `Failure`. */
	state: JobState;
}

/**
 * Reads the body of a callback as n8n has parsed it: a form, a multipart form, JSON, or text.
 * @throws StepError saying what is missing or can't be meant
 */
export function readCallback(body: unknown): Callback {
	const fields = fieldsOf(body);
	const status = textOf(fields, 'status') ?? textOf(fields, 'job_status');
	if (status === undefined) throw inputError('The call names no status', REMEDY);
	return {
		jobId: readJobId(textOf(fields, 'job_id')),
		externalId: textOf(fields, 'external_id') ?? null,
		state: readJobStatus({ job_status: status }).state,
	};
}

function fieldsOf(body: unknown): IDataObject {
	const value = typeof body === 'string' ? fieldsOfText(body) : unwrapped(body);
	if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
		return value as IDataObject;
	}
	throw inputError('The call has no form fields', REMEDY);
}

/** n8n leaves a body with the type `text/plain` as it is. */
function fieldsOfText(text: string): unknown {
	const fields: IDataObject = {};
	for (const [name, value] of new URLSearchParams(text)) {
		fields[name] = name in fields ? [fields[name] as string, value].flat() : value;
	}
	return fields;
}

/** n8n puts the fields of a multipart form below `data`, beside its `files`. */
function unwrapped(body: unknown): unknown {
	if (Array.isArray(body) && body.length === 1) return body[0];
	const { data, files } = (body ?? {}) as { data?: unknown; files?: unknown };
	return files === undefined ? body : data;
}

/** The text of a field, nothing where it is missing or empty. A field that is sent twice has to say the same twice. */
function textOf(fields: IDataObject, name: string): string | undefined {
	const values = [fields[name]].flat();
	const value = values[0] ?? '';
	const isPlain = typeof value === 'string' || typeof value === 'number';
	if (!isPlain || values.some((other) => other !== values[0])) {
		throw inputError(`${name} is no single text or number`, REMEDY);
	}
	const text = String(value).trim();
	if (text.length > MAX_FIELD_LENGTH) throw inputError(`${name} is too long`, REMEDY);
	return text === '' ? undefined : text;
}

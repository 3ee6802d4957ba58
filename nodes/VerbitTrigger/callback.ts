import type { IDataObject } from 'n8n-workflow';

import type { JobState } from '../Verbit/api/jobInfo';
import { sentence } from '../Verbit/errors/fault';
import { eventOfState, isDraftReady, stateOfStatus, type TriggerEvent } from './events';
import { Refusal } from './respond';

/** Longest text that a field may have, characters: far beyond what Verbit can mean. */
const MAX_FIELD_LENGTH = 4096;

/** One call of Verbit. Nothing in it is signed. */
export interface Callback {
	/** Nothing where the call names no job, as Verbit's test event may. */
	jobId?: number;
	/** What the account's owner gave to the job, if anything. */
	externalId: string | null;
	/** What the call says of the job's status; `unknown` for a new word or none. */
	state: JobState;
	/** What happened; nothing if the call reports no event that this node knows. */
	event?: TriggerEvent;
}

/**
 * Reads the body of a call as n8n has parsed it: a form, a multipart form, JSON or text.
 * @throws Refusal 400 for fields that Verbit can't have sent
 */
export function readCallback(body: unknown): Callback {
	const fields = fieldsOf(body);
	const state = stateOfStatus(fieldText(fields, 'status') ?? fieldText(fields, 'job_status'));
	const draftReady = fieldText(fields, 'draft_ready');
	const jobId = numberIn(fieldText(fields, 'job_id'));
	const event =
		eventOfState(state) ??
		(state !== 'canceled' && isDraftReady({ draft_ready: draftReady }) ? 'draftReady' : undefined);
	return {
		...(jobId === undefined ? {} : { jobId }),
		externalId: fieldText(fields, 'external_id') ?? null,
		state,
		...(event === undefined ? {} : { event }),
	};
}

/** The fields of a body; none where it isn't a form, because the test event's form is unknown. */
function fieldsOf(body: unknown): IDataObject {
	const value = typeof body === 'string' ? fieldsOfText(body) : unwrapped(body);
	if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
		return value as IDataObject;
	}
	return {};
}

/** n8n leaves a body with the type `text/plain` unparsed. */
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

/** The text of a field, nothing where it is missing or empty. A field that is sent twice must say the same twice. */
function fieldText(fields: IDataObject, name: string): string | undefined {
	const values = [fields[name]].flat();
	const value = values[0] ?? '';
	const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
	if (!isPlain || values.some((other) => other !== values[0])) {
		throw new Refusal('CALL_UNREADABLE', sentence('CALL_FIELD_AMBIGUOUS', { name }));
	}
	const text = String(value).trim();
	if (text.length > MAX_FIELD_LENGTH) {
		throw new Refusal('CALL_UNREADABLE', sentence('CALL_FIELD_TOO_LONG', { name }));
	}
	return text === '' ? undefined : text;
}

/** A job ID, or nothing for a text that can't be one. */
function numberIn(text: string | undefined): number | undefined {
	const jobId = /^\d+$/.test(text ?? '') ? Number(text) : 0;
	return Number.isSafeInteger(jobId) && jobId > 0 ? jobId : undefined;
}

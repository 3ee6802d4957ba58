import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { isDraftReady, readJobStatus } from '../Verbit/api/jobInfo';
import { jobIdOf } from '../Verbit/api/serviceCall';
import { fieldsOf } from '../Verbit/http/body';
import { completionTimeIn, eventOfState, type JobEvent } from './events';
import { Refusal } from './respond';

/** A thousand times what Verbit sends, bytes. n8n takes 16 MiB. */
const MAX_BODY_BYTES = 64 * 1024;

const MAX_FIELD_LENGTH = 4096;

/**
 * Reads a call of Verbit. Nothing in it is signed.
 * @returns nothing for a status that is known and no event, such as In Progress
 * @throws Refusal for a call that Verbit can't have sent, and one without a job or a known status
 */
export function readCallback(context: IWebhookFunctions): JobEvent | undefined {
	checkSize(context);
	const fields = formFields(context.getBodyData());
	const status = fieldText(fields, 'status') ?? fieldText(fields, 'job_status');
	const { state } = readJobStatus({ job_status: status });
	const draftReady = fieldText(fields, 'draft_ready');
	const jobId = jobIdOf(fieldText(fields, 'job_id'));
	const externalId = fieldText(fields, 'external_id') ?? null;
	if (jobId === undefined) throw new Refusal('CALL_IGNORED', 'it contains no job ID');
	const isDraft = state !== 'canceled' && isDraftReady({ draft_ready: draftReady });
	const event = eventOfState(state) ?? (isDraft ? 'draftReady' : undefined);
	const completedAt = completionTimeIn(fields);
	if (event !== undefined) return { jobId, event, externalId, completedAt };
	if (state !== 'unknown') return undefined;
	throw new Refusal('CALL_IGNORED', `it contains no status that is known, for job ${jobId}`);
}

/** n8n keeps no raw body of a multipart form. */
function checkSize(context: IWebhookFunctions): void {
	const request: { rawBody?: Buffer; headers: IDataObject } = context.getRequestObject();
	const { rawBody, headers } = request;
	const bytes = rawBody?.length ?? Number(headers['content-length'] ?? 0);
	if (bytes > MAX_BODY_BYTES) throw new Refusal('CALL_UNREADABLE', `it has ${bytes} bytes`);
}

/** The fields of a body; none where it isn't a form, because the test event's form is unknown. */
function formFields(body: unknown): IDataObject {
	// n8n leaves a body with the type `text/plain` unparsed.
	if (typeof body === 'string') {
		const fields = new Map<string, string[]>();
		for (const [name, value] of new URLSearchParams(body)) {
			const values = fields.get(name) ?? [];
			values.push(value);
			fields.set(name, values);
		}
		return Object.fromEntries(fields);
	}
	const form = fieldsOf(Array.isArray(body) && body.length === 1 ? body[0] : body);
	// n8n puts the fields of a multipart form below `data`, beside its `files`.
	return form.files === undefined ? form : fieldsOf(form.data);
}

/** Verbit's own page writes `job_id="7"&status="'Completed'"`. */
function unquoted(text: string): string {
	const inner = /^\s*(["'])(.*)\1\s*$/s.exec(text)?.[2];
	return inner === undefined ? text.trim() : unquoted(inner);
}

/** The text of a field, nothing where it is missing or empty. A field that is sent twice must say the same twice. */
function fieldText(fields: IDataObject, name: string): string | undefined {
	const values = [fields[name]].flat();
	const value = values[0] ?? '';
	const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
	if (!isPlain || values.some((other) => other !== values[0])) {
		throw new Refusal('CALL_UNREADABLE', `${name} isn't a single text, number or boolean`);
	}
	const text = unquoted(String(value));
	if (text.length > MAX_FIELD_LENGTH) throw new Refusal('CALL_UNREADABLE', `${name} is too long`);
	return text === '' ? undefined : text;
}

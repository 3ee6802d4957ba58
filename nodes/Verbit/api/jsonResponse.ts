import type { IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';

import { StepError } from '../errors/stepError';
import { boundedRequest, type BoundedResponse } from '../http/openResponse';
import { noAnswerError, timedOutError } from './refusals';
import { readResponse, type VerbitResponse } from './response';
import type { ResponseReader, ServiceCall } from './serviceCall';

/** The API's responses are far smaller; no more than this is read of one, MiB. */
const MAX_MIB = 10;

interface Limits {
	/** Until the last byte, ms: n8n's client would wait for as long as a byte comes now and then. */
	timeoutMs: number;
	/** Aborts the call at once. */
	signal?: AbortSignal;
}

/** Fetches the response to a call as JSON, which is held in memory. */
export function jsonReader(
	call: ServiceCall,
	{ timeoutMs, signal }: Limits,
): ResponseReader<VerbitResponse> {
	return async (send) => {
		const deadline = AbortSignal.timeout(timeoutMs);
		const ends = AbortSignal.any([deadline, ...(signal ? [signal] : [])]);
		const { options, read } = boundedRequest(ends, MAX_MIB * 1024 * 1024);
		const response = send({ ...options, json: true }).then(read);
		return await response.then(readJson, (error: unknown) => {
			const stepError = asStepError(call, error);
			throw deadline.aborted ? timedOutError(call, stepError) : stepError;
		});
	};
}

/** The sender throws errors of the catalogue; any other is a connection that dropped during the response. */
function asStepError(call: ServiceCall, error: unknown): StepError {
	return error instanceof StepError ? error : noAnswerError(call, error);
}

function readJson(response: BoundedResponse): VerbitResponse {
	if (response.isWhole) return readResponse({ ...response, body: parse(response.body) });
	return { ...readResponse(response), inPlace: `more than ${MAX_MIB} MiB` };
}

/** The text itself, where it isn't JSON. */
function parse(text: string): IN8nHttpFullResponse['body'] {
	try {
		return JSON.parse(text) as IDataObject;
	} catch {
		return text;
	}
}

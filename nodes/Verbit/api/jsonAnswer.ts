import type { IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';

import { StepError } from '../errors/stepError';
import { type BoundedAnswer, fetchBounded } from '../http/boundedAnswer';
import { readAnswer, type ServiceAnswer } from './answer';
import type { ServiceCall } from './serviceCall';
import { noAnswerError } from './errors';
import type { Exchange } from './exchange';

/** The API's answers are far smaller; no more than this is read of one, MiB. */
const MAX_MIB = 10;

interface Limits {
	/** Until the last byte, ms: n8n's client would wait for as long as a byte comes now and then. */
	timeoutMs: number;
	/** Ends it at once. */
	signal?: AbortSignal;
}

/** Fetches the answer to a call as JSON, which is held in memory. */
export function jsonExchange(
	call: ServiceCall,
	{ timeoutMs, signal }: Limits,
): Exchange<ServiceAnswer> {
	return async (send) => {
		const deadline = AbortSignal.timeout(timeoutMs);
		const answer = fetchBounded(
			async (options) => await send({ ...options, json: true }),
			AbortSignal.any([deadline, ...(signal ? [signal] : [])]),
			MAX_MIB * 1024 * 1024,
		);
		return await answer.then(readJson, (error: unknown) => {
			throw deadline.aborted
				? noAnswerError(call, { code: 'ETIMEDOUT' })
				: asStepError(call, error);
		});
	};
}

/** The sender tells its errors as what they are; what is left is a connection that broke under the answer. */
function asStepError(call: ServiceCall, error: unknown): StepError {
	return error instanceof StepError ? error : noAnswerError(call, error);
}

function readJson(response: BoundedAnswer): ServiceAnswer {
	if (response.isWhole) return readAnswer({ ...response, body: parse(response.body) });
	const answer = readAnswer({ ...response, body: '' });
	return { ...answer, isForeign: true, inPlace: `more than ${MAX_MIB} MiB` };
}

/** The text as it is, where it is no JSON. */
function parse(text: string): IN8nHttpFullResponse['body'] {
	try {
		return JSON.parse(text) as IDataObject;
	} catch {
		return text;
	}
}

import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { StepError } from '../errors/stepError';
import type { ServiceCall } from '../api/serviceCall';
import { isRetriableStatus } from '../http/network';
import { describeStoreAnswer, readStoreAnswer } from '../upload/storeAnswer';
import { redactUrls } from '../http/redact';
import type { FileAnswer } from './fileAnswer';
import type { OpenResponse } from '../http/openResponse';

/**
 * The answer of a store that the service redirects to. What it says of its own link is not about the access token: a
 * new one would not help.
 * @throws StepError when it refuses
 */
export function answerOfStore(
	{ step, jobId }: ServiceCall,
	{ status, headers }: OpenResponse,
	url: string,
	{ errorText, errorType, ...answer }: FileAnswer,
): FileAnswer {
	if (errorText === undefined) {
		return errorType === undefined ? answer : { ...answer, inPlace: 'JSON in place of the file' };
	}
	const refusal = readStoreAnswer({
		statusCode: status,
		headers,
		body: errorText,
	} as IN8nHttpFullResponse);
	throw new StepError({
		kind: 'answer',
		step,
		jobId,
		what: `the link that the service redirects to answered ${describeStoreAnswer(refusal)}: ${redactUrls(url)}`,
		remedy:
			'Check that n8n can reach that host, and try again: each time the service gives a new link.',
		httpCode: String(status),
		errorType: refusal.code,
		retryAfterMs: refusal.retryAfterMs,
		retriable: isRetriableStatus(status),
	});
}

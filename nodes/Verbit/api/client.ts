import type {
	IAllExecuteFunctions,
	IDataObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import type {
	TokenTrace,
	TracedRequestOptions,
} from '../../../credentials/verbitApi/authorization';
import { hostsOf } from '../../../credentials/verbitApi/hosts';
import { StepError } from '../errors/stepError';
import { orStopped } from '../http/cancellation';
import { boundedRequest, type BoundedResponse } from '../http/openResponse';
import { type RetryOptions, withRetries } from '../http/retry';
import {
	authenticationErrorIn,
	noResponseError,
	responseError,
	timedOutError,
	tokenRefusedError,
} from './refusals';
import { isSuccess, readResponse, refusesToken, type VerbitResponse } from './response';
import type { Earlier, Outcome, ResponseReader, SendWithToken, ServiceCall } from './serviceCall';

const CREDENTIAL = 'verbitApi';

/** The API's calls are small JSON; n8n's default of 300 s would hold a schedule up. */
const CALL_TIMEOUT_MS = 60_000;

/** A call that may be repeated is tried this often. */
const CALL_ATTEMPTS = 4;

/** The API's responses are far smaller; no more than this is read of one, MiB. */
const MAX_RESPONSE_MIB = 10;

interface CallLimits {
	/** How often a call that may be repeated is tried, the first time included. */
	attempts: number;
	/** Max time of each request, ms. */
	timeoutMs: number;
}

/** Calls Verbit for one execution, list of the editor or webhook. It holds no token: n8n does. */
export class ServiceClient {
	private readonly limits: CallLimits;

	private baseUrl?: Promise<string>;

	/** The key wasn't accepted: each item that follows would only be refused once more. */
	private keyRefusal?: StepError;

	/** A new token was refused as well: one more exchange would not help the items that follow. */
	private renewalIsUseless = false;

	constructor(
		private readonly context: IAllExecuteFunctions,
		private readonly signal?: AbortSignal,
		limits: Partial<CallLimits> = {},
	) {
		this.limits = { attempts: CALL_ATTEMPTS, timeoutMs: CALL_TIMEOUT_MS, ...limits };
	}

	/** @throws StepError for anything but a 2xx without an error envelope */
	async call(call: ServiceCall): Promise<VerbitResponse> {
		return await withRetries(this.attemptsOf(call), this.retriesOf(call));
	}

	/**
	 * Makes a call that must not be carried out twice unnoticed, and tracks whether an attempt before the last one may
	 * have arrived. Only then can a refusal mean that Verbit has already done it.
	 * @throws the reason of a stop before the call was sent
	 */
	async callInDoubt(
		call: Omit<ServiceCall, 'mustFinish' | 'isInDoubt' | 'onRetry'>,
		earlier?: Earlier,
	): Promise<Outcome> {
		// Once sent, it is never cut: nobody would know whether it arrived.
		this.signal?.throwIfAborted();
		let isInDoubt = false;
		const wholeCall: ServiceCall = {
			...call,
			mustFinish: true,
			isInDoubt: () => isInDoubt,
			onRetry: ({ details }) => (isInDoubt ||= details.mayHaveArrived === true),
		};
		const outcomeOf = <T>(outcome: T) => ({
			...outcome,
			mayHaveArrived: isInDoubt || earlier?.mayHaveArrived === true,
		});
		return await withRetries(this.attemptsOf(wholeCall), this.retriesOf(wholeCall)).then(
			(response) => outcomeOf({ response }),
			(error: unknown) => {
				if (!(error instanceof StepError)) throw error;
				return outcomeOf({ error });
			},
		);
	}

	private attemptsOf(call: ServiceCall): () => Promise<VerbitResponse> {
		const { timeoutMs } = this.limits;
		const signal = call.mustFinish ? undefined : this.signal;
		const read = jsonReader(call, { timeoutMs, signal });
		return async () => await this.attempt(call, read);
	}

	/** How often a call is tried, and when another attempt may help: for `withRetries`. */
	retriesOf({ onRetry, mustFinish }: ServiceCall): RetryOptions {
		return {
			maxAttempts: this.limits.attempts,
			// After a user's Stop it must not be repeated.
			signal: this.stopOf({ mustFinish }),
			isRetriable: ({ details }) => details.retriable === true,
			onRetry,
		};
	}

	/** What ends a call before it is sent, and its repeats. The failure of another item is none for one that must finish. */
	private stopOf({ mustFinish }: Pick<ServiceCall, 'mustFinish'>): AbortSignal | undefined {
		return mustFinish ? cancelSignalOf(this.context) : this.signal;
	}

	/**
	 * One attempt, with a new token where the first is refused.
	 * @throws StepError for anything but a success
	 */
	async attempt<R extends VerbitResponse>(call: ServiceCall, read: ResponseReader<R>): Promise<R> {
		if (this.keyRefusal !== undefined) throw this.keyRefusal;
		const trace: TokenTrace = {};
		const url = `${await this.findBaseUrl()}${call.path}`;
		const run = async (tokenTrace: TokenTrace) => {
			const send: SendWithToken = async (changes) =>
				await this.send(call, { url, ...changes, tokenTrace });
			return await read(send, url).catch((error: unknown) => {
				throw call.mustFinish && tokenTrace.isWithdrawn ? this.signal?.reason : error;
			});
		};
		let response = await run(trace);
		if (refusesToken(response)) {
			response = await this.withNewToken(call, response, trace.sent, run);
		}
		if (!isSuccess(response, call.responseIsOptional)) throw responseError(call, response);
		return response;
	}

	private async withNewToken<R extends VerbitResponse>(
		call: ServiceCall,
		refusal: VerbitResponse,
		refused: string | undefined,
		run: (trace: TokenTrace) => Promise<R>,
	): Promise<R> {
		// Without an exchanged token the original one itself was sent.
		if (refused === undefined) throw tokenRefusedError(call, refusal, 'API_TOKEN_REFUSED');
		if (this.renewalIsUseless) throw tokenRefusedError(call, refusal, 'TOKEN_REFUSED');
		const response = await run({ refused });
		this.renewalIsUseless = refusesToken(response);
		if (this.renewalIsUseless) throw tokenRefusedError(call, response, 'TOKEN_REFUSED');
		return response;
	}

	private async send(
		call: ServiceCall,
		changes: Partial<TracedRequestOptions> & { url: string; tokenTrace: TokenTrace },
	): Promise<IN8nHttpFullResponse> {
		const options: TracedRequestOptions = {
			method: call.method,
			qs: queryOf(call),
			body: call.body,
			timeout: this.limits.timeoutMs,
			// A redirect would carry the token to another host.
			disableFollowRedirect: true,
			// No status is an error of n8n's: what each means is decided in one place.
			ignoreHttpStatusErrors: true,
			returnFullResponse: true,
			...changes,
		};
		const { httpRequestWithAuthentication } = this.context.helpers;
		const context = cancelledBy(this.context, changes.abortSignal);
		const response: Promise<IN8nHttpFullResponse> = httpRequestWithAuthentication.call(
			context,
			CREDENTIAL,
			options,
		);
		const { tokenTrace } = changes;
		const isCut = () => {
			const mustFinish = call.mustFinish && (tokenTrace.isSent || call.isInDoubt?.());
			tokenTrace.isWithdrawn = !mustFinish;
			return !mustFinish;
		};
		return await orStopped(response, this.stopOf(call), isCut).catch((error: unknown) => {
			throw this.authenticationFailed(error) ?? noResponseError(call, error);
		});
	}

	private authenticationFailed(error: unknown): StepError | undefined {
		const failure = authenticationErrorIn(error);
		if (failure?.details.retriable === false) this.keyRefusal = failure;
		return failure;
	}

	/** For a wait, in which a refusal may pass: the next call tries the key and a new token again. */
	forgetRefusals(): void {
		this.keyRefusal = undefined;
		this.renewalIsUseless = false;
	}

	/** Where the calls go. @throws StepError when the credential can't be used */
	async findBaseUrl(): Promise<string> {
		this.baseUrl ??= this.readBaseUrl();
		return await this.baseUrl;
	}

	private async readBaseUrl(): Promise<string> {
		const credentials = await this.context.getCredentials(CREDENTIAL);
		try {
			return hostsOf(credentials).baseUrl;
		} catch (error) {
			throw authenticationErrorIn(error) ?? error;
		}
	}
}

/** Aborted when the user stops the execution. The editor's lists and webhooks have none. */
function cancelSignalOf(context: IAllExecuteFunctions): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/** n8n's helper reads the cancel signal from the context, and replaces any signal in the options with it. */
function cancelledBy(
	context: IAllExecuteFunctions,
	signal: IHttpRequestOptions['abortSignal'],
): IAllExecuteFunctions {
	if (signal === undefined) return context;
	return Object.create(context, {
		getExecutionCancelSignal: { value: () => signal },
	}) as IAllExecuteFunctions;
}

function queryOf({ apiVersion, jobId, query }: ServiceCall): IDataObject {
	return { v: apiVersion, ...(jobId === undefined ? {} : { job_id: jobId }), ...query };
}

interface ResponseLimits {
	/** Until the last byte, ms: n8n's client would wait for as long as a byte comes now and then. */
	timeoutMs: number;
	/** Aborts the call at once. */
	signal?: AbortSignal;
}

/** Fetches the response to a call as JSON, which is held in memory. */
function jsonReader(
	call: ServiceCall,
	{ timeoutMs, signal }: ResponseLimits,
): ResponseReader<VerbitResponse> {
	return async (send) => {
		const deadline = AbortSignal.timeout(timeoutMs);
		const ends = AbortSignal.any([deadline, ...(signal ? [signal] : [])]);
		const { options, read } = boundedRequest(ends, MAX_RESPONSE_MIB * 1024 * 1024);
		const response = send({ ...options, json: true }).then(read);
		return await response.then(readJson, (error: unknown) => {
			const stepError = asStepError(call, error);
			throw deadline.aborted ? timedOutError(call, stepError) : stepError;
		});
	};
}

/** The sender throws errors of the catalogue; any other is a connection that dropped during the response. */
function asStepError(call: ServiceCall, error: unknown): StepError {
	return error instanceof StepError ? error : noResponseError(call, error);
}

function readJson(response: BoundedResponse): VerbitResponse {
	if (response.isWhole) return readResponse({ ...response, body: parse(response.body) });
	return { ...readResponse(response), inPlace: `more than ${MAX_RESPONSE_MIB} MiB` };
}

/** The text itself, where it isn't JSON. */
function parse(text: string): IN8nHttpFullResponse['body'] {
	try {
		return JSON.parse(text) as IDataObject;
	} catch {
		return text;
	}
}

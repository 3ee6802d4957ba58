import type { IAllExecuteFunctions, IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { apiKeyOf, apiVersionOf, hostsOf } from '../../../credentials/verbitApi/hosts';
import { StepError } from '../errors/stepError';
import {
	MAX_BEGINNING_BYTES,
	STREAMED,
	type StreamedResponse,
	streamResponse,
} from '../http/openResponse';
import { withoutSecrets } from '../http/redact';
import { withRetries } from '../http/retry';
import type { TokenTrace, TracedRequestOptions } from '../n8n/tokenRenewal';
import {
	authenticationErrorIn,
	keyRefusedError,
	noResponseError,
	responseError,
	tokenRefusedError,
} from './refusals';
import { isSuccess, readResponse, refusesToken, type VerbitResponse } from './response';
import type { Earlier, Outcome, ServiceCall } from './serviceCall';

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
	/** Max time of each request, its response included, ms. */
	timeoutMs: number;
}

/** How one attempt of a call is made. */
interface FetchOptions {
	/** Another URL on Verbit's own host, without the query of the call. */
	url?: string;
	/** The response is a file: it goes on arriving for as long as it takes. */
	stream?: boolean;
	/** Ends the request, also while its response arrives. */
	signal?: AbortSignal;
	/** Keeps the request from being sent, but doesn't end it any more once it is. */
	stop?: AbortSignal;
}

/** What Verbit returned. Of a file, `text` is its beginning, and whoever fetches it closes it. */
export type FetchedResponse = VerbitResponse & StreamedResponse;

interface Account {
	baseUrl: string;
	apiVersion: number;
	apiKey: string;
}

/** Calls Verbit for one execution, list of the editor or webhook. It holds no token: n8n does. */
export class ServiceClient {
	private readonly limits: CallLimits;

	private account?: Promise<Account>;

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
		return await this.retry(async () => await this.attempt(call, { signal: this.signal }));
	}

	/**
	 * Makes a call that must not be carried out twice unnoticed, and tracks whether an attempt before the last one may
	 * have arrived. Only then can a refusal mean that Verbit has already done it. Once sent, it is never cut: nobody
	 * would know whether it arrived.
	 * @throws the reason of a stop before the call was sent
	 */
	async callNonIdempotent(call: ServiceCall, earlier?: Earlier): Promise<Outcome> {
		this.signal?.throwIfAborted();
		// The failure of another item doesn't stop it either.
		const cancel = cancelSignalOf(this.context);
		let isInDoubt = false;
		const attempt = async () => await this.attempt(call, { stop: isInDoubt ? undefined : cancel });
		const onRetry = ({ details }: StepError) => (isInDoubt ||= details.mayHaveArrived === true);
		const outcome = await this.retry(attempt, cancel, onRetry).then(
			(response) => ({ response }),
			(error: unknown) => {
				if (!(error instanceof StepError)) throw error;
				return { error };
			},
		);
		return { ...outcome, mayHaveArrived: isInDoubt || earlier?.mayHaveArrived === true };
	}

	/** Repeats an attempt where its error says that this may help. */
	async retry<T>(
		attempt: () => Promise<T>,
		signal: AbortSignal | undefined = this.signal,
		onRetry?: (error: StepError) => void,
	): Promise<T> {
		return await withRetries(attempt, {
			maxAttempts: this.limits.attempts,
			signal,
			isRetriable: ({ details }) => details.retriable === true,
			onRetry,
		});
	}

	private async attempt(call: ServiceCall, options: FetchOptions): Promise<VerbitResponse> {
		const fetched = await this.fetch(call, options);
		const unexpectedBody = fetched.isWhole ? undefined : `more than ${MAX_RESPONSE_MIB} MiB`;
		const response = { ...fetched, unexpectedBody };
		if (!isSuccess(response, call.responseIsOptional)) throw responseError(call, response);
		return response;
	}

	/**
	 * Sends a call once, and again with a new token where the first is refused.
	 * @returns the response, whatever its status
	 */
	async fetch(call: ServiceCall, options: FetchOptions): Promise<FetchedResponse> {
		if (this.keyRefusal !== undefined) throw this.keyRefusal;
		const trace: TokenTrace = {};
		const response = await this.send(call, options, trace);
		if (!refusesToken(response)) return response;
		await response.close();
		// Without an exchanged token the original one itself was sent.
		if (trace.sent === undefined) throw keyRefusedError(call, response);
		if (this.renewalIsUseless) throw tokenRefusedError(call, response);
		const second = await this.send(call, options, { refused: trace.sent });
		this.renewalIsUseless = refusesToken(second);
		if (!this.renewalIsUseless) return second;
		await second.close();
		throw tokenRefusedError(call, second);
	}

	/** @param trace what `authenticate` of the credential needs, and where it says what it has sent */
	private async send(
		call: ServiceCall,
		{ url, stream = false, signal, stop }: FetchOptions,
		trace: TokenTrace,
	): Promise<FetchedResponse> {
		const account = await this.findAccount();
		const { timeoutMs } = this.limits;
		const deadline = AbortSignal.timeout(timeoutMs);
		const ends = [signal, stream ? undefined : deadline].filter((end) => end !== undefined);
		const options = { ...optionsFor(call, account, url), timeout: timeoutMs };
		try {
			const response = await streamResponse(
				async (abortSignal) =>
					await this.request(options, Object.assign(trace, { abortSignal, stop })),
				{
					signal: AbortSignal.any(ends),
					stallMs: timeoutMs,
					maxBytes: stream ? MAX_BEGINNING_BYTES : MAX_RESPONSE_MIB * 1024 * 1024,
				},
			);
			if (!stream) await response.close();
			// A refusal may quote the key or the token, and a success too.
			const secrets = [account.apiKey, trace.sent, trace.refused].filter(
				(secret) => secret !== undefined,
			);
			const text = withoutSecrets(response.text, secrets);
			return { ...response, text, ...readResponse({ ...response, text }, secrets) };
		} catch (error) {
			if (stop?.aborted && !trace.isSent) throw stop.reason;
			const broken = { isTimeout: deadline.aborted, isFile: stream };
			throw this.authenticationFailed(error) ?? noResponseError(call, error, broken);
		}
	}

	private async request(options: IHttpRequestOptions, tokenTrace: TokenTrace): Promise<unknown> {
		const { httpRequestWithAuthentication } = this.context.helpers;
		const traced: TracedRequestOptions = { ...options, tokenTrace };
		return await httpRequestWithAuthentication.call(this.context, CREDENTIAL, traced);
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
		return (await this.findAccount()).baseUrl;
	}

	private async findAccount(): Promise<Account> {
		this.account ??= this.readAccount();
		return await this.account;
	}

	private async readAccount(): Promise<Account> {
		const credentials = await this.context.getCredentials(CREDENTIAL);
		try {
			return {
				baseUrl: hostsOf(credentials).baseUrl,
				apiVersion: apiVersionOf(credentials),
				apiKey: apiKeyOf(credentials),
			};
		} catch (error) {
			throw authenticationErrorIn(error) ?? error;
		}
	}
}

function optionsFor(
	call: ServiceCall,
	{ baseUrl, apiVersion }: Account,
	url?: string,
): IHttpRequestOptions {
	const body = jsonOf(call.body);
	const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
	return {
		...STREAMED,
		headers: { ...STREAMED.headers, ...type },
		method: call.method,
		url: url ?? `${baseUrl}${call.path}`,
		// The query of the call belongs to its own URL.
		...(url === undefined ? { qs: { v: apiVersion, ...queryOf(call) } } : {}),
		body,
		// A redirect would carry the token to another host.
		disableFollowRedirect: true,
		// No status is an error of n8n's: what each means is decided in one place.
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
	};
}

/** Of an object, n8n's client leaves out keys such as `constructor`. */
function jsonOf(body: IDataObject = {}): string | undefined {
	return Object.keys(body).length === 0 ? undefined : JSON.stringify(body);
}

/** Aborted when the user stops the execution. The editor's lists and webhooks have none. */
function cancelSignalOf(context: IAllExecuteFunctions): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

function queryOf({ jobId, query }: ServiceCall): IDataObject {
	return { ...(jobId === undefined ? {} : { job_id: jobId }), ...query };
}

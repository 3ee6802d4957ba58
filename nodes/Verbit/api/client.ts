import type { IAllExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { apiKeyOf, apiVersionOf, hostsOf } from '../../../credentials/verbitApi/hosts';
import { createError } from '../errors/createError';
import { StepError } from '../errors/stepError';
import { PAGE_BEGINNING_BYTES } from '../http/headers';
import { fetchText, type StreamedResponse, streamResponse } from '../http/openResponse';
import { withRetries } from '../http/retry';
import { isOfClass } from '../n8n/requestErrors';
import { errorNamed, type TokenTrace, type TracedRequestOptions } from '../n8n/tokenRenewal';
import { type Secrets, secretsOf } from '../secrets/secrets';
import {
	authenticationErrorIn,
	noResponseError,
	responseError,
	tokenRefusedError,
} from './refusals';
import {
	type FetchedFile,
	isSuccess,
	readResponse,
	refusesToken,
	type VerbitResponse,
} from './response';
import { type Account, optionsFor, type PreviousAttempts, type ServiceCall } from './serviceCall';

const CREDENTIAL = 'verbitApi';

/** The API's calls are small JSON: n8n's default of 300 s would delay the whole workflow. */
const CALL_TIMEOUT_MS = 60_000;

const CALL_ATTEMPTS = 4;

const MAX_RESPONSE_MIB = 10;

interface FetchOptions {
	/** The response is a file, which may take any time to arrive. */
	file?: {
		/** Another URL on Verbit's own host, without the query of the call. */
		url?: string;
	};
	signal?: AbortSignal;
	/** Prevents the request, but doesn't end one that was sent. */
	stop?: AbortSignal;
}

type Fetched = VerbitResponse & Partial<StreamedResponse>;

/** Calls Verbit for one execution, list of the editor or webhook. It holds no token: n8n does. */
export class ServiceClient {
	readonly secrets: Secrets;

	private account?: Promise<Account>;

	/** Once the key is refused, the calls for later items would be refused as well. */
	private keyRefusal?: StepError;

	/** Once a new token is refused, another exchange wouldn't help later items. */
	private renewalIsUseless = false;

	constructor(
		private readonly context: IAllExecuteFunctions,
		private readonly signal?: AbortSignal,
		private readonly limits: { attempts?: number; timeoutMs?: number } = {},
	) {
		this.secrets = secretsOf(context);
	}

	/** For a call that is tried once, and not for long. */
	brief(timeoutMs: number): ServiceClient {
		return new ServiceClient(this.context, this.signal, { attempts: 1, timeoutMs });
	}

	/** @throws StepError for anything but a 2xx without an error envelope */
	async call(call: ServiceCall): Promise<VerbitResponse> {
		return await this.retry(async () => await this.attempt(call, { signal: this.signal }));
	}

	/**
	 * Makes a call that must not be carried out twice unnoticed. Tracks whether an attempt before the last one may
	 * have arrived: only then can a refusal mean that Verbit has already done it. A call that was sent is never
	 * cut, because nobody would know whether it arrived.
	 * @throws the reason of a stop before the call was sent
	 */
	async callTracked(
		call: ServiceCall,
		earlier?: PreviousAttempts,
	): Promise<PreviousAttempts & ({ response: VerbitResponse } | { error: StepError })> {
		this.signal?.throwIfAborted();
		// The failure of another item doesn't stop it either.
		const cancel =
			'getExecutionCancelSignal' in this.context
				? this.context.getExecutionCancelSignal()
				: undefined;
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

	async retry<T>(
		attempt: () => Promise<T>,
		signal: AbortSignal | undefined = this.signal,
		onRetry?: (error: StepError) => void,
	): Promise<T> {
		return await withRetries(attempt, {
			maxAttempts: this.limits.attempts ?? CALL_ATTEMPTS,
			signal,
			onRetry,
		});
	}

	private async attempt(call: ServiceCall, options: FetchOptions): Promise<VerbitResponse> {
		const response = await this.fetch(call, options);
		if (!isSuccess(response, call.responseIsOptional)) throw responseError(call, response);
		return response;
	}

	/** Opens a file that Verbit sends itself, with any status. Whoever opened it must close it. */
	async openFile(
		call: ServiceCall,
		url: string | undefined,
		signal: AbortSignal,
	): Promise<FetchedFile> {
		return (await this.fetch(call, { file: { url }, signal })) as FetchedFile;
	}

	/** Sends a call once, and again with a new token if the first is refused. Only a file is left open. */
	private async fetch(call: ServiceCall, options: FetchOptions): Promise<Fetched> {
		if (this.keyRefusal !== undefined) throw this.keyRefusal;
		const response = await this.send(call, options);
		if (!refusesToken(response)) return response;
		await response.close?.();
		const isKey = response.sent === (await this.findAccount()).apiKey;
		if (isKey || this.renewalIsUseless) throw tokenRefusedError(call, response, isKey);
		const second = await this.send(call, options, response.sent);
		this.renewalIsUseless = refusesToken(second);
		if (!this.renewalIsUseless) return second;
		await second.close?.();
		throw tokenRefusedError(call, second);
	}

	/** @param refused a token that must be renewed first */
	private async send(
		call: ServiceCall,
		{ file, signal, stop }: FetchOptions,
		refused?: string,
	): Promise<Fetched & { sent: string }> {
		const account = await this.findAccount();
		const { timeoutMs = CALL_TIMEOUT_MS } = this.limits;
		this.secrets.addUrlsIn(call.body);
		const trace: TokenTrace = { refused, stop };
		const { httpRequestWithAuthentication } = this.context.helpers;
		const httpRequest = async ({ abortSignal, ...request }: IHttpRequestOptions) => {
			const tokenTrace = Object.assign(trace, { abortSignal });
			const traced: TracedRequestOptions = { ...request, tokenTrace };
			return await httpRequestWithAuthentication.call(this.context, CREDENTIAL, traced);
		};
		const options = { ...optionsFor(call, account, file?.url), timeout: timeoutMs };
		const deadline = AbortSignal.timeout(timeoutMs);
		const ends = [signal, file ? undefined : deadline].filter((end) => end !== undefined);
		const maxBytes = file ? PAGE_BEGINNING_BYTES : MAX_RESPONSE_MIB * 2 ** 20;
		const limits = { signal: AbortSignal.any(ends), stallMs: timeoutMs, maxBytes };
		try {
			const response = file
				? await streamResponse({ httpRequest }, options, limits)
				: await fetchText({ httpRequest }, options, limits);
			const tooLong = file || response.isWhole ? undefined : `more than ${MAX_RESPONSE_MIB} MiB`;
			const sent = trace.sent ?? (await this.storedToken());
			const fetched = { ...response, ...readResponse(response, tooLong), sent };
			this.secrets.addKeys(sent);
			this.secrets.addUrlsIn([fetched.data, response.headers.location]);
			return fetched;
		} catch (error) {
			if (errorNamed('StoppedBeforeSending', error)) throw stop?.reason;
			const refusal = authenticationErrorIn(error);
			if (refusal?.details.retriable === false) this.keyRefusal = refusal;
			const failure = deadline.aborted ? { code: 'ETIMEDOUT', cause: error } : error;
			throw refusal ?? noResponseError(call, failure, { isFile: file !== undefined });
		}
	}

	/** What was sent, where n8n passes nothing back from the credential. */
	private async storedToken(): Promise<string> {
		const credentials = await this.context.getCredentials(CREDENTIAL);
		return String(credentials.accessToken || apiKeyOf(credentials));
	}

	/** For a wait, in which a refusal may pass: the next call reads the credential, and tries its key and a new token again. */
	forgetRefusals(): void {
		this.account = undefined;
		this.keyRefusal = undefined;
		this.renewalIsUseless = false;
	}

	async findAccount(): Promise<Account> {
		return await (this.account ??= this.readAccount());
	}

	private async readAccount(): Promise<Account> {
		const credentials = await this.context.getCredentials(CREDENTIAL).catch((error: Error) => {
			if (!isOfClass(error, /^CredentialNotFoundError$/)) throw error;
			throw createError('CREDENTIAL_NOT_FOUND', { "n8n's message": error.message });
		});
		try {
			const apiKey = apiKeyOf(credentials);
			this.secrets.addKeys(apiKey, String(credentials.accessToken));
			return {
				environment: credentials.environment,
				baseUrl: hostsOf(credentials).baseUrl,
				apiVersion: apiVersionOf(credentials),
				apiKey,
			};
		} catch (error) {
			throw authenticationErrorIn(error) ?? error;
		}
	}
}

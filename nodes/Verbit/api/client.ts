import type { IAllExecuteFunctions } from 'n8n-workflow';

import { apiKeyOf, hostsOf } from '../../../credentials/verbitApi/hosts';
import { createError } from '../errors/createError';
import { StepError } from '../errors/stepError';
import { PAGE_BEGINNING_BYTES } from '../http/body';
import { openResponse } from '../http/openResponse';
import { withRetries } from '../http/retry';
import { errorNamed } from '../n8n/requestErrors';
import type { AuthenticateOptions } from '../n8n/tokenRenewal';
import { type Secrets, secretsOf } from '../secrets/secrets';
import {
	authenticationErrorIn,
	isRefusal,
	isSuccess,
	noResponseError,
	type OpenVerbitResponse,
	optionsFor,
	readResponse,
	refusesToken,
	responseError,
	type ServiceCall,
	tokenRefusedError,
	type VerbitResponse,
} from './serviceCall';

const CREDENTIAL = 'verbitApi';

/** The API's calls are small JSON: n8n's default of 300 s would delay the whole workflow. */
const CALL_TIMEOUT_MS = 60_000;

const CALL_ATTEMPTS = 4;

const MAX_RESPONSE_BYTES = 10 * 2 ** 20;

/** What is known of a call that can't be made twice, before it is made. */
export interface CallHistory {
	/** An attempt of an earlier try of the node may have arrived. */
	isInDoubt: boolean;
	/** The node has made the job, or an External ID led to it. Nobody else works on it, so what was done to it, this call did. */
	isOwnJob: boolean;
}

interface SendOptions {
	signal?: AbortSignal;
	/** Prevents the request, but doesn't end one that was sent. */
	stop?: AbortSignal;
	file?: {
		/** Another URL on Verbit's own host, called with the query that it has. */
		url?: string;
		stall: AbortSignal;
	};
}

/** Calls Verbit for one execution, list of the editor or webhook. n8n keeps the token, and adds it to each call. */
export class ServiceClient {
	readonly secrets: Secrets;

	private account?: ReturnType<ServiceClient['readAccount']>;

	/** Once the key is refused, the calls for later items would be refused as well. */
	private keyRefusal?: StepError;

	/** Once a new token is refused, another exchange wouldn't help later items. */
	private isRenewalUseless = false;

	private readonly limits: { signal?: AbortSignal; maxAttempts: number; timeoutMs: number };

	constructor(
		private readonly context: IAllExecuteFunctions,
		limits: Partial<ServiceClient['limits']> = {},
	) {
		this.limits = { maxAttempts: CALL_ATTEMPTS, timeoutMs: CALL_TIMEOUT_MS, ...limits };
		this.secrets = secretsOf(context);
	}

	/** The same client with other limits, for a caller that has less time. */
	within(limits: Partial<ServiceClient['limits']>): ServiceClient {
		return new ServiceClient(this.context, { ...this.limits, ...limits });
	}

	/** @throws StepError for anything but a 2xx with JSON, or nothing, and without an error envelope */
	async call(call: ServiceCall): Promise<VerbitResponse> {
		const attempt = async () => {
			const response = await this.sendAuthorized(call, this.limits);
			if (isSuccess(response)) return response;
			throw responseError(call, response);
		};
		return await withRetries(attempt, this.limits);
	}

	/**
	 * Makes a call that must not be carried out twice unnoticed. A Stop never cuts it once it was sent, because nobody would
	 * know whether it arrived.
	 * @returns any success, whose body the caller judges; `isInDoubt`: an attempt before the last one may have arrived, so that
	 *   a refusal can mean that Verbit has done it already
	 * @throws the reason of a stop before the call was sent
	 */
	async callTracked(
		call: ServiceCall,
		history: CallHistory,
	): Promise<{ isInDoubt: boolean } & ({ response: VerbitResponse } | { error: StepError })> {
		this.limits.signal?.throwIfAborted();
		// From here on only a Stop of the execution ends it, not the failure of another item.
		const cancel =
			'getExecutionCancelSignal' in this.context
				? this.context.getExecutionCancelSignal()
				: undefined;
		let isInDoubt = false;
		const attempt = async () => {
			// Once an attempt may have arrived, the next one is sent in spite of a Stop: its answer tells what became of the first.
			const stop = isInDoubt ? undefined : cancel;
			const response = await this.sendAuthorized(call, { stop });
			if (isRefusal(response)) throw responseError(call, response);
			return response;
		};
		const onRetry = ({ details }: StepError) => (isInDoubt ||= details.isInDoubt === true);
		const limits = { ...this.limits, signal: cancel, onRetry };
		const outcome = await withRetries(attempt, limits).then(
			(response) => ({ response }),
			(error: unknown) => {
				if (!(error instanceof StepError)) throw error;
				return { error };
			},
		);
		return { ...outcome, isInDoubt: isInDoubt || history.isInDoubt };
	}

	async retry<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
		return await withRetries(attempt, { ...this.limits, signal });
	}

	/**
	 * Sends a call, and once more with a new token if Verbit refuses the first. Any other status is returned, not thrown. Only
	 * a file is left open: whoever asked for it must close it.
	 * @throws StepError for a key, or a new token, that is refused
	 * @param refused a token that must be renewed first
	 */
	async sendAuthorized(
		call: ServiceCall,
		sendOptions: SendOptions,
		refused?: string,
	): Promise<OpenVerbitResponse> {
		if (this.keyRefusal !== undefined) throw this.keyRefusal;
		const { sent, ...response } = await this.request(call, sendOptions, refused);
		if (!refusesToken(response)) return response;
		await response.close();
		this.isRenewalUseless ||= refused !== undefined;
		const isKey = sent === (await this.findAccount()).apiKey;
		if (isKey || this.isRenewalUseless) throw tokenRefusedError(call, response, isKey);
		return await this.sendAuthorized(call, sendOptions, sent);
	}

	private async request(
		call: ServiceCall,
		{ signal, stop, file }: SendOptions,
		refused?: string,
	): Promise<OpenVerbitResponse & { sent: string }> {
		const { timeoutMs: timeout } = this.limits;
		const account = await this.findAccount();
		this.secrets.addUrlsIn([call.body, file?.url]);
		const authenticateOptions: AuthenticateOptions = { refused, stop };
		const request = { ...optionsFor(call, account, file?.url), timeout };
		const options = { ...request, authenticateOptions };
		const { httpRequestWithAuthentication } = this.context.helpers;
		const httpRequest = httpRequestWithAuthentication.bind(this.context, CREDENTIAL);
		const deadline = file?.stall ?? AbortSignal.timeout(timeout);
		const limits = {
			signal: AbortSignal.any(signal ? [signal, deadline] : [deadline]),
			maxBytes: file ? PAGE_BEGINNING_BYTES : MAX_RESPONSE_BYTES,
			onSend: (abortSignal: AbortSignal) => (authenticateOptions.abortSignal = abortSignal),
		};
		try {
			const response = await openResponse({ httpRequest }, options, limits);
			if (!file) await response.close();
			const isTooLong = !file && !response.isWhole;
			const read = readResponse(response, isTooLong ? 'more than 10 MiB' : undefined);
			const sent = authenticateOptions.sent ?? (await this.storedToken());
			this.secrets.addKeys(sent);
			this.secrets.addUrlsIn([read.data, response.headers.location]);
			return { ...response, ...read, sent };
		} catch (error) {
			if (errorNamed(/^StoppedBeforeSending$/, error)) throw stop?.reason;
			if (signal?.aborted) throw signal.reason;
			const refusal = authenticationErrorIn(error);
			if (refusal?.details.retriable === false) this.keyRefusal = refusal;
			throw refusal ?? noResponseError(call, error, { isFile: file !== undefined, deadline });
		}
	}

	/** The token that was sent, for an n8n that hands the credential a copy of the options, so that `sent` stays empty. */
	private async storedToken(): Promise<string> {
		const credentials = await this.context.getCredentials(CREDENTIAL);
		return String(credentials.accessToken || apiKeyOf(credentials));
	}

	/** Has the next call read the credential and try its key again: what was refused may have been mended. */
	forgetRefusals(): void {
		this.account = undefined;
		this.keyRefusal = undefined;
		this.isRenewalUseless = false;
	}

	async findAccount(): ReturnType<ServiceClient['readAccount']> {
		return await (this.account ??= this.readAccount());
	}

	private async readAccount() {
		const credentials = await this.context.getCredentials(CREDENTIAL).catch((error: Error) => {
			if (!errorNamed(/^CredentialNotFoundError$/, error)) throw error;
			throw createError('CREDENTIAL_NOT_FOUND', { "n8n's message": error.message });
		});
		try {
			const apiKey = apiKeyOf(credentials);
			this.secrets.addKeys(apiKey, String(credentials.accessToken));
			return {
				environment: credentials.environment,
				baseUrl: hostsOf(credentials).baseUrl,
				apiVersion: Number(credentials.apiVersion),
				apiKey,
			};
		} catch (error) {
			throw authenticationErrorIn(error) ?? error;
		}
	}
}

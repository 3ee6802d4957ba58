import type { IAllExecuteFunctions } from 'n8n-workflow';

import { apiKeyOf } from '../../../credentials/verbitApi/accessToken';
import { HOSTS, hostsOf } from '../../../credentials/verbitApi/hosts';
import { createError } from '../errors/createError';
import { StepError } from '../errors/stepError';
import { PAGE_BEGINNING_BYTES } from '../http/body';
import { type OpenResponse, openResponse, PLAIN_CONTENT_HEADERS } from '../http/openResponse';
import { withRetries } from '../http/retry';
import { anySignal } from '../http/signals';
import { errorNamed } from '../n8n/requestErrors';
import type { AuthenticateOptions } from '../n8n/tokenRenewal';
import { type Secrets, secretsOf } from '../secrets/secrets';
import {
	authenticationErrorIn,
	isErrorResponse,
	isSuccess,
	noResponseError,
	readResponse,
	refusesToken,
	responseError,
	type ServiceCall,
	tokenRefusedError,
	type VerbitResponse,
} from './serviceCall';

const CREDENTIAL = 'verbitApi';

/** Time limit of a call. The API's calls are small JSON, so n8n's default of 300 s would only delay the workflow. */
const CALL_TIMEOUT_MS = 60_000;

/** Lists of thousands of profiles fit. Reading larger JSON could block n8n for seconds, whatever is in it. */
const MAX_RESPONSE_BYTES = 2 ** 20;

interface SendOptions {
	signal?: AbortSignal;
	/** Prevents a request, but doesn't end a request that was sent. */
	cancelBeforeSend?: AbortSignal;
	/** `url`: another URL on Verbit's own host, to be called with its own query. */
	file?: { url?: string; stall: AbortSignal };
}

/** Calls Verbit for one execution, one list in the editor, or one webhook call. n8n stores the token and adds it to each call. */
export class ServiceClient {
	private readonly secrets: Secrets;

	private knownCredential?: ReturnType<ServiceClient['readCredential']>;

	/** The error of a refused key, because the calls for later items would be refused as well. */
	private keyRefusal?: StepError;

	/** Whether Verbit has refused a new token, so that another exchange wouldn't help later items. */
	private isRenewalUseless = false;

	readonly limits: { signal?: AbortSignal; maxAttempts: number; timeoutMs: number };

	constructor(
		private readonly context: IAllExecuteFunctions,
		limits: Partial<ServiceClient['limits']> = {},
	) {
		this.limits = { maxAttempts: 4, timeoutMs: CALL_TIMEOUT_MS, ...limits };
		this.secrets = secretsOf(context);
	}

	withLimits(limits: Partial<ServiceClient['limits']>): ServiceClient {
		return new ServiceClient(this.context, { ...this.limits, ...limits });
	}

	async call(call: ServiceCall): Promise<VerbitResponse> {
		const attempt = async () => {
			const response = await this.sendAuthorized(call, this.limits);
			if (isSuccess(response)) return response;
			throw responseError(call, response);
		};
		return await withRetries(attempt, this.limits);
	}

	/**
	 * Makes a call that must not be carried out twice unnoticed. A Stop doesn't end a call that was sent, because nobody would know
	 * whether it arrived.
	 * @param wasInDoubt whether an earlier try of the node has left the call in doubt
	 * @returns any success, whose body the caller judges, or the last error. `wasInDoubt`: an earlier try, or an attempt before the
	 *   last, has left the call in doubt, so a refusal can mean that Verbit has already carried out the call
	 * @throws the reason of a Stop, or of another item's failure, before the call is sent
	 */
	async callTracked(call: ServiceCall, wasInDoubt: boolean) {
		this.limits.signal?.throwIfAborted();
		// From here on only a Stop of the execution ends the call, not the failure of another item.
		const cancel =
			'getExecutionCancelSignal' in this.context
				? this.context.getExecutionCancelSignal()
				: undefined;
		let isInDoubt = false;
		const attempt = async () => {
			// A Stop ends the pause before a repeat, but not a repeat whose answer tells what became of an earlier attempt.
			const cancelBeforeSend = isInDoubt ? undefined : cancel;
			const response = await this.sendAuthorized(call, { cancelBeforeSend });
			if (isErrorResponse(response)) throw responseError(call, response);
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
		return { ...outcome, wasInDoubt: wasInDoubt || isInDoubt };
	}

	/**
	 * Sends a call, and once more with a new token if Verbit refuses the first. Returns any other response, and a file
	 * must be closed by the caller.
	 * @throws StepError for a refused key, a refused new token, or without a response
	 * @param refused a token that n8n must renew first
	 */
	async sendAuthorized(
		call: ServiceCall,
		sendOptions: SendOptions,
		refused?: string,
	): Promise<VerbitResponse & OpenResponse> {
		if (this.keyRefusal !== undefined) throw this.keyRefusal;
		const { sent, ...response } = await this.request(call, sendOptions, refused);
		if (!refusesToken(response)) return response;
		await response.close();
		this.isRenewalUseless ||= refused !== undefined;
		const isKey = sent === (await this.credential()).apiKey;
		if (isKey || this.isRenewalUseless) throw tokenRefusedError(call, response, isKey);
		return await this.sendAuthorized(call, sendOptions, sent);
	}

	private async request(
		call: ServiceCall,
		{ signal, cancelBeforeSend, file }: SendOptions,
		refused?: string,
	) {
		const authenticateOptions: AuthenticateOptions = { refused, cancelBeforeSend };
		const options = { ...(await this.optionsOf(call, file?.url)), authenticateOptions };
		this.secrets.addUrlsIn([call.body, file?.url]);
		const { httpRequestWithAuthentication } = this.context.helpers;
		const httpRequest = httpRequestWithAuthentication.bind(this.context, CREDENTIAL);
		const deadline = file?.stall ?? AbortSignal.timeout(options.timeout);
		const limits = {
			signal: anySignal(signal, deadline),
			maxBytes: file ? PAGE_BEGINNING_BYTES : MAX_RESPONSE_BYTES,
			onSend: (abortSignal: AbortSignal) => (authenticateOptions.abortSignal = abortSignal),
		};
		try {
			const response = await openResponse({ httpRequest }, options, limits);
			if (!file) await response.close();
			const isTooLong = !file && !response.isWhole;
			const read = readResponse(response, isTooLong ? 'more than 1 MiB' : undefined);
			const sent = authenticateOptions.sent ?? (await this.storedToken());
			this.secrets.addKeys(sent);
			this.secrets.addUrlsIn([read.data, response.headers.location]);
			return { ...response, ...read, sent };
		} catch (error) {
			if (errorNamed(/^StoppedBeforeSending$/, error)) throw cancelBeforeSend?.reason;
			if (signal?.aborted) throw signal.reason;
			const refusal = authenticationErrorIn(error);
			if (refusal?.details.retriable === false) this.keyRefusal = refusal;
			throw refusal ?? noResponseError(call, error, { isFile: file !== undefined, deadline });
		}
	}

	private async optionsOf({ method, path, jobId, query, body = {} }: ServiceCall, url?: string) {
		const { baseUrl, apiVersion } = await this.credential();
		const hasBody = Object.keys(body).length > 0;
		return {
			headers: { ...PLAIN_CONTENT_HEADERS, ...(hasBody && { 'Content-Type': 'application/json' }) },
			method,
			url: url ?? `${baseUrl}${path}`,
			// A URL from Verbit already has its query.
			...(url === undefined && { qs: { ...query, v: apiVersion, job_id: jobId } }),
			// The body is a string, because n8n's client drops keys such as `constructor` from an object.
			...(hasBody && { body: JSON.stringify(body) }),
			timeout: this.limits.timeoutMs,
		};
	}

	/** Reads the token that was sent, for an n8n that gives the credential a copy of the options and so leaves `sent` undefined. */
	private async storedToken(): Promise<string> {
		const credentials = await this.context.getCredentials(CREDENTIAL);
		return String(credentials.accessToken || apiKeyOf(credentials));
	}

	/** Makes the next call read the credential and try the key again, because the user may have corrected the key. */
	forgetRefusals(): void {
		this.knownCredential = undefined;
		this.keyRefusal = undefined;
		this.isRenewalUseless = false;
	}

	async credential(): ReturnType<ServiceClient['readCredential']> {
		return await (this.knownCredential ??= this.readCredential());
	}

	private async readCredential() {
		const credentials = await this.context.getCredentials(CREDENTIAL).catch((error: Error) => {
			if (!errorNamed(/^CredentialNotFoundError$/, error)) throw error;
			throw createError('CREDENTIAL_NOT_FOUND', { "n8n's message": error.message });
		});
		try {
			const apiKey = apiKeyOf(credentials);
			this.secrets.addKeys(apiKey, String(credentials.accessToken));
			const { baseUrl } = hostsOf(credentials);
			const known = Object.entries(HOSTS).find(([, host]) => host.baseUrl === baseUrl);
			const apiVersion = Number(credentials.apiVersion);
			return { environment: known?.[0], baseUrl, apiVersion, apiKey };
		} catch (error) {
			throw authenticationErrorIn(error) ?? error;
		}
	}
}

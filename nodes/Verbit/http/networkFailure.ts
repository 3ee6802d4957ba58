import { createError } from '../errors/createError';
import type { ErrorDetails, StepError } from '../errors/stepError';
import { fieldsOf } from '../inspect/inspect';
import { endedAfterConnection, endedBeforeConnection, isBlockedByN8n } from '../n8n/requestErrors';
import { cut } from '../secrets/shownText';
import { isRetriableStatus, PROXY_LOGIN_REQUIRED } from './openResponse';

/** Error codes of Node.js and axios for a connection that wasn't made, so that nothing can have arrived. */
const NOT_SENT_CODE =
	/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ERR_INVALID_(CHAR|URL)|ERR_UNESCAPED_CHARACTERS)$/;

const CERTIFICATE_CODE = /CERT|^UNABLE_TO_(GET|VERIFY|DECODE)_|^(HOSTNAME_MISMATCH|INVALID_CA)$/;

/** Other codes of a failed TLS handshake. DECRYPTION_FAILED is excluded, because it may also come during a response. */
const HANDSHAKE_CODE = /^(EPROTO$|ERR_(SSL|TLS)_(?!DECRYPTION_FAILED))/;

/**
 * Reads the error of a request without a response. Whether its time limit ended the request, only `deadline` says.
 * @returns `reason`: a code such as `ECONNRESET`, or the error's message. `isNotSent`: the request certainly didn't arrive
 */
export function readNetworkFailure(error: unknown, deadline?: AbortSignal) {
	// n8n may have wrapped the error.
	const cause = fieldsOf(error).cause ?? error;
	const code = deadline?.aborted ? 'ETIMEDOUT' : (networkCode(error) ?? networkCode(cause));
	const isBlocked = isBlockedByN8n(error);
	const isCertificate = CERTIFICATE_CODE.test(String(code));
	const isNotSent =
		isBlocked ||
		isCertificate ||
		endedBeforeConnection(error) ||
		NOT_SENT_CODE.test(String(code)) ||
		// A host may also end an encrypted connection with these codes.
		(HANDSHAKE_CODE.test(String(code)) && !endedAfterConnection(error)) ||
		// Node.js says so only in its message. The code is ECONNRESET.
		(code !== undefined && /before secure TLS connection was established/.test(messageOf(cause)));
	return { reason: code ?? messageOf(cause), isNotSent, isCertificate, isBlocked };
}

export function unreachableError(
	{ reason, isCertificate, isBlocked }: ReturnType<typeof readNetworkFailure>,
	host: string,
	details: ErrorDetails,
): StepError {
	const values = { host, reason };
	if (!isCertificate && !isBlocked) return createError('HOST_UNREACHABLE', values, details);
	const variant = isCertificate ? 'certificate' : 'blocked';
	return createError('HOST_UNREACHABLE', { ...values, variant }, { ...details, retriable: false });
}

export function hostError(
	status: number,
	values: { host: string; response: string | number },
	details: ErrorDetails,
): StepError | undefined {
	if (status === PROXY_LOGIN_REQUIRED) return createError('PROXY_LOGIN_REQUIRED', values, details);
	if (!isRetriableStatus(status)) return undefined;
	return createError('HOST_BUSY', values, { ...details, retriable: true });
}

function messageOf(error: unknown): string {
	return cut(String(fieldsOf(error).message ?? 'no reason given'));
}

function networkCode(error: unknown): string | undefined {
	const { code } = fieldsOf(error);
	return typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code) ? code : undefined;
}

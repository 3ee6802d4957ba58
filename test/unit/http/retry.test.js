const { createError } = require('../../../nodes/Verbit/errors/createError');
const { readNetworkFailure } = require('../../../nodes/Verbit/http/networkFailure');
const { withRetries } = require('../../../nodes/Verbit/http/retry');

/** @param {object} [more] */
const failure = (more) => createError('UPLOAD_NOT_STORED', { response: 200 }, more);
const AGAIN = failure({ retriable: true });

beforeEach(() => jest.useFakeTimers());

/**
 * Lets the attempts come to their end.
 * @param {(attempt: number) => unknown} attempt a result, or an error
 * @param {object} [options]
 */
async function retry(attempt, options) {
	/** @type {number[]} */
	const begun = [];
	let isOver = false;
	const timed = async (/** @type {number} */ number) => {
		begun.push(Date.now());
		const result = /** @type {unknown} */ (attempt(number));
		if (result instanceof Error) throw result;
		return result;
	};
	const all = { maxAttempts: 4, isRetriable: () => true, ...options };
	const outcome = withRetries(timed, all).catch((error) => error);
	void outcome.then(() => (isOver = true));
	while (!isOver) await jest.advanceTimersToNextTimerAsync();
	const waits = begun.slice(1).map((time, index) => time - begun[index]);
	return { outcome: await outcome, attempts: begun.length, waits };
}

test('waits double up to 30 seconds, each with jitter, and there is none after the last attempt', async () => {
	const { outcome, waits } = await retry(() => AGAIN, { maxAttempts: 9 });
	expect(outcome).toBe(AGAIN);
	const ceilings = [500, 1000, 2000, 4000, 8000, 16000, 30000, 30000];
	expect(waits).toHaveLength(ceilings.length);
	waits.forEach((wait, index) => {
		expect(wait).toBeGreaterThanOrEqual(ceilings[index] / 2);
		expect(wait).toBeLessThanOrEqual(ceilings[index]);
	});
});

test('a cancel ends a long wait within a quarter of a second, and the attempts', async () => {
	const cancel = new AbortController();
	setTimeout(() => cancel.abort(), 10);
	const began = Date.now();
	const later = failure({ response: { status: 503, summary: '503', retryAfterMs: 60_000 } });
	const { outcome, attempts } = await retry(() => later, { signal: cancel.signal });
	expect(outcome).toBe(later);
	expect(attempts).toBe(1);
	expect(Date.now() - began).toBeLessThanOrEqual(260);
	expect(jest.getTimerCount()).toBe(0);
});

test.each([
	['up to five minutes', 300_000, [300_000]],
	['and not beyond: it would hold the schedule up', 3_600_000, []],
])('what Retry-After asks for is waited for, %s', async (_when, retryAfterMs, expected) => {
	const { waits } = await retry((number) =>
		number > 1 ? 'done' : failure({ response: { status: 503, summary: '503', retryAfterMs } }),
	);
	expect(waits).toEqual(expected);
});

/** @param {object} fields */
const networkError = (fields) => Object.assign(new Error('went wrong'), fields);

const isNotSent = (/** @type {object} */ fields) =>
	readNetworkFailure(networkError(fields)).isNotSent;

/** Also those of n8n's proxy, which made no request of it. */
const NOT_SENT = `ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH ERR_INVALID_URL
	ERR_UNESCAPED_CHARACTERS EPROTO ERR_SSL_WRONG_VERSION_NUMBER ERR_TLS_HANDSHAKE_TIMEOUT`;
const CERTIFICATE = `CERT_HAS_EXPIRED CERT_NOT_YET_VALID DEPTH_ZERO_SELF_SIGNED_CERT
	SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT_LOCALLY
	ERR_TLS_CERT_ALTNAME_INVALID HOSTNAME_MISMATCH UNABLE_TO_GET_CRL INVALID_CA
	UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY`;
/** Some came under a response, and some are only like one of the others. */
const UNKNOWN = `ECONNRESET ECONNABORTED EPIPE E1 HPE_INVALID_CONSTANT ERR_HTTP2_ERROR
	ERR_SSL_DECRYPTION_FAILED_OR_BAD_MAC H_UNABLE_TO_GET_X H_HOSTNAME_MISMATCH HOSTNAME_MISMATCHES
	INVALID_CAP H_EPROTO EPROTO_X H_ERR_SSL_X`;

test.each([
	['that nothing was sent', true, false, NOT_SENT],
	['that a certificate was refused', true, true, CERTIFICATE],
	['not whether the request arrived', false, false, UNKNOWN],
])('a code says %s', (_what, isNotSent, isCertificate, codes) => {
	for (const code of codes.split(/\s+/)) {
		const expected = { reason: code, isNotSent: isNotSent, isCertificate, isBlocked: false };
		expect(readNetworkFailure(networkError({ code }))).toEqual(expected);
	}
});

test('a connection that is closed before its handshake has sent nothing', () => {
	const message = 'Client network socket disconnected before secure TLS connection was established';
	const error = Object.assign(new Error(message), { code: 'ECONNRESET' });
	expect(readNetworkFailure(error)).toMatchObject({ reason: 'ECONNRESET', isNotSent: true });
	// The text alone may be anybody's.
	expect(readNetworkFailure(new Error(message)).isNotSent).toBe(false);
});

test("n8n's protection of its own network comes before anything is sent", () => {
	const expected = { reason: 'went wrong', isNotSent: true, isCertificate: false, isBlocked: true };
	for (const name of ['SsrfBlockedIpError', 'SsrfBlockedHostnameError']) {
		const error = networkError({ name });
		expect(readNetworkFailure(error)).toEqual(expected);
		expect(readNetworkFailure(networkError({ cause: error }))).toEqual(expected);
	}
});

test.each([
	['without a connection, because a proxy made none', null, true, true],
	['before encryption was agreed on', { secureConnecting: true }, true, true],
	['over an encrypted connection', { secureConnecting: false }, false, false],
	['over a plain connection', {}, false, true],
	['with an unknown connection', undefined, false, true],
])(
	'a request that failed %s was sent or not: its code leaves it open, or is of TLS',
	(_what, socket, ofOpenCode, ofTls) => {
		const request = { socket };
		for (const code of ['ECONNRESET', undefined]) {
			expect(isNotSent({ code, request })).toBe(ofOpenCode);
			expect(isNotSent({ cause: networkError({ code, request }) })).toBe(ofOpenCode);
			expect(isNotSent({ code, request, response: {} })).toBe(false);
		}
		for (const code of ['EPROTO', 'ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR']) {
			expect(isNotSent({ code, request })).toBe(ofTls);
			expect(isNotSent({ cause: networkError({ code, request }) })).toBe(ofTls);
		}
	},
);

const REFUSED = networkError({ code: 'ECONNREFUSED' });

test.each([
	[{ cause: REFUSED }, 'ECONNREFUSED'],
	[{ code: 'ECONNRESET', cause: REFUSED }, 'ECONNRESET'],
	...[400, 'x-ECONNRESET', 'ECONNRESET x', 'econnreset', 'E'].map(
		(code) => /** @type {[object, string]} */ ([{ code }, 'went wrong']),
	),
	[{ cause: null }, 'went wrong'],
	[{ cause: new Error('hang up') }, 'hang up'],
	[{ message: undefined }, 'no reason given'],
	[{ message: 'x'.repeat(400) }, `${'x'.repeat(300)}…`],
])('the reason of %j is %s', (fields, reason) => {
	const isRefused = reason === 'ECONNREFUSED';
	const expected = { reason, isNotSent: isRefused, isCertificate: false };
	expect(readNetworkFailure(networkError(fields))).toMatchObject(expected);
});

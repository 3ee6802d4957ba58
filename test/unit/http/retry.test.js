const { StepError } = require('../../../nodes/Verbit/errors/stepError');
const {
	readNetworkFailure,
	unreachable,
	withRetries,
} = require('../../../nodes/Verbit/http/retry');

/** @param {boolean} retriable */
const failure = (retriable) =>
	new StepError({ kind: 'response', step: 'Upload', message: 'x', remedy: 'y', retriable });
const isRetriable = (/** @type {StepError} */ { details }) => details.retriable === true;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/**
 * Lets the work come to its end, and tells how long each wait between two attempts was.
 * @param {Promise<unknown>} work
 * @param {number[]} begun when each attempt began
 */
async function waitsOf(work, begun) {
	let done = false;
	const end = () => (done = true);
	work.then(end, end);
	while (!done) await jest.advanceTimersToNextTimerAsync();
	return begun.slice(1).map((time, index) => time - begun[index]);
}

/**
 * An attempt that keeps the time at which each of its calls began.
 * @param {(attempt: number) => Promise<unknown>} implementation
 */
function timed(implementation) {
	/** @type {number[]} */
	const begun = [];
	const attempt = jest.fn(async (/** @type {number} */ number) => {
		begun.push(Date.now());
		return await implementation(number);
	});
	return { attempt, begun };
}

test('an attempt that works is not repeated', async () => {
	const attempt = jest.fn(async () => 'stored');
	await expect(withRetries(attempt, { maxAttempts: 4, isRetriable })).resolves.toBe('stored');
	expect(attempt.mock.calls).toEqual([[1]]);
});

test('an attempt is repeated until it works, each with its number', async () => {
	const { attempt, begun } = timed(async (number) => {
		if (number < 3) throw failure(true);
		return number;
	});
	const work = withRetries(attempt, { maxAttempts: 4, isRetriable });
	await waitsOf(work, begun);
	await expect(work).resolves.toBe(3);
	expect(attempt.mock.calls).toEqual([[1], [2], [3]]);
});

test('a failure that a repeat can not mend is thrown at once, as it is', async () => {
	const error = failure(false);
	const attempt = jest.fn(async () => await Promise.reject(error));
	await expect(withRetries(attempt, { maxAttempts: 4, isRetriable })).rejects.toBe(error);
	expect(attempt).toHaveBeenCalledTimes(1);
});

test('an error that is no StepError is never repeated, whatever the predicate says', async () => {
	const attempt = jest.fn(async () => await Promise.reject(new TypeError('a fault of the node')));
	await expect(withRetries(attempt, { maxAttempts: 4, isRetriable: () => true })).rejects.toThrow(
		TypeError,
	);
	expect(attempt).toHaveBeenCalledTimes(1);
});

test('waits double up to 30 seconds, each with jitter, and there is none after the last attempt', async () => {
	const error = failure(true);
	const { attempt, begun } = timed(async () => await Promise.reject(error));
	const work = withRetries(attempt, { maxAttempts: 9, isRetriable });
	const waits = await waitsOf(work, begun);
	await expect(work).rejects.toBe(error);
	const ceilings = [500, 1000, 2000, 4000, 8000, 16000, 30000, 30000];
	expect(waits).toHaveLength(ceilings.length);
	waits.forEach((wait, index) => {
		expect(wait).toBeGreaterThanOrEqual(ceilings[index] / 2);
		expect(wait).toBeLessThanOrEqual(ceilings[index]);
	});
});

test('a cancel ends the wait and the attempts', async () => {
	const cancel = new AbortController();
	const error = failure(true);
	const attempt = jest.fn(async () => await Promise.reject(error));
	const work = withRetries(attempt, { maxAttempts: 4, isRetriable, signal: cancel.signal });
	const outcome = expect(work).rejects.toBe(error);
	await jest.advanceTimersByTimeAsync(0);
	cancel.abort();
	await jest.advanceTimersByTimeAsync(250);
	await outcome;
	expect(jest.getTimerCount()).toBe(0);
	expect(attempt).toHaveBeenCalledTimes(1);
});

test('each wait is told before it begins', async () => {
	const onRetry = jest.fn();
	const error = failure(true);
	const { attempt, begun } = timed(async (number) => {
		if (number === 1) throw error;
	});
	const work = withRetries(attempt, { maxAttempts: 2, isRetriable, onRetry });
	await waitsOf(work, begun);
	await work;
	expect(onRetry.mock.calls).toEqual([[error, 1, expect.any(Number)]]);
});

describe('what the other side asks for with Retry-After', () => {
	/** @param {number} retryAfterMs */
	const askingFor = (retryAfterMs) =>
		new StepError({
			kind: 'response',
			step: 'Upload',
			message: 'x',
			remedy: 'y',
			retriable: true,
			retryAfterMs,
		});

	test.each([
		['where it is more than the wait of our own', 40_000],
		['up to five minutes', 300_000],
	])('is waited for, %s', async (_when, ms) => {
		const { attempt, begun } = timed(async (number) => {
			if (number === 1) throw askingFor(ms);
		});
		const work = withRetries(attempt, { maxAttempts: 2, isRetriable });
		expect(await waitsOf(work, begun)).toEqual([ms]);
		await work;
	});

	test('is not waited for where it would hold the schedule up', async () => {
		const error = askingFor(3600_000);
		const attempt = jest.fn(async () => await Promise.reject(error));
		await expect(withRetries(attempt, { maxAttempts: 4, isRetriable })).rejects.toBe(error);
		expect(attempt).toHaveBeenCalledTimes(1);
	});
});

/** @param {object} fields */
const networkError = (fields) => Object.assign(new Error('went wrong'), fields);

const notSent = (/** @type {object} */ fields) => readNetworkFailure(networkError(fields)).notSent;

test.each([
	[
		'that nothing was sent',
		true,
		false,
		'ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH',
	],
	[
		"that n8n's proxy made no request of it",
		true,
		false,
		'ERR_INVALID_URL ERR_UNESCAPED_CHARACTERS',
	],
	['that no encrypted connection was made', true, false, 'EPROTO ERR_SSL_WRONG_VERSION_NUMBER'],
	['the same', true, false, 'ERR_TLS_HANDSHAKE_TIMEOUT'],
	['that a certificate was refused', true, true, 'CERT_HAS_EXPIRED CERT_NOT_YET_VALID'],
	['the same', true, true, 'DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN'],
	['the same', true, true, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
	['the same', true, true, 'ERR_TLS_CERT_ALTNAME_INVALID HOSTNAME_MISMATCH'],
	['not whether the request arrived', false, false, 'ECONNRESET ECONNABORTED EPIPE E1'],
	['the same, with a like name', false, false, 'H_UNABLE_TO_GET_X H_HOSTNAME_MISMATCH INVALID_CAP'],
	['the same, with a like name', false, false, 'HOSTNAME_MISMATCHES H_ERR_SSL_X ERR_HTTP2_ERROR'],
	['the same: it may come under a response', false, false, 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_MAC'],
])('a code says %s', (_what, isNotSent, isCertificate, codes) => {
	for (const code of codes.split(' ')) {
		const expected = { reason: code, notSent: isNotSent, isCertificate, isBlocked: false };
		expect(readNetworkFailure(networkError({ code }))).toEqual(expected);
	}
});

test('a code says that a stop has ended the request', () => {
	const failure = readNetworkFailure(networkError({ code: 'ERR_CANCELED' }));
	expect(failure).toMatchObject({ isStopped: true, notSent: false });
});

test('a connection that is closed before its handshake has sent nothing', () => {
	const message = 'Client network socket disconnected before secure TLS connection was established';
	const error = Object.assign(new Error(message), { code: 'ECONNRESET' });
	expect(readNetworkFailure(error)).toMatchObject({ reason: 'ECONNRESET', notSent: true });
	// The text alone may be anybody's.
	expect(readNetworkFailure(new Error(message)).notSent).toBe(false);
});

test("n8n's protection of its own network comes before anything is sent", () => {
	const expected = { reason: 'went wrong', notSent: true, isCertificate: false, isBlocked: true };
	for (const name of ['SsrfBlockedIpError', 'SsrfBlockedHostnameError']) {
		const error = networkError({ name });
		expect(readNetworkFailure(error)).toEqual(expected);
		expect(readNetworkFailure(networkError({ cause: error }))).toEqual(expected);
	}
});

test.each([
	['without a connection, because a proxy made none', null, true],
	['before encryption was agreed on', { secureConnecting: true }, true],
	['over an encrypted connection', { secureConnecting: false }, false],
	['over a plain connection', {}, false],
	['with an unknown connection', undefined, false],
])('a request that failed %s, with a code that leaves it open', (_what, socket, expected) => {
	for (const code of ['ECONNABORTED', 'ECONNRESET', 'ETIMEDOUT', undefined]) {
		const request = { socket };
		expect(notSent({ code, request })).toBe(expected);
		expect(notSent({ cause: networkError({ code, request }) })).toBe(expected);
		expect(notSent({ code, request, response: {} })).toBe(false);
	}
});

test('the code is that of the error, or else that of the one it wraps', () => {
	const cause = networkError({ code: 'ECONNREFUSED' });
	expect(readNetworkFailure(networkError({ cause }))).toMatchObject({
		reason: 'ECONNREFUSED',
		notSent: true,
	});
	expect(readNetworkFailure(networkError({ code: 'ECONNRESET', cause })).reason).toBe('ECONNRESET');
});

test('without a code the message is the reason: that of the cause where there is one', () => {
	const none = [
		400,
		['ECONNRESET'],
		'not a code',
		'x-ECONNRESET',
		'ECONNRESET x',
		'econnreset',
		'E',
	];
	for (const code of [...none, undefined]) {
		const expected = { reason: 'went wrong', notSent: false, isCertificate: false };
		expect(readNetworkFailure(networkError({ code }))).toMatchObject(expected);
	}
	expect(readNetworkFailure(networkError({ cause: null })).reason).toBe('went wrong');
	expect(readNetworkFailure(networkError({ cause: new Error('hang up') })).reason).toBe('hang up');
	expect(readNetworkFailure({})).toMatchObject({ reason: 'no reason given', notSent: false });
});

test('a message is told up to 200 characters', () => {
	const { reason } = readNetworkFailure(new Error(`GET https://h/x ${'x'.repeat(300)}`));
	expect(reason).toMatch(/^GET https:\/\/h\/x x+…$/);
	expect(reason).toHaveLength(201);
});

test.each([
	[{ isCertificate: true }, 'CERTIFICATE_INVALID', false, 'any proxy between n8n and this host'],
	[{}, 'HOST_UNREACHABLE', true, 'any proxy between n8n and this host'],
	[{ isBlocked: true }, 'HOST_UNREACHABLE', false, 'N8N_SSRF_ALLOWED_HOSTNAMES'],
])(
	'of %j people learn where to look, and a host that n8n blocks is not tried again',
	(kind, code, retriable, check) => {
		const none = { reason: 'E1', notSent: true, isCertificate: false, isBlocked: false };
		const { details } = unreachable({ ...none, ...kind }, 'h.example', {});
		expect(details).toMatchObject({ code, remedy: expect.stringContaining(check) });
		expect(details.retriable).toBe(retriable);
		expect(details.message).toContain('h.example');
		expect(details.message).toContain('E1');
	},
);

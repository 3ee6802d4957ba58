const { readNetworkFailure, unreachable } = require('../../../nodes/Verbit/http/retry');
const { isRetriableStatus } = require('../../../nodes/Verbit/http/status');

/** @param {object} fields */
const failure = (fields) => Object.assign(new Error('went wrong'), fields);

const notSent = (/** @type {object} */ fields) => readNetworkFailure(failure(fields)).notSent;

test.each([
	[
		'that nothing was sent',
		true,
		false,
		'ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH',
	],
	['that no encrypted connection was made', true, false, 'EPROTO ERR_SSL_WRONG_VERSION_NUMBER'],
	['the same', true, false, 'ERR_TLS_HANDSHAKE_TIMEOUT'],
	['that a certificate was refused', true, true, 'CERT_HAS_EXPIRED CERT_NOT_YET_VALID'],
	['the same', true, true, 'DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN'],
	['the same', true, true, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
	['the same', true, true, 'ERR_TLS_CERT_ALTNAME_INVALID HOSTNAME_MISMATCH'],
	[
		'not whether the request arrived',
		false,
		false,
		'ECONNRESET ECONNABORTED EPIPE ERR_CANCELED E1',
	],
	['the same, with a like name', false, false, 'H_UNABLE_TO_GET_X H_HOSTNAME_MISMATCH INVALID_CAP'],
	['the same, with a like name', false, false, 'HOSTNAME_MISMATCHES H_ERR_SSL_X ERR_HTTP2_ERROR'],
	['the same: it may come under a response', false, false, 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_MAC'],
])('a code says %s', (_what, isNotSent, isCertificate, codes) => {
	for (const code of codes.split(' ')) {
		const expected = { reason: code, notSent: isNotSent, isCertificate, isBlocked: false };
		expect(readNetworkFailure(failure({ code }))).toEqual(expected);
	}
});

test('a connection that is closed before its handshake has sent nothing', () => {
	const message = 'Client network socket disconnected before secure TLS connection was established';
	const error = Object.assign(new Error(message), { code: 'ECONNRESET' });
	expect(readNetworkFailure(error)).toMatchObject({ reason: 'ECONNRESET', notSent: true });
});

test("n8n's protection of its own network comes before anything is sent", () => {
	const expected = { reason: 'went wrong', notSent: true, isCertificate: false, isBlocked: true };
	for (const name of ['SsrfBlockedIpError', 'SsrfBlockedHostnameError']) {
		const error = failure({ name });
		expect(readNetworkFailure(error)).toEqual(expected);
		expect(readNetworkFailure(failure({ cause: error }))).toEqual(expected);
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
		expect(notSent({ cause: failure({ code, request }) })).toBe(expected);
		expect(notSent({ code, request, response: {} })).toBe(false);
	}
});

test('the code is that of the error, or else that of the one it wraps', () => {
	const cause = failure({ code: 'ECONNREFUSED' });
	expect(readNetworkFailure(failure({ cause }))).toMatchObject({
		reason: 'ECONNREFUSED',
		notSent: true,
	});
	expect(readNetworkFailure(failure({ code: 'ECONNRESET', cause })).reason).toBe('ECONNRESET');
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
		expect(readNetworkFailure(failure({ code }))).toMatchObject(expected);
	}
	expect(readNetworkFailure(failure({ cause: null })).reason).toBe('went wrong');
	expect(readNetworkFailure(failure({ cause: new Error('hang up') })).reason).toBe('hang up');
	expect(readNetworkFailure({})).toMatchObject({ reason: 'no reason given', notSent: false });
});

test('a message is told without the queries of its URLs, and up to 200 characters', () => {
	const { reason } = readNetworkFailure(
		new Error(`GET https://h/x?sig=TopSecret ${'x'.repeat(300)}`),
	);
	expect(reason).toMatch(/^GET https:\/\/h\/x\?… x+$/);
	expect(reason).toHaveLength(200);
});

test('after 408, 429 and 5xx the same request may work', () => {
	expect([408, 429, 500, 503].filter(isRetriableStatus)).toHaveLength(4);
	expect([200, 407, 409, 428, 430, 499].filter(isRetriableStatus)).toEqual([]);
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

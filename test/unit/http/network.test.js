const { readNetworkFailure } = require('../../../nodes/Verbit/http/retry');
const { isRetriableStatus } = require('../../../nodes/Verbit/http/status');

/** @param {object} fields */
const failure = (fields) => Object.assign(new Error('went wrong'), fields);

test.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])(
	'%s says that nothing was sent',
	(code) => {
		expect(readNetworkFailure(failure({ code }))).toMatchObject({
			reason: code,
			notSent: true,
			isCertificate: false,
		});
	},
);

test.each(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ERR_CANCELED', 'ERR_HTTP2_ERROR', 'E1'])(
	'%s leaves open whether the request arrived',
	(code) => {
		expect(readNetworkFailure(failure({ code }))).toMatchObject({
			reason: code,
			notSent: false,
			isCertificate: false,
		});
	},
);

test.each([
	'H_UNABLE_TO_GET_X',
	'H_HOSTNAME_MISMATCH',
	'HOSTNAME_MISMATCHES',
	'INVALID_CAP',
	'H_ERR_SSL_X',
])('%s, of a like name, leaves open whether the request arrived', (code) => {
	expect(readNetworkFailure(failure({ code }))).toMatchObject({
		notSent: false,
		isCertificate: false,
	});
});

test.each([
	'CERT_HAS_EXPIRED',
	'CERT_NOT_YET_VALID',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'HOSTNAME_MISMATCH',
])('%s says that a certificate was refused, so that nothing was sent', (code) => {
	expect(readNetworkFailure(failure({ code }))).toMatchObject({
		reason: code,
		notSent: true,
		isCertificate: true,
	});
});

test.each(['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_TLS_HANDSHAKE_TIMEOUT'])(
	'%s says that no encrypted connection was made, so that nothing was sent',
	(code) => {
		expect(readNetworkFailure(failure({ code }))).toMatchObject({
			reason: code,
			notSent: true,
			isCertificate: false,
		});
	},
);

test('a connection that is closed before its handshake has sent nothing', () => {
	const message = 'Client network socket disconnected before secure TLS connection was established';
	const error = Object.assign(new Error(message), { code: 'ECONNRESET' });
	expect(readNetworkFailure(error)).toMatchObject({ reason: 'ECONNRESET', notSent: true });
});

test.each(['SsrfBlockedIpError', 'SsrfBlockedHostnameError'])(
	"%s of n8n's protection of its own network comes before anything is sent",
	(name) => {
		const error = failure({ name });
		const expected = {
			reason: 'went wrong',
			notSent: true,
			isCertificate: false,
			isBlocked: true,
		};
		expect(readNetworkFailure(error)).toEqual(expected);
		expect(readNetworkFailure(failure({ cause: error }))).toEqual(expected);
	},
);

describe('a request that failed with a code that leaves open whether it arrived', () => {
	test.each([
		['without a connection, because a proxy made none', null, true],
		['before encryption was agreed on', { secureConnecting: true }, true],
		['over an encrypted connection', { secureConnecting: false }, false],
		['over a plain connection', {}, false],
		['with an unknown connection', undefined, false],
	])('%s', (_what, socket, notSent) => {
		for (const code of ['ECONNABORTED', 'ECONNRESET', 'ETIMEDOUT', undefined]) {
			const error = failure({ code, request: { socket } });
			expect(readNetworkFailure(error).notSent).toBe(notSent);
			expect(readNetworkFailure(failure({ cause: error })).notSent).toBe(notSent);
		}
	});

	test('has arrived where there is a response', () => {
		const error = failure({ code: 'ERR_BAD_RESPONSE', request: { socket: null }, response: {} });
		expect(readNetworkFailure(error).notSent).toBe(false);
	});
});

test('a record that can not be read may come under a response', () => {
	const code = 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC';
	expect(readNetworkFailure(failure({ code })).notSent).toBe(false);
});

test("a code is found in an error that n8n's own wraps", () => {
	const wrapped = failure({ cause: failure({ code: 'ECONNREFUSED' }) });
	expect(readNetworkFailure(wrapped)).toMatchObject({
		reason: 'ECONNREFUSED',
		notSent: true,
		isCertificate: false,
	});
});

test('an error whose cause is null is told by its own message', () => {
	const error = failure({ cause: null });
	expect(readNetworkFailure(error)).toMatchObject({
		reason: 'went wrong',
		notSent: false,
		isCertificate: false,
	});
});

test("the outer error's code comes before that of its cause", () => {
	const wrapped = failure({ code: 'ECONNRESET', cause: failure({ code: 'ECONNREFUSED' }) });
	expect(readNetworkFailure(wrapped).reason).toBe('ECONNRESET');
});

test.each([
	400,
	['ECONNRESET'],
	'not a code',
	'x-ECONNRESET',
	'ECONNRESET x',
	'econnreset',
	'E',
	undefined,
])('%p is no code, so that the message is told', (code) => {
	expect(readNetworkFailure(failure({ code }))).toMatchObject({
		reason: 'went wrong',
		notSent: false,
		isCertificate: false,
	});
});

test('the message of the cause is told where there is one', () => {
	const wrapped = failure({ cause: new Error('socket hang up') });
	expect(readNetworkFailure(wrapped).reason).toBe('socket hang up');
});

test('something without a message has no reason', () => {
	expect(readNetworkFailure({}).reason).toBe('no reason given');
	expect(readNetworkFailure({ cause: null }).notSent).toBe(false);
});

test('a message is told without the queries of its URLs, and up to 200 characters', () => {
	const { reason } = readNetworkFailure(
		new Error(`GET https://h/x?sig=TopSecret ${'x'.repeat(300)}`),
	);
	expect(reason).toMatch(/^GET https:\/\/h\/x\?… x+$/);
	expect(reason).toHaveLength(200);
});

test.each([
	[407, false],
	[408, true],
	[409, false],
	[428, false],
	[429, true],
	[430, false],
	[499, false],
	[500, true],
	[503, true],
	[200, false],
])('after %d the same request may work: %p', (status, retriable) => {
	expect(isRetriableStatus(status)).toBe(retriable);
});

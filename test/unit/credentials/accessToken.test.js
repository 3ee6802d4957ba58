const fc = require('fast-check');
const { needsRenewal, renewalTime } = require('../../../credentials/verbitApi/authorization');

const NOW = Date.UTC(2026, 10, 21, 10, 0, 0);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** @param {Record<string, unknown>} claims */
const token = (claims) =>
	['e30', Buffer.from(JSON.stringify(claims)).toString('base64url'), 'signature'].join('.');

describe('the time at which a token has to be renewed', () => {
	test('is five minutes before the end of a token of 24 hours', () => {
		const iat = NOW / SECOND;
		expect(renewalTime(token({ iat, exp: iat + 86400 }), NOW)).toBe(NOW + 24 * HOUR - 5 * MINUTE);
	});

	test('does not depend on how wrong the clock of this machine is', () => {
		fc.assert(
			fc.property(fc.integer({ min: -1e9, max: 1e9 }), (skewSeconds) => {
				const iat = NOW / SECOND + skewSeconds;
				expect(renewalTime(token({ iat, exp: iat + 86400 }), NOW)).toBe(
					NOW + 24 * HOUR - 5 * MINUTE,
				);
			}),
		);
	});

	test('is read from exp alone where the token does not say when it was issued', () => {
		expect(renewalTime(token({ exp: NOW / SECOND + 7200 }), NOW)).toBe(NOW + 2 * HOUR - 5 * MINUTE);
	});

	test('lies in the last tenth of a token that lives briefly, so that it is not renewed at every call', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 3000 }), (seconds) => {
				const iat = NOW / SECOND;
				const renewAt = renewalTime(token({ iat, exp: iat + seconds }), NOW);
				expect(renewAt - NOW).toBeCloseTo(0.9 * seconds * SECOND, 3);
			}),
		);
	});

	test.each([
		['without exp', token({ sub: 'me' })],
		['that ends before it is issued', token({ iat: NOW / SECOND, exp: NOW / SECOND - 1 })],
		['that is opaque', 'f00-opaque'],
		['with a payload that is no JSON', 'a.b.c'],
		['with an exp that is no number', token({ exp: 'soon' })],
	])('is that of 24 hours for a token %s', (_which, opaque) => {
		expect(renewalTime(opaque, NOW)).toBe(NOW + 24 * HOUR - 5 * MINUTE);
	});
});

describe('a stored token', () => {
	beforeEach(() => jest.useFakeTimers({ now: NOW }));
	afterEach(() => jest.useRealTimers());

	test('has to be renewed from the stored time on', () => {
		expect(needsRenewal('t', String(NOW))).toBe(true);
		expect(needsRenewal('t', String(NOW + 1))).toBe(false);
	});

	test.each(['', undefined, 'soon'])(
		'is judged by its own exp when the stored time is %p',
		(stored) => {
			expect(needsRenewal(token({ exp: NOW / SECOND + 299 }), stored)).toBe(true);
			expect(needsRenewal(token({ exp: NOW / SECOND + 301 }), stored)).toBe(false);
		},
	);

	test('is left to the service when nothing says when it ends', () => {
		expect(needsRenewal('opaque', '')).toBe(false);
	});
});

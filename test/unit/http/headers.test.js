const { encodingOf, retryAfterMs } = require('../../../nodes/Verbit/http/headers');

describe('Retry-After', () => {
	const NOW = Date.UTC(2026, 10, 21, 10, 0, 0);

	beforeEach(() => jest.useFakeTimers({ now: NOW }));

	const at = (/** @type {string} */ time) => `Sat, 21 Nov 2026 ${time} GMT`;

	const read = (/** @type {unknown} */ value) => retryAfterMs({ 'retry-after': value });

	test.each([
		['seconds', undefined, ' 120 ', 120_000],
		['a date that begins with digits', undefined, '21 Nov 2026 10:00:07 GMT', 7000],
		['a date that ends with digits', undefined, 'Sat, 21 Nov 2026 10:00:07 +0000', 7000],
		['a date that has passed', undefined, 'Fri, 20 Nov 2026 10:00:00 GMT', 0],
		['a clock that is late', at('09:00:00'), at('09:00:07'), 7000],
		['a clock, and seconds', at('11:00:00'), '7', 7000],
	])('is read by the clock of the host: %s', (_what, date, after, ms) => {
		expect(retryAfterMs({ date, 'retry-after': after })).toBe(ms);
	});

	test('asks for nothing where it is neither', () => {
		expect(['', '  ', 'soon', undefined, 7, ['1']].map(read)).toEqual(Array(6).fill(undefined));
	});
});

test('a body is packed unless its encoding leaves it as it is', () => {
	const plain = [undefined, '', 'identity', 'None', ' aws-chunked, identity', 'binary'];
	expect(plain.map(encodingOf)).toEqual(plain.map(() => undefined));
	const packed = ['gzip', ' GZip ', 'identity, br', 'br, identity', 'x'.repeat(51)];
	expect(packed.map(encodingOf)).toEqual([
		...['gzip', 'gzip', 'identity, br', 'br, identity', 'x'.repeat(50)],
	]);
});

const { encodingOf, retryAfterMs } = require('../../../nodes/Verbit/http/headers');

test.each([
	['seconds', undefined, ' 120 ', 120_000],
	['a date that begins with digits', undefined, '21 Nov 2026 10:00:07 GMT', 7000],
	['a date that ends with digits', undefined, 'Sat, 21 Nov 2026 10:00:07 +0000', 7000],
	['a date that has passed', undefined, 'Fri, 20 Nov 2026 10:00:00 GMT', 0],
	['a clock that is late', '21 Nov 2026 09:00:00 GMT', '21 Nov 2026 09:00:07 GMT', 7000],
	['a clock, and seconds', '21 Nov 2026 11:00:00 GMT', '7', 7000],
	...['', '  ', 'soon', undefined, 7, ['1']].map((none) => ['neither', undefined, none, undefined]),
])('Retry-After is read by the clock of the host: %s', (_what, date, after, ms) => {
	jest.useFakeTimers({ now: Date.UTC(2026, 10, 21, 10, 0, 0) });
	expect(retryAfterMs({ date, 'retry-after': after })).toBe(ms);
});

test('a body is packed unless its encoding leaves it as it is', () => {
	const plain = [undefined, '', 'identity', 'None', ' aws-chunked, identity', 'binary'];
	expect(plain.map(encodingOf)).toEqual(plain.map(() => undefined));
	const packed = ['gzip', ' GZip ', 'identity, br', 'br, identity', 'x'.repeat(51)];
	expect(packed.map(encodingOf)).toEqual([
		...['gzip', 'gzip', 'identity, br', 'br, identity', 'x'.repeat(50)],
	]);
});

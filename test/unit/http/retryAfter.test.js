const fc = require('../../support/fastCheck');
const { retryAfterMs } = require('../../../nodes/Verbit/http/headers');

const NOW = Date.UTC(2026, 10, 21, 10, 0, 0);

beforeEach(() => jest.useFakeTimers({ now: NOW }));
afterEach(() => jest.useRealTimers());

const read = (/** @type {unknown} */ value) => retryAfterMs({ 'retry-after': value });

test('any number of seconds is read', () => {
	fc.assert(
		fc.property(fc.nat(), (seconds) => {
			expect([read(String(seconds)), read(` ${seconds} `)]).toEqual([
				seconds * 1000,
				seconds * 1000,
			]);
		}),
	);
});

test('any date is read as the time until then', () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 10_000_000 }), (seconds) => {
			expect(read(new Date(NOW + seconds * 1000).toUTCString())).toBe(seconds * 1000);
		}),
	);
});

test.each(['21 Nov 2026 10:00:07 GMT', 'Sat, 21 Nov 2026 10:00:07 +0000'])(
	'a date is one also where it begins or ends with digits: %s',
	(date) => {
		expect(read(date)).toBe(7000);
	},
);

test.each([
	['Sat, 21 Nov 2026 09:00:00 GMT', 'Sat, 21 Nov 2026 09:00:07 GMT', 7000],
	['Sat, 21 Nov 2026 11:00:00 GMT', 'Sat, 21 Nov 2026 11:00:07 GMT', 7000],
	['Sat, 21 Nov 2026 11:00:00 GMT', '7', 7000],
	['yesterday', 'Sat, 21 Nov 2026 10:00:07 GMT', 7000],
])('a date is read by the clock of the host, where it says %s', (date, after, ms) => {
	expect(retryAfterMs({ date, 'retry-after': after })).toBe(ms);
});

test('a date that has passed asks for no wait', () => {
	expect(read('Fri, 20 Nov 2026 10:00:00 GMT')).toBe(0);
});

test.each(['', '  ', 'soon', undefined, 7, ['1']])('%p asks for nothing', (value) => {
	expect(read(value)).toBeUndefined();
});

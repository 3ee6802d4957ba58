const { timeText } = require('../../../nodes/Verbit/errors/timeText');

const NOW = Date.UTC(2026, 10, 28, 22, 30);
const HOUR = 3_600_000;

test.each([
	['Europe/Berlin', 0, '23:30 CET today'],
	['Europe/Berlin', HOUR, '00:30 CET on 29 Nov'],
	['America/New_York', HOUR, '18:30 GMT-5 today'],
	['Asia/Kathmandu', 0, '04:15 GMT+5:45 today'],
	['Asia/Kathmandu', -5 * HOUR, '23:15 GMT+5:45 on 28 Nov'],
	['UTC', 60 * 24 * HOUR, '22:30 UTC on 27 Jan 2027'],
	['no zone', 0, '22:30 UTC today'],
])('in %s, after %d ms: %s', (zone, later, text) => {
	expect(timeText(zone, NOW + later, NOW)).toBe(text);
});

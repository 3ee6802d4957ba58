const { checkLifetime, durationInWords } = require('../../../nodes/Verbit/http/url');

const HOUR = 3600;
const NOW = Date.UTC(2026, 10, 21, 10, 0, 0);

beforeEach(() => jest.useFakeTimers({ now: NOW }));
afterEach(() => jest.useRealTimers());

/** @param {number} secondsToLive */
const link = (secondsToLive) =>
	`https://h/talk.mp4?AWSAccessKeyId=AK&Expires=${NOW / 1000 + secondsToLive}&Signature=TopSecret`;

test('a link that lives 24 hours is taken', () => {
	expect(() => checkLifetime('Media URL', link(24 * HOUR))).not.toThrow();
});

test('a link that lives a second less is refused', () => {
	expect(() => checkLifetime('Media URL', link(24 * HOUR - 1))).toThrow(
		"'Media URL' expires in 23 h 59 min (2026-11-22 09:59 UTC), but Verbit needs at least 24 hours: https://h/talk.mp4?…",
	);
});

test('a link that has ended is refused with how long ago that was', () => {
	expect(() => checkLifetime('Media URL', link(-3 * HOUR))).toThrow("'Media URL' expired 3 h ago");
});

test('a link that ends this very moment has ended', () => {
	expect(() => checkLifetime('Media URL', link(0))).toThrow("'Media URL' expired 1 s ago");
});

test('a link that does not say when it ends is taken', () => {
	expect(() => checkLifetime('Media URL', 'https://h/talk.mp4?token=x')).not.toThrow();
});

test.each([
	['Media URL', "Set 'Media Source' to URL (Upload Through n8n), or sign the URL for longer."],
	['Asset URL', "Use Upload Binary with 'Upload Source' set to URL, or sign the URL for longer."],
	['Notes URL', "set 'Notes Source' to Binary Files, or sign the URL for longer."],
])('the refusal of %s names the ways out, and does not tell the signature', (field, way) => {
	/** @type {any} */
	let refusal;
	try {
		checkLifetime(field, link(HOUR));
	} catch (error) {
		refusal = error;
	}
	expect(refusal.details.remedy).toContain(way);
	expect(refusal.details.remedy).toContain('Skip URL Checks');
	expect(refusal.message + refusal.details.remedy).not.toContain('TopSecret');
});

test.each([
	[1, '1 s'],
	[90_000, '90 s'],
	[59 * 60_000, '59 min'],
	[60 * 60_000, '1 h'],
	[185 * 60_000, '3 h 5 min'],
	[25 * 3600_000, '1 d 1 h'],
	[48 * 3600_000, '2 d'],
])('%d ms are "%s"', (ms, words) => {
	expect(durationInWords(ms)).toBe(words);
});

const { isHttpUrl } = require('../../../nodes/Verbit/http/url');
const { urlField } = require('../../../nodes/Verbit/parameters/field');
const { refuseShortLived } = require('../../../nodes/Verbit/sources/fileUrl');
const { outcomeOf } = require('../outcome');

const MEDIA_URL = urlField('Media URL', 'mediaUrl', {});

describe('an http URL', () => {
	test('is given back to the letter, without the blanks around it', () => {
		for (const url of ['HTTP://h:8080/a%20b/%C3%A9?c=d%2f&e#f', 'https://[::1]/a'])
			expect(MEDIA_URL.read(`  ${url} \n`)).toBe(url);
	});

	test.each([
		...['file:///etc/passwd', 'javascript:alert(1)', '//h/x', 'https:///x', 'https://h/a b'],
		...['https://h:port/x', 'xhttps://h/x', `https://h/x?${'a'.repeat(16 * 1024)}`],
	])('is not %.40s', (url) => {
		expect(isHttpUrl(url)).toBe(false);
		expect(() => MEDIA_URL.read(url)).toThrow(/^'Media URL' isn't a valid URL/);
	});

	test('is no other value, which is refused as what it is and without its query', () => {
		for (const value of [undefined, '   '])
			expect(() => MEDIA_URL.read(value)).toThrow("'Media URL' is empty");
		const ftp = "'Media URL' isn't a valid URL (got \"ftp://h/x?…\")";
		expect(() => MEDIA_URL.read('ftp://h/x?sig=a')).toThrow(ftp);
		expect(() => MEDIA_URL.read(['https://h/x'])).toThrow('(got an array)');
		expect(isHttpUrl(new URL('https://h/x'))).toBe(false);
	});
});

describe('how long a URL lives', () => {
	const HOUR = 3600;
	const NOW = Date.UTC(2026, 10, 21, 10, 0, 0);
	const NEEDED = 'Verbit needs it for at least 24 hours: https://h/talk.mp4?…';
	const IN_TOKYO = { getTimezone: () => 'Asia/Tokyo' };

	beforeEach(() => jest.useFakeTimers({ now: NOW }));

	test.each([
		// A URL was signed for 24 hours a little earlier.
		['is no matter', 24 * HOUR - 600, undefined, undefined],
		['is too short', 24 * HOUR - 601, undefined, `expires at 18:49 GMT+9 on 22 Nov, but ${NEEDED}`],
		['is over', 0, undefined, 'expired at 19:00 GMT+9 today'],
		['is no matter to a URL that is used at once', -600, 0, undefined],
		['is over for this one, too,', -601, 0, 'expired at 18:49 GMT+9 today'],
	])('%s with %d s', (_what, secondsToLive, required, told) => {
		const expires = NOW / 1000 + secondsToLive;
		const url = `https://h/talk.mp4?AWSAccessKeyId=AK&Expires=${expires}&Signature=TopSecret`;
		const outcome = outcomeOf(() => refuseShortLived(IN_TOKYO, 'Media URL', url, required));
		expect(outcome).toEqual(told && expect.stringContaining(`: 'Media URL' ${told}`));
	});
});

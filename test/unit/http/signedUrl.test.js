const { readSignedUrl } = require('../../../nodes/Verbit/http/signedUrl');

const SIGNED_AT = Date.UTC(2026, 10, 21, 10, 15, 0);
/** By the specification of ECMAScript, ms. */
const LAST_TIME = 8.64e15;
const basicIso = (/** @type {number} */ time) =>
	new Date(time).toISOString().replace(/[-:]|\.\d+/g, '');

test('an S3 URL of version 4 has no known end where its date or lifetime is missing or unreadable', () => {
	const endOf = (/** @type {string} */ query) =>
		readSignedUrl(`https://h/k?${query}&X-Amz-Signature=ab`).expiresAt;
	const dates = ['', 'yesterday', '2026-11-21', '20261321T101500Z', 'x20261121T101500Z'];
	for (const date of [...dates, '20261121T101500Zx'])
		expect(endOf(`X-Amz-Date=${date}&X-Amz-Expires=60`)).toBeUndefined();
	expect(endOf(`X-Amz-Date=${basicIso(SIGNED_AT)}`)).toBeUndefined();
});

describe('a signed URL', () => {
	const expires = SIGNED_AT / 1000;
	const date = basicIso(SIGNED_AT - 907_000);
	const ofS3 = `X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=${date}`;
	const ofGoogle = `X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Date=${date}&X-Goog-Expires=907`;

	test.each([
		['s3-v2', `AWSAccessKeyId=AK&Expires=${expires}&Signature=a%2Bb%3D`],
		['google-v2', `GoogleAccessId=x%40y&Expires=${expires}&Signature=ab`],
		['s3-v4', `${ofS3}&X-Amz-Expires=907&X-Amz-SignedHeaders=host&X-Amz-Signature=ab`],
		// Some services accept the names in any case.
		['s3-v4', `x-amz-signature=ab&x-amz-expires=907&x-amz-date=${date}`],
		['s3-v4', `x-oss-signature=ab&x-oss-expires=907&x-oss-date=${date}`],
		['google-v4', `${ofGoogle}&X-Goog-SignedHeaders=content-type%3Bhost&X-Goog-Signature=ab`],
		['cloudfront', `Expires=${expires}&Signature=ab~&Key-Pair-Id=K1`],
	])('%s is known by its names, and ends when it says', (kind, query) => {
		expect(readSignedUrl(`https://h/k?${query}`)).toEqual({ kind, expiresAt: SIGNED_AT });
	});

	test('Azure SAS ends at its se, where that is a date', () => {
		const endOf = (/** @type {string} */ se) =>
			readSignedUrl(
				`https://a.blob.core.windows.net/c/b?sv=1&sr=b&sp=cw&se=${encodeURIComponent(se)}&sig=a%2B%3D`,
			);
		const same = ['10:15Z', '10:15:00', '12:15:00+0200', '08:15:00-02:00', '10:15:00z'];
		const dates = same.map((time) => [`2026-11-21T${time}`, SIGNED_AT]);
		const none = ['', 'tomorrow', '2', '2026', 'Sat 2026-11-21', '2026-11-21T10:15Z (UTC)'];
		const cases = [...dates, ['2026-11-21', Date.UTC(2026, 10, 21)], ...none.map((se) => [se])];
		for (const [se, expiresAt] of cases)
			expect(endOf(String(se))).toEqual({ kind: 'azure-sas', expiresAt });
	});

	test('Azure SAS is known by its host where it has no version', () => {
		const query = 'se=2026-11-21T10:15Z&sig=ab';
		const azure = { kind: 'azure-sas', expiresAt: SIGNED_AT };
		expect(readSignedUrl(`https://a.blob.core.windows.net/c/b?${query}`)).toEqual(azure);
		expect(readSignedUrl(`https://a.example.com/c/b?${query}`)).toEqual({ kind: 'unsigned' });
	});

	test('CloudFront with a custom policy ends when the policy says', () => {
		const Condition = { DateLessThan: { 'AWS:EpochTime': expires } };
		const Resource = 'https://d1.cloudfront.net/>>>???ÿþ1*';
		const policy = Buffer.from(JSON.stringify({ Statement: [{ Resource, Condition }] }));
		// As CloudFront writes it.
		const encoded = policy
			.toString('base64')
			.replace(/[+=/]/g, (mark) => '-_~'['+=/'.indexOf(mark)]);
		for (const replaced of '-_~') expect(encoded).toContain(replaced);
		const url = `https://d.cloudfront.net/k?Policy=${encoded}&Signature=ab&Key-Pair-Id=K1`;
		expect(readSignedUrl(url)).toEqual({ kind: 'cloudfront', expiresAt: SIGNED_AT });
	});
});

test('Expires is a time up to the last that a date can hold', () => {
	const endOf = (/** @type {unknown} */ expires) =>
		readSignedUrl(`https://h/k?AWSAccessKeyId=AK&Expires=${expires}&Signature=ab`);
	expect(endOf(LAST_TIME / 1000)).toEqual({ kind: 's3-v2', expiresAt: LAST_TIME });
	for (const none of ['0', '-5', 'soon', '', '1e400', '9999999999999999', '8640000000001'])
		expect(endOf(none)).toEqual({ kind: 's3-v2', expiresAt: undefined });
});

test.each([
	'Signature=ab&Expires=1795000000',
	...['sig=ab&se=2026-11-21', 'sv=1&sig=ab', 'sv=1&se=2026-11-21'],
])('%s is no whole signature', (query) => {
	expect(readSignedUrl(`https://h/k?${query}`).kind).toBe('unsigned');
});

describe('a link of no known signature', () => {
	const SECONDS = SIGNED_AT / 1000;
	const hex = SECONDS.toString(16);
	const endOf = (/** @type {string} */ rest) => readSignedUrl(`https://h/${rest}`).expiresAt;

	const NAMES = `
		expires Expires expire expiry exp expiration expires_at expiresAt expires_on expiry-time expiration_date valid_to
		validUntil valid-to temp_url_expires link-expiry`;

	test.each(NAMES.trim().split(/\s+/))('says when it expires with %s', (name) => {
		for (const time of [SECONDS, SIGNED_AT, new Date(SIGNED_AT).toISOString()])
			expect(endOf(`k?a=1&${name}=${encodeURIComponent(time)}`)).toBe(SIGNED_AT);
		for (const none of ['3600', 'never', '', '1'])
			expect(endOf(`k?${name}=${none}`)).toBeUndefined();
	});

	/** Other names and folders; times that are neither of these years nor the day after tomorrow; what is no time. */
	const OTHER = `
		k?regexp=${SECONDS} k?exp=1${SECONDS} k?exp=1${SIGNED_AT} k?exp=${SIGNED_AT}x k?ex=20261121 k?ex=5e0bd100
		k?ex=165a1b2c3 k?ex=65a1b2c3d k?id=${hex} k?day=2026-11-23 k?e=1234567890 k?exp=2100000000
		e/2024-05-01/talk.mp4 expires/2024-05-01/talk.mp4 expire/${SECONDS}/talk.mp4 exp/${hex} k?exp&${SECONDS}
		k?token=eyJhbGciOiJub25lIn0.bm9uZQ. k?token=eyJhbGciOiJub25lIn0 k%ff`;

	test.each(OTHER.trim().split(/\s+/))('says nothing of it: %s', (rest) => {
		jest.useFakeTimers({ now: SIGNED_AT + 1000 });
		expect(endOf(rest)).toBeUndefined();
	});

	const fields = Buffer.from(JSON.stringify({ exp: SECONDS })).toString('base64url');
	const token = `eyJhbGciOiJub25lIn0.${fields}.c2ln`;

	test.each([
		['a JSON Web Token', `k?token=${token}`],
		['a JSON Web Token in its path', `d/${token}/talk.mp4`],
		['a token behind its version, as OneDrive and SharePoint', `k?tempauth=v1.${fields}.CgoK`],
		['hexadecimal seconds, as Discord', `a/1/2/talk.mp3?ex=${hex}&is=${SECONDS + 5}&hm=ab`],
		['hexadecimal seconds, as Facebook', `v/talk.mp4?oh=ab&oe=${hex.toUpperCase()}`],
		['a path that names it', `exp=${SECONDS}~acl=%2F*~hmac=ab/talk.mp4`],
		['a list in one parameter', `k?hdnts=st=1~exp=${SECONDS}~acl=/*~hmac=ab`],
		['a list that is encoded', `k?hdnts=${encodeURIComponent(`exp=${SECONDS}~hmac=ab`)}`],
		['a matrix parameter', `k;expires=${SECONDS};a=b`],
		['the earlier of two', `k?expires=${SECONDS + 9}&exp=${SECONDS}`],
	])('says when it expires with %s', (_what, rest) => {
		for (const now of [SIGNED_AT - 3_600_000, SIGNED_AT + 3_600_000]) {
			jest.useFakeTimers({ now });
			expect(endOf(rest)).toBe(SIGNED_AT);
		}
	});

	test.each([
		['in a path', `s/d41d8cd98f00b204/${SECONDS}/talk.mp4`],
		['under a name of its own', `k?t=${SECONDS}`],
		['in milliseconds', `k?until2=${SIGNED_AT}`],
		['in a list', `k?q-sign-time=1;${SECONDS}`],
	])('a time %s is its end while it is near, and no other', (_where, rest) => {
		const MINUTE = 60_000;
		const WEEK = 7 * 24 * 60 * MINUTE;
		for (const [left, end] of [
			[5 * MINUTE + 1, SIGNED_AT],
			[WEEK - 1, SIGNED_AT],
			[5 * MINUTE, undefined],
			[WEEK, undefined],
			[-MINUTE, undefined],
		]) {
			jest.useFakeTimers({ now: SIGNED_AT - Number(left) });
			expect(endOf(rest)).toBe(end);
		}
	});
});

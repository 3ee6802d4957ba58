const { findTarget, isOld } = require('../../../nodes/Verbit/upload/target');

const GIB = 1024 ** 3;
const MINUTE_MS = 60_000;
const S3_V4 = 'https://b.s3.amazonaws.com/k?X-Amz-Signature=ab';
const S3_V2 = 'https://b.s3.amazonaws.com/k?AWSAccessKeyId=AK&Expires=1&Signature=ab';
const AZURE = 'https://a.blob.core.windows.net/c/b?se=2026-11-21&sig=ab';

const file = { jobId: 17, fileName: 'talk.wav', size: 100 };

/** A client of the service that answers this. @param {object} data */
const answering = (data) => {
	const call = jest.fn(async () => ({ status: 200, data, isForeign: false }));
	return /** @type {any} */ ({ call });
};

test('a new asset is asked for by the name of the file', async () => {
	const client = answering({ asset_id: 'a1', upload_url: S3_V4 });
	const target = await findTarget(client, file);
	expect(target).toEqual({ assetId: 'a1', url: S3_V4, askedAt: expect.any(Number) });
	expect(isOld(target)).toBe(false);
	expect(client.call).toHaveBeenCalledTimes(1);
	expect(client.call.mock.calls[0][0]).toMatchObject({
		jobId: 17,
		body: { file_name: 'talk.wav' },
	});
});

test('a URL that the user has is used as it is, without a call', async () => {
	const client = answering({});
	expect(await findTarget(client, { ...file, uploadUrl: AZURE })).toEqual({
		url: AZURE,
		askedAt: expect.any(Number),
	});
	expect(client.call).not.toHaveBeenCalled();
});

test('an answer without a URL is told with the asset that was made', async () => {
	await expect(findTarget(answering({ asset_id: 'a1' }), file)).rejects.toMatchObject({
		message:
			'Add asset "talk.wav" for job 17: Verbit\'s response lacks an upload URL (returned asset a1)',
		details: {
			kind: 'response',
			step: 'Add asset',
			remedy: "Check 'Base URL' and 'API Version' in the credential.",
		},
	});
});

describe('the 5 GiB of one upload to S3', () => {
	test.each([S3_V4, S3_V2])('are let through to %s', async (url) => {
		const client = answering({ asset_id: 'a1', upload_url: url });
		await expect(findTarget(client, { ...file, size: 5 * GIB })).resolves.toMatchObject({ url });
	});

	test.each([S3_V4, S3_V2])('and one byte are refused before they are sent to %s', async (url) => {
		const client = answering({ asset_id: 'a1', upload_url: url });
		await expect(findTarget(client, { ...file, size: 5 * GIB + 1 })).rejects.toMatchObject({
			message:
				'Upload "talk.wav" for job 17: the file is too large for the storage (5368709121 bytes of at most 5 GiB)',
			details: {
				kind: 'input',
				remedy: 'Split or compress the recording, or give Verbit a URL to it with Add Media.',
			},
		});
	});

	test('do not bound what another store takes', async () => {
		const client = answering({ asset_id: 'a1', upload_url: AZURE });
		await expect(findTarget(client, { ...file, size: 6 * GIB })).resolves.toMatchObject({
			url: AZURE,
		});
	});
});

test.each([
	[15 * MINUTE_MS, false],
	[15 * MINUTE_MS + 1, true],
])('a URL that was asked for %d ms ago is old: %p', (age, old) => {
	jest.useFakeTimers({ now: 1_000_000_000 });
	expect(isOld({ url: S3_V4, askedAt: 1_000_000_000 - age })).toBe(old);
	jest.useRealTimers();
});

describe('a URL that has expired by its own account', () => {
	const HOUR_MS = 60 * MINUTE_MS;
	const expiring = (/** @type {number} */ inMs) =>
		AZURE.replace('2026-11-21', new Date(Date.now() + inMs).toISOString());

	test.each([
		['is old where the user has given it', -HOUR_MS, undefined, true],
		['is not old before that', HOUR_MS, undefined, false],
		[
			"is new where Verbit has just given it: this machine's clock may be wrong",
			-HOUR_MS,
			'a1',
			false,
		],
	])('%s', (_what, inMs, assetId, old) => {
		expect(isOld({ url: expiring(inMs), assetId, askedAt: Date.now() })).toBe(old);
	});
});

const { checkUploadUrl, requestTarget } = require('../../../nodes/Verbit/upload/uploadFile');
const { outcomeOf } = require('../outcome');

const GIB = 1024 ** 3;
const S3_V4 = 'https://b.s3.amazonaws.com/k?X-Amz-Signature=ab';
const S3_V2 = 'https://b.s3.amazonaws.com/k?AWSAccessKeyId=AK&Expires=1&Signature=ab';
const AZURE = 'https://a.blob.core.windows.net/c/b?se=2026-11-21&sig=ab';

const file = { jobId: 17 };
const media = { fileName: 'talk.wav', size: 100 };

/** A client of the service that answers this. @param {object} data */
const answering = (data) => {
	const call = jest.fn(async () => ({ status: 200, data, isNotJson: false }));
	return /** @type {any} */ ({ call });
};

test('an answer without a URL is told with the asset that was made', async () => {
	await expect(requestTarget(answering({ asset_id: 'a1' }), file, media)).rejects.toThrow(
		"Add asset: Verbit's response lacks an upload URL (returned asset a1)",
	);
});

test('5 GiB are let through to S3, and one byte more is refused before it is sent', async () => {
	for (const url of [S3_V4, S3_V2]) {
		const client = answering({ asset_id: 'a1', upload_url: url });
		expect(await requestTarget(client, file, { ...media, size: 5 * GIB })).toMatchObject({ url });
		await expect(requestTarget(client, file, { ...media, size: 5 * GIB + 1 })).rejects.toThrow(
			'Upload: the file is too large for the storage (5368709121 bytes of at most 5 GiB)',
		);
	}
	const client = answering({ asset_id: 'a1', upload_url: AZURE });
	expect(await requestTarget(client, file, { ...media, size: 6 * GIB })).toMatchObject({
		url: AZURE,
	});
});

describe('what a signed URL says of the upload itself', () => {
	const verdict = (/** @type {string} */ query) =>
		outcomeOf(() =>
			checkUploadUrl(`https://b.s3.amazonaws.com/k?${query}&X-Amz-Signature=TopSecret`, 100),
		);

	const FORM = encodeURIComponent('application/x-www-form-urlencoded');

	const OF_NOTHING = encodeURIComponent('47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=');

	test.each([
		'X-Amz-SignedHeaders=content-length%3Bcontent-type%3Bhost',
		'X-Amz-SignedHeaders=host%3Bx-amz-content-sha256',
		'X-Goog-SignedHeaders=content-type%3Bhost%3Bx-goog-content-sha256',
		'X-Amz-SignedHeaders=host%3Bx-amz-acl&x-amz-acl=private',
		'x-amz-sdk-checksum-algorithm=CRC32&x-amz-checksum-crc32=Nks%2Ftw%3D%3D',
		'x-amz-checksum-crc32=zAAAAAA%3D%3D&x-amz-checksum-sha1=AAAAAA%3D%3Dz',
		'content-length=100',
		`content-type=${FORM}%3Bcharset%3Dutf-8`,
	])('may be sent: %s', (query) => {
		expect(verdict(query)).toBeUndefined();
	});

	test.each([
		['X-Amz-SignedHeaders=host%3Bold-content-type', 'the header old-content-type'],
		['X-Amz-SignedHeaders=content-type-old%3Bhost', 'the header content-type-old'],
		['x-amz-checksum-crc32=AAAAAA%3D%3D', 'the checksum of an empty file (x-amz-checksum-crc32)'],
		[
			`x-amz-checksum-sha256=${OF_NOTHING}`,
			'the checksum of an empty file (x-amz-checksum-sha256)',
		],
		['x-amz-sdk-checksum-algorithm=CRC32', 'a checksum (x-amz-sdk-checksum-algorithm=CRC32)'],
		[`content-type=${FORM}`, 'a body of the type application/x-www-form-urlencoded'],
		['content-length=99', 'a file of 99 bytes (this one has 100)'],
	])('%s is refused by name', (query, need) => {
		const text = `UPLOAD_URL_UNUSABLE: Upload: the upload URL requires ${need}, which this node can't send\n`;
		expect(verdict(query)).toContain(text);
	});

	test('is no matter while the file is not known', () => {
		expect(() => checkUploadUrl(`${S3_V4}&content-length=99`)).not.toThrow();
	});

	test('is read of a URL that Verbit gives, too', async () => {
		const upload_url = `${S3_V4}&X-Amz-SignedHeaders=host%3Bx-amz-acl`;
		const found = requestTarget(answering({ asset_id: 'a1', upload_url }), file, media);
		await expect(found).rejects.toThrow('Upload: the upload URL requires');
	});
});

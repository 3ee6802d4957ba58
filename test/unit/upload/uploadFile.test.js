const { refuseUnusableUrl, requestTarget } = require('../../../nodes/Verbit/upload/uploadFile');

const GIB = 1024 ** 3;
const S3_V4 = 'https://b.s3.amazonaws.com/k?X-Amz-Signature=TopSecret';
const S3_V2 = 'https://b.s3.amazonaws.com/k?AWSAccessKeyId=AK&Expires=1&Signature=ab';
const AZURE = 'https://a.blob.core.windows.net/c/b?se=2026-11-21&sig=ab';

/** What is said of an upload URL that Verbit gives for a file; nothing where it is used. @param {string} [upload_url] */
async function refusalOf(upload_url, size = 100) {
	const client = /** @type {any} */ ({
		call: async () => ({ data: { asset_id: 'a1', upload_url } }),
	});
	return await requestTarget(client, 17, { fileName: 'talk.wav', size }).then(
		() => undefined,
		({ message }) => message,
	);
}

test('an answer without a URL is told with the asset that was made', async () => {
	expect(await refusalOf()).toBe(
		"Add asset: Verbit's response lacks an upload URL (returned asset a1)",
	);
});

test.each([S3_V4, S3_V2])('5 GiB are let through to S3, and no byte more: %s', async (url) => {
	expect(await refusalOf(url, 5 * GIB)).toBeUndefined();
	expect(await refusalOf(url, 5 * GIB + 1)).toBe(
		'Upload: the file is too large for the storage (5368709121 bytes of at most 5 GiB)',
	);
});

test('more than 5 GiB are let through to other storages', async () => {
	expect(await refusalOf(AZURE, 6 * GIB)).toBeUndefined();
});

describe('what a signed URL says of the upload itself', () => {
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
	])('may be sent: %s', async (query) => {
		expect(await refusalOf(`${S3_V4}&${query}`)).toBeUndefined();
	});

	const OF_EMPTY = 'the checksum of an empty file (x-amz-checksum-';

	test.each([
		['X-Amz-SignedHeaders=host%3Bold-content-type', 'the header old-content-type'],
		['X-Amz-SignedHeaders=content-type-old%3Bhost', 'the header content-type-old'],
		['x-amz-checksum-crc32=AAAAAA%3D%3D', `${OF_EMPTY}crc32)`],
		[`x-amz-checksum-sha256=${OF_NOTHING}`, `${OF_EMPTY}sha256)`],
		['x-amz-sdk-checksum-algorithm=CRC32', 'a checksum (x-amz-sdk-checksum-algorithm=CRC32)'],
		[`content-type=${FORM}`, 'a body of the type application/x-www-form-urlencoded'],
		['content-length=99', 'a file of 99 bytes (this one has 100)'],
	])('%s is refused by name', async (query, need) => {
		const told = `Upload: the upload URL requires ${need}, which this node can't send`;
		expect(await refusalOf(`${S3_V4}&${query}`)).toBe(told);
	});

	test('is no matter while the file is not known', () => {
		expect(() => refuseUnusableUrl(`${S3_V4}&content-length=99`)).not.toThrow();
	});
});

const { makeCertificate, trust } = require('../support/certificate');
const { openSources, randomFile, useWorld } = require('./world');

/** The store's; filled before it starts. */
const tls = { key: '', cert: '' };
/** @type {() => void} */
let distrust;
beforeAll(async () => {
	Object.assign(tls, await makeCertificate());
	distrust = trust(tls.cert);
});
afterAll(() => distrust());

const world = useWorld('filesystem', { tls });

/** Uploads one file to a new job over TLS. @param {any} [options] */
async function upload(options = {}) {
	const file = randomFile(20_000_000);
	const parameters = { jobId: world.newJob(), options };
	const { items, error } = await world.run('asset:upload', [{ files: { data: file } }], parameters);
	return { json: items[0]?.json, error, file };
}

test('a file is stored byte for byte over TLS', async () => {
	const { json, error, file } = await upload();
	expect(error).toBeUndefined();
	expect(world.emulator.storeUrl).toMatch(/^https:/);
	expect(world.stored(json.asset_id).equals(file.content)).toBe(true);
});

test('two cut connections bring a new URL, and the file is stored', async () => {
	const cut = /** @type {const} */ ({ where: 'store', kind: 'cutAfterBytes', bytes: 100_000 });
	world.emulator.faults.add({ ...cut, times: 2 });
	const { json, error, file } = await upload();
	expect(error).toBeUndefined();
	expect(json.attempts).toBe(3);
	expect(world.count('add_asset')).toBe(2);
	expect(world.stored(json.asset_id).equals(file.content)).toBe(true);
});

test('a refusal before the body is read is reported, even if it is lost with the connection', async () => {
	world.emulator.faults.add({ where: 'store', kind: 'earlyRefusal', times: 9 });
	const { error } = await upload({ maxAttempts: 3 });
	// Over TLS it depends on the moment whether the 403 is read before the broken connection.
	if (error.httpCode === '403') {
		expect(error.message).toContain('the storage refused the upload (returned 403 AccessDenied');
	} else {
		expect(error.message).toMatch(/the connection to 127\.0\.0\.1:\d+ dropped at each attempt/);
		expect(error.description).toContain('The storage may have refused the upload');
		expect(world.count('add_asset')).toBe(2);
	}
	expect(openSources()).toEqual([]);
	expect(Object.keys(world.emulator.state.data.objects)).toEqual([]);
});

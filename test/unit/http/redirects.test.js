const { followRedirects } = require('../../../nodes/Verbit/http/redirects');
const fc = require('../../support/fastCheck');

const API = 'https://api.example/api/job/get_caption';

/** Follows the redirects of hosts that answer from this list, and the last time with a file. @param {Array<string | undefined>} locations */
async function follow(locations, start = API, status = 302) {
	/** @type {Array<[way: string, url: string]>} */
	const requests = [];
	await followRedirects(start, { jobId: 17 }, async (url, withToken) => {
		requests.push([withToken ? 'with token' : 'without token', url]);
		const isLast = requests.length > locations.length;
		const headers = { location: locations[requests.length - 1] };
		return /** @type {any} */ ({ status: isLast ? 200 : status, headers, close: async () => {} });
	});
	return requests;
}

/** @param {string[]} locations @returns {Promise<any>} */
const refusalOf = async (locations) => await follow(locations).catch((error) => error);

test.each([
	[2, [300, 307, 399], '/next'],
	[1, [200, 299, 400], '/next'],
	[1, [302], undefined],
])('%d hosts are called where the first one answers %j and names %s', async (calls, all, next) => {
	for (const status of all) expect(await follow([next], API, status)).toHaveLength(calls);
});

test.each([
	['file?x=1', 'https://api.example/api/job/file?x=1'],
	// Raw UTF-8, as Node.js reads it.
	[
		Buffer.from('/Größe 日.srt').toString('latin1'),
		'https://api.example/Gr%C3%B6%C3%9Fe%20%E6%97%A5.srt',
	],
	// Without encryption from the start, there is none to lose.
	['/b', 'http://h/b', 'http://h/a'],
])('to %s of the same origin the token goes as well', async (location, url, start = API) => {
	expect((await follow([location], start))[1]).toEqual(['with token', url]);
});

test('the token never goes to another origin, nor after one, wherever the redirects lead', async () => {
	const hosts = [
		'',
		'//store.example',
		'https://api.example',
		'https://api.example:444',
		'https://api.example.evil.example',
		'https://api.example@evil.example',
	];
	const location = fc
		.tuple(fc.constantFrom(...hosts), fc.constantFrom('/a', '/b?c=d'))
		.map((parts) => parts.join(''));
	await fc.assert(
		fc.asyncProperty(fc.array(location, { maxLength: 5 }), async (locations) => {
			const requests = await follow(locations);
			const left = requests.findIndex(([, url]) => new URL(url).origin !== 'https://api.example');
			requests.forEach(([way], index) => {
				expect(way).toBe(left === -1 || index < left ? 'with token' : 'without token');
			});
		}),
	);
});

test.each([
	['http://store.example/file?key=TopSecret', 'http://store.example/file?… has no encryption'],
	['ftp://api.example/file', "isn't a valid http or https URL"],
])('to %s is refused, and nothing is sent there', async (location, told) => {
	const { details, message } = await refusalOf([location]);
	expect(details.code).toBe('REDIRECT_REFUSED');
	expect(message).toContain(told);
	expect(message).not.toContain('TopSecret');
});

test('the eleventh redirect is not followed any more', async () => {
	await expect(follow(Array(10).fill('/next'))).resolves.toBeDefined();
	const { details, message } = await refusalOf(Array(11).fill('/next'));
	expect(details.code).toBe('REDIRECT_REFUSED');
	expect(message).toContain('more than ten redirects');
});

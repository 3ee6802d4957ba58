const { renewToken } = require('../../../credentials/verbitApi/accessToken');
const { ServiceClient } = require('../../../nodes/Verbit/api/client');
const { getJob } = require('../../../nodes/Verbit/api/jobInfo');
const { downloadCaptions } = require('../../../nodes/Verbit/captions/downloadCaptions');
const { urlSource } = require('../../../nodes/Verbit/sources/urlSource');
const { readTransferOptions } = require('../../../nodes/Verbit/upload/transferOptions');

/** The times of docs/self-hosting.md, as n8n's client is told them: a test would take a minute to wait for one. */

/** What n8n's client is given, which sends nothing here. @param {(helpers: any) => Promise<unknown>} work */
async function timeoutOf(work) {
	/** @type {number[]} */
	const timeouts = [];
	const request = async (/** @type {import('n8n-workflow').IHttpRequestOptions} */ options) => {
		timeouts.push(Number(options.timeout));
		throw new Error('nothing is sent');
	};
	const authenticated = async (/** @type {string} */ _name, /** @type {any} */ options) =>
		await request(options);
	const helpers = { httpRequest: request, httpRequestWithAuthentication: authenticated };
	await work(helpers).catch(() => {});
	return timeouts;
}

const { signal } = new AbortController();
const credentials = {
	environment: 'custom',
	...{ baseUrl: 'https://h.example/api', authUrl: 'https://h.example' },
	...{ authentication: 'jwt', apiKey: 'key', apiVersion: 4 },
};

const source = { url: 'https://h/a.mp4', transfer: readTransferOptions({}), takesAnyFile: true };

/** @type {jest.SpyInstance} */
let deadline;
beforeEach(() => (deadline = jest.spyOn(AbortSignal, 'timeout')));

test('a URL has 60 seconds to respond, and its connection may rest for longer', async () => {
	const open = async (/** @type {any} */ helpers) =>
		await urlSource(/** @type {any} */ ({ helpers }), source).open(signal);
	expect(await timeoutOf(open)).toEqual([0]);
	expect(deadline).toHaveBeenCalledWith(60_000);
});

const clientOf = (/** @type {any} */ helpers) => {
	const context = { helpers, getCredentials: async () => credentials };
	return new ServiceClient(/** @type {any} */ (context), { signal, maxAttempts: 1 });
};

test.each([
	[60_000, 'for each attempt', {}],
	[10_000, 'of its own where it has', { timeoutMs: 10_000 }],
])('a call has a time of %d ms %s', async (timeout, _when, limits) => {
	const call = async (/** @type {any} */ helpers) =>
		await getJob(clientOf(helpers).withLimits(limits), 7);
	expect(await timeoutOf(call)).toEqual([timeout]);
});

test('the name of a file is asked for within 10 seconds, and the file comes without it', async () => {
	const output = /** @type {const} */ ({ as: 'file', field: 'data' });
	const request = { format: 'srt', isDraft: false, output };
	const download = async (/** @type {any} */ helpers) => {
		const tools = { context: { helpers }, client: clientOf(helpers), signal };
		return await downloadCaptions(tools, 7, request, {});
	};
	expect(await timeoutOf(download)).toEqual([10_000, 60_000]);
});

test('the token exchange has 30 seconds, its response included', async () => {
	const exchange = async (/** @type {any} */ helpers) => await renewToken(helpers, credentials);
	await timeoutOf(exchange);
	expect(deadline).toHaveBeenCalledWith(30_000);
});

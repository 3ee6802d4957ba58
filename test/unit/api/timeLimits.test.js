const { renewToken } = require('../../../credentials/verbitApi/accessToken');
const { ServiceClient } = require('../../../nodes/Verbit/api/client');
const { getJob } = require('../../../nodes/Verbit/api/jobInfo');
const { downloadCaptions } = require('../../../nodes/Verbit/captions/downloadCaptions');
const { urlSource } = require('../../../nodes/Verbit/sources/urlSource');
const { readTransferOptions } = require('../../../nodes/Verbit/upload/transferOptions');

const { signal } = new AbortController();
const credentials = {
	environment: 'custom',
	...{ baseUrl: 'https://h.example/api', authUrl: 'https://h.example' },
	...{ authentication: 'jwt', apiKey: 'key', apiVersion: 4 },
};

/** What n8n's client is given, which sends nothing. @type {number[]} */
let timeouts;
/** @type {jest.SpyInstance} */
let deadline;
beforeEach(() => {
	timeouts = [];
	deadline = jest.spyOn(AbortSignal, 'timeout');
});

const httpRequest = async (/** @type {any} */ { timeout }) => {
	timeouts.push(timeout);
	throw new Error('nothing is sent');
};
const httpRequestWithAuthentication = async (/** @type {string} */ _name, /** @type {any} */ of) =>
	await httpRequest(of);
const helpers = /** @type {any} */ ({ httpRequest, httpRequestWithAuthentication });
const context = /** @type {any} */ ({ helpers, getCredentials: async () => credentials });
const client = new ServiceClient(context, { signal, maxAttempts: 1 });

/** The times of docs/self-hosting.md, as n8n's client is told them: a test would take a minute to wait for one. */

test('a URL has 60 seconds to respond, and its connection may rest for longer', async () => {
	const source = urlSource(context, {
		url: 'https://h/a.mp4',
		transfer: readTransferOptions({}),
		takesAnyFile: true,
	});
	await expect(source.open(signal)).rejects.toThrow();
	expect(timeouts).toEqual([0]);
	expect(deadline).toHaveBeenCalledWith(60_000);
});

test.each([
	[60_000, 'for each attempt', {}],
	[10_000, 'of its own where it has', { timeoutMs: 10_000 }],
])('a call has a time of %d ms %s', async (timeout, _when, limits) => {
	await expect(getJob(client.withLimits(limits), 7)).rejects.toThrow();
	expect(timeouts).toEqual([timeout]);
});

test('the name of a file is asked for within 10 seconds, and the file comes without it', async () => {
	const output = /** @type {const} */ ({ as: 'file', field: 'data' });
	const captions = { format: 'srt', isDraft: false, output };
	const download = downloadCaptions({ context, client, signal }, 7, captions, {});
	await expect(download).rejects.toThrow();
	expect(timeouts).toEqual([10_000, 60_000]);
});

test('the token exchange has 30 seconds, its response included', async () => {
	await expect(renewToken(helpers, credentials)).rejects.toThrow();
	expect(deadline).toHaveBeenCalledWith(30_000);
});

const { once } = require('node:events');
const http = require('node:http');
const { itemsOf } = require('../support/n8n/executionData');
const { manualTrigger, workflow } = require('../support/n8n/workflow');
const { useN8n } = require('./world');

const world = useN8n();

/**
 * Sends a request with n8n's HTTP Request node and the Verbit credential, as docs/api-calls.md shows it.
 * @param {{ id: string, name: string }} credential @param {string} url
 */
async function request({ id, name }, url) {
	const { data } = await world.n8n.client.execute(
		workflow('Another call of the API', [
			manualTrigger(),
			{
				name: 'Call',
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				parameters: {
					method: 'GET',
					url,
					authentication: 'predefinedCredentialType',
					nodeCredentialType: 'verbitApi',
					sendQuery: true,
					queryParameters: { parameters: [{ name: 'v', value: '4' }] },
				},
				credentials: { verbitApi: { id, name } },
			},
		]),
	);
	return data;
}

/** @param {{ id: string, name: string }} credential */
async function callProfiles(credential) {
	const data = await request(credential, `${world.emulator.baseUrl}/profiles`);
	expect(data.resultData.error).toBeUndefined();
	return itemsOf(data, 'Call')[0].json;
}

const calls = () => world.emulator.journal.map(({ operation, status }) => `${operation} ${status}`);
const schemes = () =>
	world.emulator.journal
		.filter(({ operation }) => operation === 'profiles')
		.map(({ authScheme }) => authScheme);

test("n8n's HTTP Request node exchanges the API key once, and renews the token when it has expired", async () => {
	const credential = await world.createCredential();
	expect(await callProfiles(credential)).toMatchObject({
		profiles: expect.arrayContaining([expect.objectContaining({ name: 'standard' })]),
	});
	await callProfiles(credential);
	expect(calls()).toEqual(['auth 200', 'profiles 200', 'profiles 200']);
	world.emulator.journal.clear();
	world.emulator.clock.advance(25 * 3600_000);
	await callProfiles(credential);
	expect(calls()).toEqual(['profiles 401', 'auth 200', 'profiles 200']);
	expect(new Set(schemes())).toEqual(new Set(['bearer']));
});

test("n8n's HTTP Request node sends an original API token", async () => {
	await callProfiles(await world.createCredential({ authentication: 'apiToken' }));
	expect(calls()).toEqual(['profiles 200']);
	expect(schemes()).toEqual(['ApiToken']);
});

describe("n8n's HTTP Request node at another host than the credential's", () => {
	/** @type {Array<string | undefined>} */
	const authorizations = [];
	const stranger = http.createServer(({ headers }, response) => {
		authorizations.push(headers.authorization);
		response.end('{}');
	});
	let url = '';
	beforeAll(async () => {
		await once(stranger.listen(0, '127.0.0.1'), 'listening');
		const { port } = /** @type {import('node:net').AddressInfo} */ (stranger.address());
		url = `http://127.0.0.1:${port}/profiles`;
	});
	beforeEach(() => authorizations.splice(0));
	afterAll(() => stranger.close());

	/** @type {Array<'jwt' | 'apiToken'>} */
	const MODES = ['jwt', 'apiToken'];

	test.each(MODES)('sends nothing and says why (%s)', async (authentication) => {
		const credential = await world.createCredential({ authentication });
		const { resultData } = await request(credential, url);
		expect(JSON.stringify(resultData)).toContain("isn't on a host of the Verbit credential");
		expect(authorizations).toEqual([]);
	});

	test.each(MODES)('sends no token along a redirect (%s)', async (authentication) => {
		const credential = await world.createCredential({ authentication });
		const fault = /** @type {const} */ ({ where: 'service', kind: 'status', status: 307 });
		world.emulator.faults.add({ ...fault, headers: { location: url }, operation: 'profiles' });
		const { resultData } = await request(credential, `${world.emulator.baseUrl}/profiles`);
		expect(resultData.error).toBeUndefined();
		expect(authorizations).toEqual([undefined]);
	});
});

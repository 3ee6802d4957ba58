const { LinkServer } = require('../engine/linkServer');
const { itemsOf } = require('../support/n8n/executionData');
const { manualTrigger, ownNode, workflow } = require('../support/n8n/workflow');
const { useN8n } = require('./world');

const world = useN8n();

/** Sends a request with n8n's HTTP Request node and the Verbit credential, as docs/api-calls.md shows it. @param {{ id: string, name: string }} credential */
async function callProfiles({ id, name }) {
	const { data } = await world.n8n.client.execute(
		workflow('Another call of the API', [
			manualTrigger(),
			{
				...ownNode('Call', 'httpRequest', 4.2, {
					method: 'GET',
					url: `${world.emulator.baseUrl}/profiles`,
					authentication: 'predefinedCredentialType',
					nodeCredentialType: 'verbitApi',
					sendQuery: true,
					queryParameters: { parameters: [{ name: 'v', value: '4' }] },
				}),
				credentials: { verbitApi: { id, name } },
			},
		]),
	);
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

test("n8n's HTTP Request node finds out that a key is an original API token, and keeps it", async () => {
	world.emulator.switches.set({ keyTakenBy: 'apiToken' });
	// n8n's process remembers what it found out for a key and its hosts.
	const authUrl = world.emulator.authUrl.replace('127.0.0.1', 'localhost');
	const credential = await world.createCredential({ authUrl });
	await callProfiles(credential);
	await callProfiles(credential);
	expect(calls()).toEqual(['auth 401', 'job_info 400', 'profiles 200', 'profiles 200']);
	expect(schemes()).toEqual(['ApiToken', 'ApiToken']);
});

test("n8n's HTTP Request node sends an original API token", async () => {
	await callProfiles(await world.createCredential({ authentication: 'apiToken' }));
	expect(calls()).toEqual(['profiles 200']);
	expect(schemes()).toEqual(['ApiToken']);
});

test("n8n's HTTP Request node sends no token along a redirect to another host", async () => {
	/** @type {Array<string | undefined>} */
	const authorizations = [];
	const stranger = new LinkServer();
	await stranger.start();
	stranger.answer(({ headers }, response) => {
		authorizations.push(headers.authorization);
		response.end('{}');
	});
	world.emulator.faults.add({
		where: 'service',
		operation: 'profiles',
		kind: 'status',
		status: 307,
		headers: { location: `${stranger.url}/profiles` },
	});
	await callProfiles(await world.createCredential());
	await stranger.stop();
	expect(authorizations).toEqual([undefined]);
});

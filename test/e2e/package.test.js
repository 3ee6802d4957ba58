const { execFileSync } = require('node:child_process');
const packageJson = require('../../package.json');
const { useLinkServer } = require('../engine/linkServer');
const { itemsOf, ownNode } = require('../support/n8n/workflow');
const { ensureTarball } = require('../support/setup/package');
const { testMainJob } = require('./mainJob');
const { useSharedN8n } = require('./world');

const world = useSharedN8n();

describe('in n8n', () => {
	test('the node, its tool for AI agents, the trigger and the credential are there', async () => {
		const nodes = await world.n8n.client.types('nodes');
		const names = nodes
			.map(({ name }) => name)
			.filter((name) => name.startsWith('n8n-nodes-verbit'));
		expect(names.sort()).toEqual([
			'n8n-nodes-verbit.verbit',
			'n8n-nodes-verbit.verbitTool',
			'n8n-nodes-verbit.verbitTrigger',
		]);
		const credentials = await world.n8n.client.types('credentials');
		expect(credentials.find(({ name }) => name === 'verbitApi')).toMatchObject({
			displayName: 'Verbit API',
			// By this, n8n's editor offers it for the HTTP Request node.
			authenticate: {},
		});
	});

	test.each(['verbit', 'verbitTrigger'])(
		'%s is found by what it is for, and has an icon for light and for dark',
		async (type) => {
			const nodes = await world.n8n.client.types('nodes');
			const { codex, iconUrl } = /** @type {any} */ (
				nodes.find(({ name }) => name === `n8n-nodes-verbit.${type}`)
			);
			expect(codex.alias).toEqual(expect.arrayContaining(['captions', 'transcript']));
			// The editor's search leaves nodes of the category AI out, but for roots of an agent.
			expect(codex.categories).not.toContain('AI');
			const [light, dark] = await Promise.all(
				[iconUrl.light, iconUrl.dark].map(async (url) =>
					(await world.n8n.client.fetch('GET', `/${url}`)).text(),
				),
			);
			const isIcon = expect.stringMatching(/^<svg/);
			expect([light, dark]).toEqual([isIcon, isIcon]);
			expect(light).not.toBe(dark);
		},
	);
});

// Before the credential is used otherwise: n8n's process remembers what it found out for a key and its hosts.
describe("n8n's HTTP Request node with the credential", () => {
	const stranger = useLinkServer();

	/** Sends a request with n8n's HTTP Request node and the Verbit credential, as docs/api-calls.md shows it. @param {{ id: string, name: string }} credential */
	async function callProfiles({ id, name }) {
		const call = ownNode('Call', 'httpRequest', 4.2, {
			method: 'GET',
			url: `${world.emulator.baseUrl}/profiles`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'verbitApi',
			sendQuery: true,
			queryParameters: { parameters: [{ name: 'v', value: '4' }] },
		});
		const { data } = await world.run({ ...call, credentials: { verbitApi: { id, name } } });
		expect(data.resultData.error).toBeUndefined();
		return itemsOf(data, 'Call')[0].json;
	}

	const calls = () =>
		world.emulator.journal.map(({ operation, status }) => `${operation} ${status}`);

	test('exchanges the API key once, and renews the token when it has expired', async () => {
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
		expect(world.emulator.journal.at(-1)?.authScheme).toBe('bearer');
	});

	test('sends no token along a redirect to another host', async () => {
		/** @type {Array<string | undefined>} */
		const authorizations = [];
		stranger.answer(({ headers }, response) => {
			authorizations.push(headers.authorization);
			response.end('{}');
		});
		const headers = { location: `${stranger.url}/profiles` };
		world.fault('profiles', { status: 307, headers });
		await callProfiles(await world.createCredential());
		expect(authorizations).toEqual([undefined]);
	});
});

describe('the Test button of the credential', () => {
	const testWith = async (/** @type {object} */ changes) => {
		const { client } = world.n8n;
		return await client.testCredential(await world.createCredential(changes));
	};

	/** n8n's process remembers what it found out for a key and its hosts. */
	const elsewhere = () => world.emulator.authUrl.replace('127.0.0.1', 'localhost');

	/** With what is in the credential, and how Verbit answers. @type {Array<[object, object]>} */
	const TAKEN = [
		[{ authentication: 'jwt' }, {}],
		[{ authentication: 'apiToken' }, {}],
		[{}, { keyTakenBy: 'exchange' }],
		[{}, { keyTakenBy: 'apiToken' }],
		[{}, { profilesListed: false, errorStatus: 200 }],
		[{}, { profilesListed: false, errorStatus: 422 }],
	];

	test.each(TAKEN)('takes a good key: %j, where Verbit has %j', async (changes, switches) => {
		world.emulator.switches.set(switches);
		expect(await testWith({ authUrl: elsewhere(), ...changes })).toEqual({
			status: 'OK',
			message: 'Connection successful!',
		});
	});

	const jwt = { authentication: 'jwt', apiKey: 'wrong' };
	const token = { authentication: 'apiToken', apiKey: 'wrong' };

	/** With what is in the credential, how Verbit refuses it, and the status of an outage. @type {Array<[said: string, changes: () => object, switches?: object, status?: number]>} */
	const REFUSED = [
		["Verbit didn't accept the API key (127.0.0.1:", () => jwt, { wrongKeyAnswer: 403 }],
		["didn't accept this key or token", () => token, { badTokenAnswer: 401 }],
		["didn't accept this key or token", () => token, { badTokenAnswer: 200 }],
		['neither as an API key nor as an original API token', () => ({ apiKey: 'wrong' })],
		["Verbit is busy or down, so the key couldn't be checked", () => ({}), {}, 503],
		[
			"'Base URL' isn't the URL of the Verbit API",
			() => ({ baseUrl: `${world.emulator.authUrl}/_emulator` }),
		],
		[
			"127.0.0.1:9 couldn't be reached (connection refused). Check",
			() => ({ authUrl: 'http://127.0.0.1:9' }),
		],
	];

	test.each(REFUSED)('says: %s', async (said, changes, switches = {}, down = 0) => {
		world.emulator.switches.set(switches);
		const page = { headers: { 'content-type': 'text/html' }, body: '<html>Unavailable</html>' };
		if (down) world.fault('job_info', { status: down, ...page });
		const { status, message } = await testWith(changes());
		expect(status).toBe('Error');
		expect(message).toContain(said);
	});

	test('says that a wrong key which has taken the place of a good one is refused', async () => {
		const { client } = world.n8n;
		const credential = await world.createCredential();
		expect((await client.testCredential(credential)).status).toBe('OK');
		// As the editor sends it back: with blanks for what it was not shown.
		const { data } = await client.request('GET', `/credentials/${credential.id}?includeData=true`);
		const edited = { ...credential, data: { ...data, apiKey: 'wrong' } };
		expect(await client.testCredential(/** @type {any} */ (edited))).toMatchObject({
			status: 'Error',
			message: expect.stringContaining("didn't accept the key"),
		});
	});
});

testMainJob(world);

test('the package holds its texts, its schemas and nothing else that n8n does not need', async () => {
	const listing = execFileSync('tar', ['tzf', await ensureTarball()], { encoding: 'utf8' });
	const files = listing
		.trim()
		.replaceAll(/^package\//gm, '')
		.split('\n');
	expect(files).toEqual(
		expect.arrayContaining([
			'README.md',
			'LICENSE.md',
			'dist/nodes/Verbit/__schema__/v1.0.0/media/merge.json',
			'dist/nodes/VerbitTrigger/__schema__/v1.1.0/output.json',
		]),
	);
	const expected =
		/^(package\.json|README\.md|LICENSE\.md|dist\/(nodes|credentials)\/[^.]+(\.node|\.credentials)?\.js|dist\/nodes\/Verbit(Trigger)?\/(\w+\.node\.json|verbit(\.dark)?\.svg|__schema__\/v1\.[01]\.0\/(\w+\/)?\w+\.json))$/;
	expect(files.filter((name) => !expected.test(name))).toEqual([]);
});

test("the package has the scripts that n8n's verification asks for, and needs provenance", () => {
	expect(packageJson.scripts).toMatchObject({ lint: 'n8n-node lint', release: 'n8n-node release' });
	expect(packageJson.publishConfig).toEqual({ access: 'public', provenance: true });
});

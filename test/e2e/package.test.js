const { execFileSync } = require('node:child_process');
const packageJson = require('../../package.json');
const { ensureTarball } = require('../support/setup/package');
const { useN8n } = require('./world');

const world = useN8n();

describe('in n8n', () => {
	test('the node, its tool for AI agents, the trigger and the credential are there', async () => {
		const nodes = await world.n8n.client.nodeTypes();
		const names = nodes
			.map(({ name }) => name)
			.filter((name) => name.startsWith('n8n-nodes-verbit'));
		expect(names.sort()).toEqual([
			'n8n-nodes-verbit.verbit',
			'n8n-nodes-verbit.verbitTool',
			'n8n-nodes-verbit.verbitTrigger',
		]);
		const credentials = await world.n8n.client.credentialTypes();
		expect(credentials.find(({ name }) => name === 'verbitApi')).toMatchObject({
			displayName: 'Verbit API',
		});
	});

	test.each(['verbit', 'verbitTrigger'])(
		'%s is found by what it is for, and has an icon for light and for dark',
		async (type) => {
			const nodes = await world.n8n.client.nodeTypes();
			/** @type {any} */
			const node = nodes.find(({ name }) => name === `n8n-nodes-verbit.${type}`);
			expect(node.codex.alias).toEqual(expect.arrayContaining(['captions', 'transcript']));
			// The editor's search leaves nodes of the category AI out, but for roots of an agent.
			expect(node.codex.categories).not.toContain('AI');
			const icons = await Promise.all(
				[node.iconUrl.light, node.iconUrl.dark].map((url) => world.n8n.client.icon(url)),
			);
			expect(icons.every((icon) => icon.startsWith('<svg'))).toBe(true);
			expect(icons[0]).not.toBe(icons[1]);
		},
	);
});

describe('the Test button of the credential', () => {
	/** @param {object} changes */
	const testWith = async (changes) => {
		const { client } = world.n8n;
		return await client.testCredential(await world.createCredential(changes));
	};

	test.each(['auto', 'jwt', 'apiToken'])(
		'says that the service took the key (%s)',
		async (authentication) => {
			expect(await testWith({ authentication })).toEqual({
				status: 'OK',
				message: 'Connection successful!',
			});
		},
	);

	test.each(/** @type {const} */ ([401, 403, 400, 404, 422, '200-without-token']))(
		'names key and host when the key is refused with %s',
		async (wrongKeyAnswer) => {
			world.emulator.switches.set({ wrongKeyAnswer });
			const { status, message } = await testWith({ authentication: 'jwt', apiKey: 'wrong' });
			const host = new URL(world.emulator.authUrl).host;
			expect(status).toBe('Error');
			expect(message).toContain(
				`Verbit didn't accept the API key (${host} returned ${parseInt(String(wrongKeyAnswer))}). Copy 'API Key' again`,
			);
			expect(message).toContain('My Account in Verbit');
			expect(world.emulator.journal.count({ operation: 'auth' })).toBe(1);
		},
	);

	test.each(/** @type {const} */ (['apiToken', 'exchange']))(
		'takes a key of either kind (%s), and says of one that is neither what was tried',
		async (keyTakenBy) => {
			world.emulator.switches.set({ keyTakenBy });
			// n8n's process remembers what it found out for a key and its hosts.
			const authUrl = world.emulator.authUrl.replace('127.0.0.1', 'localhost');
			expect(await testWith({ authUrl })).toMatchObject({ status: 'OK' });
			const { status, message } = await testWith({ apiKey: 'wrong' });
			expect(status).toBe('Error');
			expect(message).toContain('neither as an API key nor as an original API token');
		},
	);

	test.each(/** @type {const} */ ([401, 403, 400, 200]))(
		'says that an original token is refused, with %d',
		async (badTokenAnswer) => {
			world.emulator.switches.set({ badTokenAnswer });
			const { status, message } = await testWith({ authentication: 'apiToken', apiKey: 'wrong' });
			expect(status).toBe('Error');
			expect(message).toContain("didn't accept this key or token");
			expect(world.emulator.journal.count({ operation: 'auth' })).toBe(0);
		},
	);

	describe.each([true, false])('with a list of profiles (%s)', (profilesListed) => {
		test.each(/** @type {const} */ ([200, 400, 404, 422]))(
			'takes a good key, whatever status an unknown job gets (%d)',
			async (errorStatus) => {
				world.emulator.switches.set({ profilesListed, errorStatus });
				expect(await testWith({})).toMatchObject({ status: 'OK' });
			},
		);
	});

	test.each([429, 502, 503, 504])(
		'says that Verbit is down, and blames neither key nor URL (%d)',
		async (status) => {
			world.emulator.faults.add({
				where: 'service',
				operation: 'job_info',
				kind: 'status',
				status,
				headers: { 'content-type': 'text/html' },
				body: '<html>Unavailable</html>',
			});
			const result = await testWith({});
			expect(result.status).toBe('Error');
			expect(result.message).toContain("Verbit is busy or down, so the key couldn't be checked");
		},
	);

	test.each([
		[
			"'Base URL' isn't the URL of the Verbit API",
			() => ({ baseUrl: `${world.emulator.authUrl}/_emulator` }),
		],
		['It usually ends in /api', () => ({ baseUrl: world.emulator.authUrl })],
		[
			"'Authentication URL' in the Verbit credential must start with http",
			() => ({ authUrl: 'auth.example.com' }),
		],
		[
			"127.0.0.1:9 couldn't be reached (connection refused). Check",
			() => ({ authUrl: 'http://127.0.0.1:9' }),
		],
	])('says what is wrong with the URLs of a custom environment: %s', async (said, changes) => {
		const { status, message } = await testWith(changes());
		expect(status).toBe('Error');
		expect(message).toContain(said);
	});

	test('says that a wrong key which has taken the place of a good one is refused', async () => {
		const { client } = world.n8n;
		const credential = await world.createCredential();
		expect((await client.testCredential(credential)).status).toBe('OK');
		// As the editor sends it back: with blanks for what it was not shown.
		const { data } = await client.getCredential(credential.id);
		const edited = { ...credential, data: { ...data, apiKey: 'wrong' } };
		expect(await client.testCredential(/** @type {any} */ (edited))).toMatchObject({
			status: 'Error',
			message: expect.stringContaining("didn't accept the key"),
		});
	});

	test('shows neither the key nor the token afterwards', async () => {
		const credential = await world.createCredential();
		await world.n8n.client.testCredential(credential);
		const shown = JSON.stringify(await world.n8n.client.getCredential(credential.id));
		expect(shown).not.toContain(world.emulator.apiKey);
		expect(shown).not.toContain(world.tokenStart);
	});
});

test('the package holds what n8n needs and nothing else', async () => {
	const listing = execFileSync('tar', ['tzf', await ensureTarball()], { encoding: 'utf8' });
	const files = listing
		.trim()
		.split('\n')
		.map((name) => name.replace(/^package\//, ''));
	expect(files).toEqual(
		expect.arrayContaining([
			'package.json',
			'README.md',
			'LICENSE.md',
			'dist/credentials/VerbitApi.credentials.js',
			'dist/nodes/Verbit/Verbit.node.js',
			'dist/nodes/Verbit/Verbit.node.json',
			'dist/nodes/Verbit/verbit.svg',
			'dist/nodes/Verbit/verbit.dark.svg',
			'dist/nodes/Verbit/__schema__/v1.0.0/media/merge.json',
			'dist/nodes/VerbitTrigger/VerbitTrigger.node.js',
			'dist/nodes/VerbitTrigger/VerbitTrigger.node.json',
			'dist/nodes/VerbitTrigger/__schema__/v1.0.0/output.json',
		]),
	);
	const expected =
		/^(package\.json|README\.md|LICENSE\.md|dist\/(nodes|credentials)\/[^.]+(\.node|\.credentials)?(\.js|\.d\.ts)|dist\/nodes\/Verbit(Trigger)?\/(\w+\.node\.json|verbit(\.dark)?\.svg|__schema__\/v1\.0\.0\/(\w+\/)?\w+\.json))$/;
	expect(files.filter((name) => !expected.test(name))).toEqual([]);
});

test("the package has the scripts that n8n's verification asks for, and needs provenance", () => {
	expect(packageJson.scripts).toMatchObject({
		lint: expect.stringMatching(/^n8n-node lint\b/),
		prepublishOnly: 'n8n-node prerelease',
		release: 'n8n-node release',
	});
	expect(packageJson.publishConfig).toEqual({ access: 'public', provenance: true });
});

const { useWorld } = require('./world');

const world = useWorld();

/** @param {string} [filter] */
const search = async (filter) =>
	await world.engine.searchList('searchProfiles', world.credential, filter);

test('the list of profiles comes from Verbit, each with its turnaround', async () => {
	const { results } = await search();
	expect(results.map((/** @type {any} */ { value }) => value)).toEqual([
		'standard',
		'premium',
		'no-merge',
	]);
	expect(results[0].name).toMatch(/^standard \(turnaround \d+ h\)$/);
	expect(world.calls('service')).toEqual(['auth 200', 'profiles 200']);
});

test('what the user types narrows the list down, in any letter case', async () => {
	const { results } = await search('PREM');
	expect(results.map((/** @type {any} */ { value }) => value)).toEqual(['premium']);
});

test('an environment without a list says to enter the profile by name', async () => {
	world.emulator.switches.set({ profilesListed: false });
	const { results } = await search('anything');
	expect(results).toEqual([{ name: expect.stringContaining("choose 'By Name'"), value: '' }]);
	expect(world.calls('service')).toEqual(['auth 200', 'profiles 404']);
});

test('a list that cannot be loaded says why', async () => {
	world.credential = world.credentialOf({ apiKey: 'wrong' });
	await expect(search()).rejects.toMatchObject({
		message: expect.stringContaining("didn't accept the API key"),
		description: expect.stringContaining("Check 'API Key'"),
	});
});

test('an operation that this version does not have is reported, and nothing is sent', async () => {
	const { error } = await world.run('media:remove', [{}], {});
	expect(error).toMatchObject({
		message: 'This version of the Verbit node has no operation media:remove',
		description: 'Update n8n-nodes-verbit, or select another operation.',
	});
	expect(world.calls()).toEqual([]);
});

test('no items are nothing to do', async () => {
	const { items } = await world.run('media:add', [], { jobId: 1, mediaUrl: 'https://h/x' });
	expect(items).toEqual([]);
	expect(world.calls()).toEqual([]);
});

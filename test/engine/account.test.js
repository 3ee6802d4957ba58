const { nodeRuns } = require('../tools/account/nodeRuns');
const { useWorld } = require('./world');

const world = useWorld();

const ALL = ['the list of profiles', 'Transcribe, with segments', 'Merge'];

const runs = async (profile = 'standard') =>
	await nodeRuns(world.emulator.credential, { profile, finishIn: 0 });

test('the node works with an account: every run of it says so, with two jobs', async () => {
	world.set({ environment: 'sandbox', keyTakenBy: 'apiToken' });
	const { runs: found, jobs } = await runs();
	expect(found.filter(({ held }) => held === false)).toEqual([]);
	expect(found.map(({ question }) => question)).toEqual(ALL);
	expect(jobs).toHaveLength(2);
	expect(JSON.stringify(found)).not.toContain(world.emulator.apiKey);
});

test('what the account may not do is no fault of the node, and a refusal is', async () => {
	const body = { ErrorType: 'INVALID_OPTION', ErrorComment: 'No' };
	world.fault('perform_transcription', { status: 400, body });
	const { runs: found } = await runs('no-merge');
	expect(found.filter(({ held }) => held !== true)).toMatchObject([
		{ question: ALL[1], held: false, did: expect.stringContaining('INVALID_OPTION (No)') },
		{ question: 'Merge', did: expect.stringContaining('MERGE_REFUSED') },
	]);
});

const { nodeRuns } = require('../tools/account/nodeRuns');
const { useWorld } = require('./world');

const world = useWorld();

const ALL = [
	...['the list of profiles', 'Transcribe', 'Submit', 'Wait for Completion'],
	...['Get Captions as text', 'Get Captions as segments', 'Merge'],
];

/** @param {string} [profile] */
const runs = async (profile = 'standard') =>
	await nodeRuns(world.emulator.credential, { profile, finishIn: 0 });

test('the node works with an account: every run of it says so, with three jobs', async () => {
	world.set({ environment: 'sandbox', keyTakenBy: 'apiToken' });
	const { runs: found, jobs } = await runs();
	expect(found.filter(({ held }) => held === false)).toEqual([]);
	expect(found.map(({ question }) => question)).toEqual(ALL);
	expect(jobs).toHaveLength(3);
	expect(JSON.stringify(found)).not.toContain(world.emulator.apiKey);
});

test('what the account may not do, and what got no answer, is no fault of the node', async () => {
	world.fault('job_new', { kind: 'dropConnection', times: 2 });
	const { runs: found } = await runs('no-merge');
	const open = found.filter(({ held }) => held === undefined).map(({ question }) => question);
	expect(open).toEqual(expect.arrayContaining(['Merge']));
	expect(found.filter(({ held }) => held === false)).toEqual([]);
});

test('a refusal is', async () => {
	const body = { ErrorType: 'INVALID_OPTION', ErrorComment: 'No' };
	world.fault('perform_transcription', { status: 400, body });
	const { runs: found } = await runs();
	expect(found.find(({ held }) => held === false)).toMatchObject({
		question: 'Transcribe',
		did: expect.stringContaining('400 INVALID_OPTION (No)'),
	});
});

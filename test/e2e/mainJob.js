const { hash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { itemsOf, readFiles } = require('../support/n8n/workflow');
const { until } = require('../support/until');

const HOUR = 3_600_000;

/** What the node is for, in whichever version of n8n the world has. @param {import('./world').World} world */
function testMainJob(world) {
	const addAsset = async () =>
		await world.run(
			world.verbit('Add', 'asset:add', { jobId: world.newJob(), fileName: 'talk.wav' }),
		);

	test('a recording is read from disk, uploaded and added, byte for byte', async () => {
		const jobId = world.newJob();
		const { data, status } = await world.run(
			readFiles(world.recordings.whole),
			world.verbit('Upload', 'asset:upload', { jobId }),
			world.verbit('Add', 'media:add', {
				jobId: '={{ $json.job_id }}',
				mediaSource: 'assetIds',
				assetIds: '={{ $json.asset_id }}',
			}),
		);
		expect([status, data.resultData.error?.message]).toEqual(['success', undefined]);
		const [{ json }] = itemsOf(data, 'Upload');
		const recording = readFileSync(world.recordings.whole);
		expect(json).toMatchObject({
			file_name: 'lincoln.wav',
			bytes: recording.length,
			md5: hash('md5', recording),
			integrity: 'verified',
		});
		expect(world.stored(json.asset_id).equals(recording)).toBe(true);
		expect(world.emulator.job(jobId)?.media).toMatchObject({ assetIds: [json.asset_id] });
	});

	test('a token that Verbit refuses after a day is exchanged once', async () => {
		await addAsset();
		world.emulator.journal.clear();
		// Not with a 401, at which n8n itself would exchange it.
		world.emulator.switches.set({ badTokenAnswer: 403 });
		world.emulator.clock.advance(25 * HOUR);
		expect((await addAsset()).status).toBe('success');
		expect(world.emulator.journal.count({ operation: 'auth' })).toBe(1);
	});

	test('an upload ends at once when its run is stopped', async () => {
		// Most of a minute's upload.
		world.fault('put', { kind: 'slow', bytesPerSecond: 400_000 });
		const { client } = world.n8n;
		const { id } = await world.begin(
			readFiles(world.newFile(20_000_000)),
			world.verbit('Upload', 'asset:upload', { jobId: world.newJob() }),
		);
		const { journal } = world.emulator;
		await until(() => journal.count({ operation: 'put' }) > 0);
		await client.stopExecution(id);
		expect((await client.waitForExecution(id)).status).toBe('canceled');
		await until(() => journal.underWay.store === 0);
		expect(journal.count({ operation: 'put' })).toBe(1);
		expect(journal.count({ operation: 'put', status: 200 })).toBe(0);
	});
}

module.exports = { testMainJob };

const fs = require('node:fs');
const path = require('node:path');
const { checkout } = require('../support/setup/paths');
const { randomFile, useWorld } = require('./world');

const world = useWorld();
const SCHEMAS = path.join(checkout, 'nodes/Verbit/__schema__/v1.0.0');

/** What the editor shows before the first run. @param {string} operation */
function fieldsShownFor(operation) {
	const file = path.join(SCHEMAS, `${operation.replace(':', '/')}.json`);
	return Object.keys(JSON.parse(fs.readFileSync(file, 'utf8')).properties);
}

async function startableJob() {
	const jobId = world.newJob();
	await world.run('media:add', [{}], { jobId, mediaUrl: 'https://h/x.mp4' });
	return jobId;
}

/** @type {Array<[operation: string, fault: string, prepare: () => Promise<any>]>} */
const cases = [
	['media:add', 'add_media', async () => ({ mediaUrl: 'https://h/x.mp4', jobId: world.newJob() })],
	['media:add', 'add_media', async () => ({ mediaSource: 'binary', jobId: world.newJob() })],
	['media:add', 'add_media', async () => withAssets(1, { mediaSource: 'assetIds' })],
	['media:merge', 'add_media', async () => withAssets(2, { mergeSource: 'assetIds' })],
	['job:start', 'perform_transcription', async () => ({ jobId: await startableJob() })],
];

/** @param {number} count @param {object} more */
async function withAssets(count, more) {
	const jobId = world.newJob();
	return { jobId, assetIds: await world.uploadAssets(jobId, count), ...more };
}

test.each(cases)(
	'the editor shows every field of %s whose lost response of %s was confirmed',
	async (operation, fault, prepare) => {
		const parameters = await prepare();
		world.emulator.faults.add(
			/** @type {any} */ ({ where: 'service', operation: fault, kind: 'answerThenDrop' }),
		);
		const item = { files: { data: randomFile(1000, 'talk.wav') } };
		const { items, error } = await world.run(operation, [item], parameters);
		expect(error).toBeUndefined();
		expect(items[0].json.confirmed_by_repeat).toBe(true);
		const shown = fieldsShownFor(operation);
		expect(Object.keys(items[0].json).filter((field) => !shown.includes(field))).toEqual([]);
	},
);

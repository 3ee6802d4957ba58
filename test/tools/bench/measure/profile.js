const fs = require('node:fs');
const path = require('node:path');
const { flowOf, verbitUpload } = require('../n8n/flows');
const { bytes } = require('../report/format');
const { makeFile } = require('../source');
const { sharesOf } = require('./cpuProfile');

/**
 * Where the time of one upload goes, in an n8n of its own: being watched makes it slower.
 *
 * @param {import('../bench').Bench} bench
 * @param {import('../scope').Scope['profile']} scope
 * @param {import('../results').Results} results
 * @returns {import('../results').Task[]}
 */
function profileTasks(bench, { size }, results) {
	return [
		{
			label: `${bytes(size)}: profile this node`,
			run: async () => {
				const folder = path.join(bench.folder, 'profile');
				const file = makeFile(path.join(bench.files, 'profile.bin'), size);
				await uploadWatched(bench, file, folder);
				fs.rmSync(file);
				results.profile = { size, shares: readShares(folder) };
			},
		},
	];
}

/**
 * @param {import('../bench').Bench} bench
 * @param {string} file
 * @param {string} folder for what Node.js writes when n8n ends
 */
async function uploadWatched(bench, file, folder) {
	const lab = await bench.newLab({ NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` });
	try {
		const options = { jobId: 1, url: bench.sink.url() };
		await lab.run(flowOf(file, verbitUpload(lab.credential, options)));
	} finally {
		await lab.remove();
	}
}

/** Several processes leave a profile; only in n8n's own has the node run. @param {string} folder */
function readShares(folder) {
	for (const name of fs.readdirSync(folder)) {
		const profile = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'));
		const shares = sharesOf(profile);
		if (shares !== undefined) return shares;
	}
	throw new Error('No profile has an upload in it');
}

module.exports = { profileTasks };

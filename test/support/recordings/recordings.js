const fs = require('node:fs');
const path = require('node:path');
const { run } = require('../setup/command');
const { ensure } = require('../setup/ensure');
const { runtime } = require('../setup/paths');
const { fingerprint } = require('../setup/stamp');

const SOURCES = ['texts', 'synthesise.js', 'wav.js'];

const folder = path.join(runtime, 'recordings');

/** Named by what they hold: `whole` is both parts in one file. */
const recordings = {
	partOne: path.join(folder, 'lincoln-part-1.wav'),
	partTwo: path.join(folder, 'lincoln-part-2.wav'),
	whole: path.join(folder, 'lincoln.wav'),
};

/** @type {Array<[wavFile: string, textNames: string[]]>} */
const SPOKEN = [
	[recordings.partOne, ['gettysburg-address']],
	[recordings.partTwo, ['second-inaugural-address']],
	[recordings.whole, ['gettysburg-address', 'second-inaugural-address']],
];

/**
 * Makes the recordings that the demo and the tests upload.
 *
 * @returns {Promise<typeof recordings>} the paths of WAV files
 */
async function ensureRecordings() {
	await ensure(
		{
			title: 'Synthesise the recordings',
			stampFile: path.join(folder, 'complete'),
			state: () => fingerprint(__dirname, SOURCES),
			lockFile: `${folder}.lock`,
		},
		synthesiseAll,
	);
	return recordings;
}

async function synthesiseAll() {
	fs.rmSync(folder, { recursive: true, force: true });
	fs.mkdirSync(folder, { recursive: true });
	for (const [wavFile, textNames] of SPOKEN) {
		const texts = textNames.map((name) => path.join(__dirname, `texts/${name}.txt`));
		const script = path.join(__dirname, 'synthesise.js');
		await run(process.execPath, [script, wavFile, ...texts], { cwd: __dirname });
		// text2wav ends its process without an error if espeak-ng did not get on.
		if (!fs.existsSync(wavFile)) throw new Error(`No speech was made for ${wavFile}`);
	}
}

module.exports = { ensureRecordings };

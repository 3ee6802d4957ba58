const path = require('node:path');

/** The folder with the recordings and nothing else to read. */
const folder = path.join(__dirname, 'wav');

/** WAV files of speech, named by what they hold: `whole` is both parts in one file. @param {string} folder with a copy of them */
const recordingsIn = (folder) => ({
	folder,
	partOne: path.join(folder, 'lincoln-part-1.wav'),
	partTwo: path.join(folder, 'lincoln-part-2.wav'),
	whole: path.join(folder, 'lincoln.wav'),
});

const recordings = recordingsIn(folder);

module.exports = { recordings, recordingsIn };

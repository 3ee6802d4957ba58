const path = require('node:path');

/** The folder with the recordings and nothing else to read. */
const folder = path.join(__dirname, 'wav');

/** WAV files of speech, named by what they hold: `whole` is both parts in one file. */
const recordings = {
	folder,
	partOne: path.join(folder, 'lincoln-part-1.wav'),
	partTwo: path.join(folder, 'lincoln-part-2.wav'),
	whole: path.join(folder, 'lincoln.wav'),
};

module.exports = { recordings };

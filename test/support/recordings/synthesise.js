/**
 * Speaks text files into one WAV file: `node synthesise.js <wav> <text> …`.
 *
 * A program of its own, because each call of text2wav leaves handlers for uncaught exceptions in
 * its process and takes the processor for itself.
 */
const fs = require('node:fs');
const text2wav = require('text2wav');
const { joinWavs } = require('./wav');

// text2wav hands its options on unchanged, and espeak-ng overlooks an argument that is no string.
const VOICE = /** @type {object} */ ({ voice: 'en-us', speed: '160' });
const PAUSE_SECONDS = 0.6;

/** @param {string} textFile */
const paragraphsOf = (textFile) =>
	fs
		.readFileSync(textFile, 'utf8')
		.trim()
		.split(/\n\s*\n/);

/**
 * @param {string} wavFile
 * @param {string[]} textFiles
 */
async function main(wavFile, textFiles) {
	const spoken = [];
	for (const paragraph of textFiles.flatMap(paragraphsOf)) {
		spoken.push(Buffer.from(await text2wav(paragraph, VOICE)));
	}
	fs.writeFileSync(wavFile, joinWavs(spoken, PAUSE_SECONDS));
}

const [wavFile, ...textFiles] = process.argv.slice(2);
void main(wavFile, textFiles);

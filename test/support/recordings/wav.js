const HEADER_LENGTH = 44;

/** @typedef {{ channels: number, sampleRate: number, bitsPerSample: number }} Format */

/**
 * Reads a WAV file of uncompressed samples with the plain 44-byte header that espeak-ng writes.
 *
 * @param {Buffer} file
 * @returns {{ format: Format, samples: Buffer }}
 */
function parseWav(file) {
	const isPlainPcm =
		file.toString('latin1', 0, 4) === 'RIFF' &&
		file.toString('latin1', 8, 16) === 'WAVEfmt ' &&
		file.readUInt16LE(20) === 1 &&
		file.toString('latin1', 36, 40) === 'data';
	if (!isPlainPcm) throw new Error('Not a plain PCM WAV file');
	const length = file.readUInt32LE(40);
	if (file.length !== HEADER_LENGTH + length) {
		throw new Error(`The header announces ${length} bytes of samples, the file has another length`);
	}
	const format = {
		channels: file.readUInt16LE(22),
		sampleRate: file.readUInt32LE(24),
		bitsPerSample: file.readUInt16LE(34),
	};
	return { format, samples: file.subarray(HEADER_LENGTH) };
}

/**
 * @param {Format} format
 * @param {Buffer} samples
 */
function buildWav({ channels, sampleRate, bitsPerSample }, samples) {
	const blockLength = (channels * bitsPerSample) / 8;
	const header = Buffer.alloc(HEADER_LENGTH);
	header.write('RIFF', 0, 'latin1');
	header.writeUInt32LE(HEADER_LENGTH - 8 + samples.length, 4);
	header.write('WAVEfmt ', 8, 'latin1');
	header.writeUInt32LE(16, 16);
	header.writeUInt16LE(1, 20);
	header.writeUInt16LE(channels, 22);
	header.writeUInt32LE(sampleRate, 24);
	header.writeUInt32LE(sampleRate * blockLength, 28);
	header.writeUInt16LE(blockLength, 32);
	header.writeUInt16LE(bitsPerSample, 34);
	header.write('data', 36, 'latin1');
	header.writeUInt32LE(samples.length, 40);
	return Buffer.concat([header, samples]);
}

/**
 * One after the other, with silence in between.
 *
 * @param {Buffer[]} files of the same format
 * @param {number} pauseSeconds
 */
function joinWavs(files, pauseSeconds) {
	const parts = files.map(parseWav);
	const [{ format }] = parts;
	const pause = Buffer.alloc(
		Math.round(pauseSeconds * format.sampleRate) * format.channels * (format.bitsPerSample / 8),
	);
	return buildWav(format, Buffer.concat(parts.flatMap(({ samples }) => [samples, pause])));
}

module.exports = { joinWavs };

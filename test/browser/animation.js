const { crc32 } = require('node:zlib');

/** @typedef {{ png: Buffer, ms: number }} Frame a picture, and for how long it is seen */

const SIGNATURE_BYTES = 8;

/** The data of all chunks of a type. @param {Buffer} png @param {string} type */
function dataOf(png, type) {
	const found = [];
	// Each has its length in front of its type, and its checksum behind its data.
	for (let at = SIGNATURE_BYTES; at < png.length; at += 12 + png.readUInt32BE(at)) {
		if (png.toString('latin1', at + 4, at + 8) === type)
			found.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
	}
	return found;
}

/** @param {string} type @param {...Buffer} data */
function chunk(type, ...data) {
	const content = Buffer.concat([Buffer.from(type, 'latin1'), ...data]);
	return Buffer.concat([numbers(content.length - 4), content, numbers(crc32(content))]);
}

/** @param {...number} values */
const numbers = (...values) =>
	Buffer.concat(values.map((value) => Buffer.from(value.toString(16).padStart(8, '0'), 'hex')));

/** Makes an animated PNG, which every browser shows, of pictures of one size. @param {Frame[]} frames */
function animate(frames) {
	const [header] = dataOf(frames[0].png, 'IHDR');
	const size = header.subarray(0, 8);
	let sequence = 0;
	const shown = frames.flatMap(({ png, ms }, index) => {
		const time = Buffer.from([ms >> 8, ms & 255, 1000 >> 8, 1000 & 255, 0, 0]);
		const control = chunk('fcTL', numbers(sequence++), size, numbers(0, 0), time);
		const parts = dataOf(png, 'IDAT').map((data) =>
			index === 0 ? chunk('IDAT', data) : chunk('fdAT', numbers(sequence++), data),
		);
		return [control, ...parts];
	});
	return Buffer.concat([
		frames[0].png.subarray(0, SIGNATURE_BYTES),
		chunk('IHDR', header),
		chunk('acTL', numbers(frames.length, 0)),
		...shown,
		chunk('IEND'),
	]);
}

module.exports = { animate };

const { crc32 } = require('node:zlib');

/** @typedef {{ png: Buffer, ms: number }} Frame a picture, and for how long it is seen */

const SIGNATURE_BYTES = 8;

/** @param {Buffer} png @returns {Array<{ type: string, data: Buffer }>} */
function chunksOf(png) {
	const chunks = [];
	for (let at = SIGNATURE_BYTES; at < png.length;) {
		const length = png.readUInt32BE(at);
		const [type, data] = [at + 4, at + 8];
		chunks.push({
			type: png.toString('latin1', type, data),
			data: png.subarray(data, data + length),
		});
		at = data + length + 4;
	}
	return chunks;
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
	const [{ data: header }] = chunksOf(frames[0].png);
	const size = header.subarray(0, 8);
	let sequence = 0;
	const shown = frames.flatMap(({ png, ms }, index) => {
		const time = Buffer.from([ms >> 8, ms & 255, 1000 >> 8, 1000 & 255, 0, 0]);
		const control = chunk('fcTL', numbers(sequence++), size, numbers(0, 0), time);
		const parts = chunksOf(png).filter(({ type }) => type === 'IDAT');
		return [
			control,
			...parts.map(({ data }) =>
				index === 0 ? chunk('IDAT', data) : chunk('fdAT', numbers(sequence++), data),
			),
		];
	});
	const begin = [frames[0].png.subarray(0, SIGNATURE_BYTES), chunk('IHDR', header)];
	return Buffer.concat([
		...begin,
		chunk('acTL', numbers(frames.length, 0)),
		...shown,
		chunk('IEND'),
	]);
}

module.exports = { animate };

/** @typedef {import('./subtitles').Render} Render */

/** What each of these files begins with, so that nobody takes it for text. */
const SIGNATURES = {
	mov: '00000014667479707174202000000000',
	mp3: '494433040000000000000000',
	mp4: '0000001866747970697336f6d0000000',
	mpg: '000001ba44000400040100',
	mxf: '060e2b34020501010d010201',
	zip: '504b0304140000000000',
};

/** A stand-in for a recording or an archive: the right beginning, and then bytes that are no text. */
const media =
	(/** @type {keyof typeof SIGNATURES} */ kind) =>
	/** @type {Render} */
	() =>
		Buffer.concat([
			Buffer.from(SIGNATURES[kind], 'hex'),
			Buffer.from(Array.from({ length: 4099 }, (_, index) => (index * 7 + 3) % 256)),
		]);

module.exports = { media };

/**
 * How the file with the captions comes.
 *
 * @typedef {object} CaptionSwitches
 * @property {'direct' | 'redirect' | 'redirectRelative'} captionDelivery
 * @property {301 | 302 | 303 | 307 | 308} captionRedirectStatus
 * @property {string} captionContentType
 * @property {boolean} captionFileName
 * @property {boolean} captionLength
 * @property {number} captionBytes
 * @property {boolean} captionRanges
 */

/** @type {Readonly<Record<keyof CaptionSwitches, import('.').Switch>>} */
const CAPTION_SWITCHES = {
	captionDelivery: {
		default: 'direct',
		values: ['direct', 'redirect', 'redirectRelative'],
		about:
			'assumption: the captions are the answer itself, and not behind a redirect into the store or on the same host',
	},
	captionRedirectStatus: {
		default: 302,
		values: [301, 302, 303, 307, 308],
		about: 'assumption: the HTTP status of that redirect',
	},
	captionContentType: {
		default: 'byFormat',
		values: /^(byFormat|none|\w[\w.+-]*\/\w[\w.+-]*)$/,
		about: 'assumption: captions come with the Content-Type of their format; else with this one',
	},
	captionFileName: {
		default: false,
		values: [true, false],
		about: 'assumption: captions come without a Content-Disposition that names the file',
	},
	captionLength: {
		default: true,
		values: [true, false],
		about: 'assumption: captions come with a Content-Length, and not chunked',
	},
	captionRanges: {
		default: true,
		values: [true, false],
		about:
			'assumption: the store takes a Range with If-Range, as S3 does; else it sends the file from its first byte',
	},
	captionBytes: {
		default: 0,
		values: /^\d+$/,
		about:
			'setting: captions are repeated, or cut off, to be of so many bytes, to measure a client; 0 leaves them as they are',
	},
};

module.exports = { CAPTION_SWITCHES };

/**
 * What a job is made of, and the store that takes it.
 *
 * @typedef {object} MediaSwitches
 * @property {'string' | 'number'} addAssetIdType
 * @property {boolean} uploadUrlForAssetUrl
 * @property {'json' | 'empty' | '204'} addMediaAnswer
 * @property {'accepted' | 'refused'} severalAssetsWithoutMerge
 * @property {'refused' | 'accepted'} secondBackup
 * @property {'accepted' | 'refused'} secondNotes
 * @property {'v4' | 'v2'} signatureVersion
 * @property {string} signedContentType
 * @property {'md5' | 'opaque'} etag
 */

const BOOLEAN = [true, false];

/** @type {Readonly<Record<keyof MediaSwitches, import('.').Switch>>} */
const MEDIA_SWITCHES = {
	addAssetIdType: {
		default: 'string',
		values: ['string', 'number'],
		about: 'documented as a string; assumption: never a number',
	},
	uploadUrlForAssetUrl: {
		default: false,
		values: BOOLEAN,
		about: 'assumption: no upload_url for an asset that the service fetches',
	},
	addMediaAnswer: {
		default: 'json',
		values: ['json', 'empty', '204'],
		about:
			'assumption: what is answered to added media, a backup recording or notes; empty is 200 with no body',
	},
	severalAssetsWithoutMerge: {
		default: 'accepted',
		values: ['accepted', 'refused'],
		about: 'assumption: several assets need not be merged',
	},
	secondBackup: {
		default: 'refused',
		values: ['refused', 'accepted'],
		about: 'assumption: a job takes one backup recording, and not another in its place',
	},
	secondNotes: {
		default: 'accepted',
		values: ['accepted', 'refused'],
		about: 'assumption: a job takes notes more than once, and keeps them all',
	},
	signatureVersion: {
		default: 'v4',
		values: ['v4', 'v2'],
		about: "assumption: the version of S3's signature in an upload URL",
	},
	signedContentType: {
		default: 'none',
		values: /^(none|\w[\w.+-]*\/\w[\w.+-]*)$/,
		about:
			'assumption: an upload URL is not signed for a Content-Type; else the type it is signed for',
	},
	etag: {
		default: 'md5',
		values: ['md5', 'opaque'],
		about: "assumption: a stored object's ETag is its MD5, and not one of SSE-KMS",
	},
};

module.exports = { MEDIA_SWITCHES };

/**
 * What the vendor does not say in public. The emulator has to choose, and each choice is an assumption:
 * the others can be switched to, so that a client is tested against all of them.
 *
 * @typedef {object} SwitchValues
 * @property {400 | 401 | 403 | 200} badTokenAnswer
 * @property {boolean} badTokenEnvelope
 * @property {400 | 401 | 403 | 404 | 422 | '200-without-token'} wrongKeyAnswer
 * @property {'json' | 'html' | 'empty'} wrongKeyBody
 * @property {200 | 400 | 404 | 422 | 'byType'} errorStatus
 * @property {'jwt' | 'opaque'} tokenKind
 * @property {boolean} tokenHasExp
 * @property {number} tokenLifetime
 * @property {200 | 201} newJobStatus
 * @property {'string' | 'number'} addAssetIdType
 * @property {boolean} uploadUrlForAssetUrl
 * @property {'json' | 'empty' | '204'} addMediaAnswer
 * @property {'accepted' | 'refused'} severalAssetsWithoutMerge
 * @property {'v4' | 'v2'} signatureVersion
 * @property {string} signedContentType
 * @property {'md5' | 'opaque'} etag
 *
 * @typedef {keyof SwitchValues} SwitchName
 *
 * @typedef {object} Switch
 * @property {string | number | boolean} default
 * @property {Array<string | number | boolean> | RegExp} values all of them, or the form they have
 * @property {string} about
 */

const BOOLEAN = [true, false];

/** @type {Readonly<Record<SwitchName, Switch>>} */
const SWITCHES = {
	badTokenAnswer: {
		default: 401,
		values: [401, 403, 400, 200],
		about: 'assumption: the HTTP status for a token or key that is missing, wrong or expired',
	},
	badTokenEnvelope: {
		default: true,
		values: BOOLEAN,
		about: 'assumption: a 401 or 403 carries BAD_API_TOKEN too, and not a web page',
	},
	wrongKeyAnswer: {
		default: 401,
		values: [401, 403, 400, 404, 422, '200-without-token'],
		about: 'assumption: how the exchange refuses a key',
	},
	wrongKeyBody: {
		default: 'json',
		values: ['json', 'html', 'empty'],
		about: 'assumption: what the exchange says when it refuses a key',
	},
	errorStatus: {
		default: 400,
		values: [400, 200, 404, 422, 'byType'],
		about:
			'assumption: the HTTP status of the other errors; byType is 404 for ITEM_NOT_FOUND, else 400',
	},
	tokenKind: {
		default: 'jwt',
		values: ['jwt', 'opaque'],
		about: 'assumption: a token is a JWT, and not a random text',
	},
	tokenHasExp: {
		default: true,
		values: BOOLEAN,
		about: 'assumption: a JWT says in `exp` when it ends',
	},
	tokenLifetime: {
		default: 86_400,
		values: /^\d+$/,
		about: 'documented as 24 hours; assumption: never shorter. In seconds',
	},
	newJobStatus: {
		default: 200,
		values: [200, 201],
		about: 'assumption: the HTTP status of a new job',
	},
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
		about: 'assumption: what is answered to added media; empty is 200 with no body',
	},
	severalAssetsWithoutMerge: {
		default: 'accepted',
		values: ['accepted', 'refused'],
		about: 'assumption: several assets need not be merged',
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

module.exports = { SWITCHES };

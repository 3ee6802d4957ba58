/**
 * @template {string | number | boolean} Value
 * @typedef {object} Switch
 * @property {Value} default
 * @property {readonly Value[] | RegExp} values all of them, or the form they have
 */

/**
 * The default first.
 * @type {<const Values extends ReadonlyArray<string | number | boolean>>(...values: Values) => Switch<Values[number]>}
 */
const oneOf = (...values) => ({ default: values[0], values });

/**
 * @template {string | number} Value
 * @param {Value} value the default
 * @param {RegExp} values
 * @returns {Switch<Value extends number ? number : string>}
 */
const like = (value, values) => ({ default: /** @type {any} */ (value), values });

const NUMBER = /^\d+$/;

/** Names that the deprecated direct upload may have. */
const UPLOAD_URL_PATHS = /** @type {const} */ (['request_upload_url', 'get_upload_url']);

/**
 * What Verbit doesn't say in public. The emulator has to choose, and each choice is an assumption: the others can be
 * switched to, so that a client is tested against all of them. A few are settings, as an account has them. The README
 * says what each is about.
 */
const SWITCHES = {
	// Tokens, keys, and how what is wrong is refused.
	badTokenAnswer: oneOf(401, 403, 400, 200),
	badTokenEnvelope: oneOf(true, false),
	keyTakenBy: oneOf('both', 'exchange', 'apiToken'),
	wrongKeyAnswer: oneOf(401, 403, 400, 404, 422, '200-without-token'),
	wrongKeyBody: oneOf('json', 'html', 'empty'),
	errorStatus: oneOf(400, 200, 404, 422, 500),
	tokenKind: oneOf('jwt', 'opaque'),
	tokenHasExp: oneOf(true, false),
	tokenLifetime: like(86_400, NUMBER),
	profilesListed: oneOf(true, false),

	// A job's life.
	newJobStatus: oneOf(200, 201),
	environment: oneOf('production', 'sandbox'),
	transcriptionSeconds: like(60, NUMBER),
	performParametersIn: oneOf('either', 'query', 'body', 'options'),
	callbackRepeatSeconds: like(2, NUMBER),

	// What a job is made of, and the storage that takes it.
	addAssetIdType: oneOf('string', 'number'),
	uploadUrlForAssetUrl: oneOf(false, true),
	secondNotes: oneOf('accepted', 'refused'),
	signatureVersion: oneOf('v4', 'v2'),
	signedContentType: like('none', /^(none|\w[\w.+-]*\/\w[\w.+-]*)$/),

	// The deprecated direct upload.
	uploadUrlPath: oneOf(...UPLOAD_URL_PATHS),
	uploadUrlParameter: like('file_name', /^\w+$/),
	uploadUrlField: like('upload_url', /^\w+(\.\w+)*$/),

	// How the file with the captions comes.
	captionDelivery: oneOf('direct', 'redirect', 'redirectRelative'),
	captionRedirectStatus: oneOf(302, 301, 303, 307, 308),
	captionContentType: like('byFormat', /^(byFormat|none|\w[\w.+-]*\/\w[\w.+-]*)$/),
	captionFileName: oneOf(false, true),
	captionLength: oneOf(true, false),
	captionBytes: like(0, NUMBER),
	transcriptKind: oneOf('transcript', 'captions'),
	transcriptHours: like(0, NUMBER),
};

/**
 * @typedef {keyof typeof SWITCHES} SwitchName
 * @typedef {{ [Name in SwitchName]: (typeof SWITCHES)[Name]['default'] }} SwitchValues
 */

module.exports = { SWITCHES, UPLOAD_URL_PATHS };

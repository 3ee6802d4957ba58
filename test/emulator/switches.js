const NUMBER = /^\d+$/;
const TYPE = /^(byFormat|none|\w[\w.+-]*\/\w[\w.+-]*)$/;

/** Names that the deprecated direct upload may have. */
const UPLOAD_URL_PATHS = /** @type {const} */ (['request_upload_url', 'get_upload_url']);

/**
 * What Verbit doesn't say in public. The emulator has to choose, and each choice is an assumption: the others can be
 * switched to, so that a client is tested against all of them. A few are settings, as an account has them. The README
 * says what each is about. The default comes first, then the other values or the form that all have.
 */
const SWITCHES = /** @type {const} */ ({
	// Tokens, keys, and how what is wrong is refused.
	badTokenAnswer: [401, 403, 400, 200],
	badTokenEnvelope: [true, false],
	keyTakenBy: ['both', 'exchange', 'apiToken'],
	wrongKeyAnswer: [401, 403, 400, 404, 422, '200-without-token'],
	wrongKeyBody: ['json', 'html', 'empty'],
	errorStatus: [400, 200, 404, 422, 500],
	tokenKind: ['jwt', 'opaque'],
	tokenHasExp: [true, false],
	tokenLifetime: [86_400, NUMBER],
	profilesListed: [true, false],

	// A job's life.
	newJobStatus: [200, 201],
	environment: ['production', 'sandbox'],
	transcriptionSeconds: [60, NUMBER],
	performParametersIn: ['either', 'query', 'body', 'options'],
	callbackRepeatSeconds: [2, NUMBER],

	// What a job is made of, and the storage that takes it.
	addAssetIdType: ['string', 'number'],
	uploadUrlForAssetUrl: [false, true],
	secondNotes: ['accepted', 'refused'],
	signatureVersion: ['v4', 'v2'],
	signedContentType: ['none', TYPE],

	// The deprecated direct upload.
	uploadUrlPath: UPLOAD_URL_PATHS,
	uploadUrlParameter: ['file_name', /^\w+$/],
	uploadUrlField: ['upload_url', /^\w+(\.\w+)*$/],

	// How the file with the captions comes.
	captionDelivery: ['direct', 'redirect', 'redirectRelative'],
	captionRedirectStatus: [302, 301, 303, 307, 308],
	captionContentType: ['byFormat', TYPE],
	captionFileName: [false, true],
	captionLength: [true, false],
	captionBytes: [0, NUMBER],
	transcriptKind: ['transcript', 'captions'],
	transcriptHours: [0, NUMBER],
});

/**
 * @typedef {keyof typeof SWITCHES} SwitchName
 * @typedef {{ [Name in SwitchName]: ValueOf<(typeof SWITCHES)[Name]> }} SwitchValues
 */

/**
 * @template {readonly unknown[]} Values
 * @typedef {Values extends readonly [number, RegExp] ? number : Values extends readonly [string, RegExp] ? string : Values[number]} ValueOf
 */

module.exports = { SWITCHES, UPLOAD_URL_PATHS };

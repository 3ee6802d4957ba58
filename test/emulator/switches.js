/**
 * @template {string | number | boolean} Value
 * @typedef {object} Switch
 * @property {Value} default
 * @property {readonly Value[] | RegExp} values all of them, or the form they have
 * @property {string} about
 */

/**
 * @template const Value
 * @param {readonly Value[]} values the default first
 * @param {string} about
 * @returns {Switch<Value>}
 */
const oneOf = (values, about) => ({ default: values[0], values, about });

/**
 * @template {string | number} Value
 * @param {Value} value the default
 * @param {RegExp} values
 * @param {string} about
 * @returns {Switch<Value extends number ? number : string>}
 */
const like = (value, values, about) => ({ default: /** @type {any} */ (value), values, about });

/** Names that the deprecated direct upload may have. */
const UPLOAD_URL_PATHS = /** @type {const} */ ([
	'request_upload_url',
	'get_upload_url',
	'upload_url',
	'create_upload_url',
]);

/** Tokens, keys, and how what is wrong is refused. */
const ACCESS = {
	badTokenAnswer: oneOf(
		[401, 403, 400, 200],
		'assumption: the HTTP status for a token or key that is missing, wrong or expired',
	),
	badTokenEnvelope: oneOf(
		[true, false],
		'assumption: a 401 or 403 carries BAD_API_TOKEN too, and not a web page',
	),
	wrongKeyAnswer: oneOf(
		[401, 403, 400, 404, 422, '200-without-token'],
		'assumption: how the exchange refuses a key',
	),
	wrongKeyBody: oneOf(
		['json', 'html', 'empty'],
		'assumption: what the exchange says when it refuses a key',
	),
	errorStatus: oneOf(
		[400, 200, 404, 422, 'byType'],
		'assumption: the HTTP status of the other errors; byType is 404 for ITEM_NOT_FOUND, else 400',
	),
	tokenKind: oneOf(['jwt', 'opaque'], 'assumption: a token is a JWT, and not a random text'),
	tokenHasExp: oneOf([true, false], 'assumption: a JWT says in `exp` when it ends'),
	tokenLifetime: like(
		86_400,
		/^\d+$/,
		'documented as 24 hours; assumption: never shorter. In seconds',
	),
	profilesListed: oneOf(
		[true, false],
		'assumption: the list of profiles is there, also in the sandbox, and not a 404',
	),
};

/** A job's life. */
const JOB = {
	newJobStatus: oneOf([200, 201], 'assumption: the HTTP status of a new job'),
	newJobWarning: oneOf(
		[false, true],
		'assumption: a new job that is as it should be is answered without `warning`',
	),
	dynamicDictionaryType: oneOf(
		['either', 'string', 'array'],
		'documented as a string; assumption: an array, as client code sends it, is taken too',
	),
	environment: oneOf(
		['production', 'sandbox'],
		'setting: in the sandbox a job stays In Progress unless it is told otherwise',
	),
	transcriptionSeconds: like(
		60,
		/^\d+$/,
		'setting: how long a job is In Progress, by the clock of the emulator',
	),
	performParametersIn: oneOf(
		['either', 'query', 'body', 'options'],
		'assumption: perform_transcription reads its parameters from the body, else from `options` in it, and else from the query; with one place alone they are ignored elsewhere',
	),
	finishInUnit: oneOf(['seconds', 'minutes'], 'assumption: the unit of finish_in'),
	finishInProduction: oneOf(
		['obeyed', 'ignored', 'refused'],
		'documented for the sandbox; assumption: finish_in and finish_with_error work in production too',
	),
	performAnswer: oneOf(
		['json', 'empty', '204'],
		'assumption: what is answered to a start; empty is 200 with no body',
	),
	callbackParameter: like(
		'callback_url',
		/^\w+$/,
		"assumption: the parameter of perform_transcription with the job's own callback URL",
	),
	callbackUrl: like(
		'none',
		/^(none|https?:\/\/.+)$/,
		"setting: the account's callback URL, for jobs that have none of their own",
	),
	callbackRepeatSeconds: like(
		2,
		/^\d+$/,
		'setting: how long after a callback that was not taken it is sent again; each further wait is twice as long',
	),
	draftCallbackStatus: oneOf(
		['none', 'In Progress'],
		'assumption: a callback about a draft has draft_ready and no status',
	),
	testEventForm: oneOf(
		['noJob', 'unknownJob', 'empty'],
		"assumption: what the account's test event says",
	),
};

/** What a job is made of, and the storage that takes it. */
const MEDIA = {
	addAssetIdType: oneOf(['string', 'number'], 'documented as a string; assumption: never a number'),
	uploadUrlForAssetUrl: oneOf(
		[false, true],
		'assumption: no upload_url for an asset that the service fetches',
	),
	addMediaAnswer: oneOf(
		['json', 'empty', '204'],
		'assumption: what is answered to added media, a backup recording or notes; empty is 200 with no body',
	),
	severalAssetsWithoutMerge: oneOf(
		['accepted', 'refused'],
		'assumption: several assets need not be merged',
	),
	secondBackup: oneOf(
		['refused', 'accepted'],
		'assumption: a job takes one backup recording, and not another in its place',
	),
	secondNotes: oneOf(
		['accepted', 'refused'],
		'assumption: a job takes notes more than once, and keeps them all',
	),
	signatureVersion: oneOf(
		['v4', 'v2'],
		"assumption: the version of S3's signature in an upload URL",
	),
	signedContentType: like(
		'none',
		/^(none|\w[\w.+-]*\/\w[\w.+-]*)$/,
		'assumption: an upload URL is not signed for a Content-Type; else the type it is signed for',
	),
	etag: oneOf(
		['md5', 'opaque'],
		"assumption: a stored object's ETag is its MD5, and not one of SSE-KMS",
	),
};

/** How the file with the captions comes. */
const CAPTION = {
	captionDelivery: oneOf(
		['direct', 'redirect', 'redirectRelative'],
		'assumption: the captions are the answer itself, and not behind a redirect into the store or on the same host',
	),
	captionRedirectStatus: oneOf(
		[302, 301, 303, 307, 308],
		'assumption: the HTTP status of that redirect',
	),
	captionContentType: like(
		'byFormat',
		/^(byFormat|none|\w[\w.+-]*\/\w[\w.+-]*)$/,
		'assumption: captions come with the Content-Type of their format; else with this one',
	),
	captionFileName: oneOf(
		[false, true],
		'assumption: captions come without a Content-Disposition that names the file',
	),
	captionLength: oneOf(
		[true, false],
		'assumption: captions come with a Content-Length, and not chunked',
	),
	captionRanges: oneOf(
		[true, false],
		'assumption: the store takes a Range with If-Range, as S3 does; else it sends the file from its first byte',
	),
	captionBytes: like(
		0,
		/^\d+$/,
		'setting: captions are repeated, or cut off, to be of so many bytes, to measure a client; 0 leaves them as they are',
	),
};

/** The deprecated direct upload. */
const DIRECT_UPLOAD = {
	uploadUrlPath: oneOf(
		UPLOAD_URL_PATHS,
		'assumption: the path of the deprecated direct upload, below /job/',
	),
	uploadUrlParameter: like(
		'file_name',
		/^\w+$/,
		"assumption: the query parameter with the file's name",
	),
	uploadUrlField: like(
		'upload_url',
		/^\w+(\.\w+)*$/,
		"assumption: the answer's field with the URL; data.url is a field of an object in it",
	),
};

/**
 * What Verbit doesn't say in public. The emulator has to choose, and each choice is an assumption: the others can be
 * switched to, so that a client is tested against all of them. A few are settings, as an account has them.
 */
const SWITCHES = { ...ACCESS, ...JOB, ...MEDIA, ...DIRECT_UPLOAD, ...CAPTION };

/**
 * @typedef {keyof typeof SWITCHES} SwitchName
 * @typedef {{ [Name in SwitchName]: (typeof SWITCHES)[Name]['default'] }} SwitchValues
 */

module.exports = { SWITCHES, UPLOAD_URL_PATHS };

/**
 * The names that users' saved workflows hold. They stay as they are for good: a change here breaks workflows out there.
 * What is listed is what a workflow can hold, and names that pages and errors quote; other texts and order are free.
 */

/** Names and defaults of the transfer options, in every operation that uploads. */
const transferOptions = {
	fileName: '',
	contentType: '',
	concurrency: 3,
	maxAttempts: 4,
	stallTimeout: 60,
	verifyIntegrity: true,
};

/** Options of every operation that starts a job. */
const startOptions = { callbackUrl: '', extraFields: '{}', finishIn: 60, finishWithError: false };

/** Every operation outputs `job_id`, so that a chain of operations needs no typing. */
const JOB_ID = '={{ $json.job_id }}';

/** Of a job that gets files of an item. */
const parts = { jobId: JOB_ID, binaryPropertyName: 'data' };

/** A parameter that chooses: its values, and its default. */
const choice = (/** @type {string} */ byDefault, /** @type {string[]} */ ...values) => ({
	default: byDefault,
	values: [byDefault, ...values].sort(),
});

/** Of Submit and Transcribe. */
const recording = {
	mediaSource: choice('binary', 'url', 'urlUpload'),
	binaryPropertyName: 'data',
	mediaUrl: '',
};

const recordingOptions = {
	allowShortLivedUrl: false,
	order: choice('input', 'fileName'),
	...startOptions,
	...transferOptions,
};

/** What says which job is created, in every operation that creates one. */
const newJobParameters = {
	profile: { mode: 'list', value: '', modes: ['list', 'name'] },
	externalId: '',
	ifExternalIdUsed: choice('reuse', 'skip', 'create'),
	outputSkipped: false,
	additionalFields: {
		jobName: '',
		extraFields: '{}',
		language: '',
		labels: [],
		permissions: [],
		jobMetadata: '{}',
		translationProfile: '',
		translationLanguages: [],
		translationProcessingMode: choice('standard', 'rush'),
		dynamicDictionary: '',
	},
};

/** Which captions, and where they go. */
const captions = {
	captionFormat: choice(
		'srt',
		...['vtt', 'web_vtt', 'sami', 'scc', 'dfxp', 'txt', 'docx', 'rtf', 'pdf', 'json', 'ad.html'],
		...['ad.mp3', 'ad.txt', 'ad.vtt', 'sm.txt', 'synthetic_voicing.mp3', 'mov', 'mp4', 'mpg'],
		...['mxf', 'oip'],
	),
	outputAs: choice('file', 'segments', 'text'),
	outputBinaryPropertyName: 'data',
};

/** In the trigger the event says whether the draft is downloaded. */
const triggerCaptionOptions = {
	captionLanguage: '',
	fileName: '',
	maxCharacters: 1000000,
	timecodeInterval: 60,
};

const captionOptions = { draft: false, ...triggerCaptionOptions };

/** An operation. @param {string} displayName @param {Record<string, any>} parameters @param {Record<string, any>} [options] */
const named = (displayName, parameters, options = {}) => ({ displayName, parameters, options });

const operations = {
	'recording:transcribe': named(
		'Transcribe',
		{
			...newJobParameters,
			...recording,
			captionFormat: { ...captions.captionFormat, default: 'txt' },
			outputAs: choice('text', 'file', 'segments'),
			outputBinaryPropertyName: 'data',
			simplify: true,
		},
		{
			...recordingOptions,
			captionLanguage: '',
			maxCharacters: 1000000,
			pollInterval: 60,
			timecodeInterval: 60,
			timeoutHours: 24,
		},
	),
	'asset:add': named(
		'Add Asset',
		{ jobId: JOB_ID, assetSource: choice('fileName', 'url'), fileName: '', assetUrl: '' },
		{ allowShortLivedUrl: false },
	),
	'asset:upload': named(
		'Upload Binary',
		{ ...parts, uploadSource: choice('binary', 'url'), sourceUrl: '' },
		{ uploadUrl: '', ...transferOptions },
	),
	'recording:submit': named(
		'Submit',
		{ ...newJobParameters, ...recording, simplify: true },
		{ startTranscription: true, ...recordingOptions },
	),
	'job:create': named('Create', newJobParameters),
	'job:get': named('Get', { jobId: JOB_ID, simplify: true }),
	'job:start': named('Start Transcription', { jobId: JOB_ID }, startOptions),
	'job:wait': named(
		'Wait for Completion',
		{ jobId: JOB_ID, simplify: true },
		{ pollInterval: 60, timeoutHours: 24 },
	),
	'job:getCaptions': named(
		'Get Captions or Transcript',
		{ jobId: JOB_ID, ...captions },
		{ ...captionOptions, checkFile: true },
	),
	'job:requestUploadUrl': named(
		'Request Upload URL (Deprecated)',
		{ jobId: JOB_ID, fileName: '' },
		{
			path: '/job/request_upload_url',
			fileNameParameter: 'file_name',
			uploadUrlField: 'upload_url',
		},
	),
	'media:add': named(
		'Add Media',
		{
			...{ ...parts, mediaSource: choice('binary', 'url', 'assetIds', 'urlUpload') },
			...{ mediaUrl: '', assetIds: '' },
		},
		{ allowShortLivedUrl: false, ...transferOptions },
	),
	'media:addBackupRecording': named(
		'Add Backup Recording',
		{ ...parts, backupSource: choice('binary', 'assetId'), assetId: '' },
		transferOptions,
	),
	'media:addNotes': named(
		'Add Notes',
		{ ...parts, notesSource: choice('binary', 'url', 'assetIds'), notesUrl: '', assetIds: '' },
		{ allowShortLivedUrl: false, ...transferOptions },
	),
	'media:merge': named(
		'Merge',
		{
			...{ ...parts, mergeSource: choice('binary', 'assetIds') },
			...{ assetIds: '', order: choice('input', 'fileName') },
		},
		transferOptions,
	),
};

/**
 * What a step is that names no resource or no operation: n8n's editor leaves out of a saved workflow what is as it is by
 * default, these too.
 */
const defaults = {
	resource: 'recording',
	operations: { recording: 'transcribe', asset: 'upload', job: 'get', media: 'add' },
};

/**
 * What a tool has as its default where that isn't the node's: an AI agent has no files, and no step before it. Where the
 * agent fills a field in, the name and description that it gets are free.
 */
const BY_AGENT = expect.stringMatching(/^={{ .*\$fromAI\('\w+', `[^`]+`, 'string'\) }}$/);

/** @param {string[]} fields */
const byAgent = (...fields) => Object.fromEntries(fields.map((field) => [field, BY_AGENT]));

const byUrl = {
	mediaSource: choice('url', 'binary', 'urlUpload'),
	...byAgent('mediaUrl'),
	externalId: '={{ $parameter["mediaUrl"] }}',
};

/** @type {Record<string, Record<string, unknown>>} */
const toolDefaults = {
	'asset:add': byAgent('jobId', 'fileName', 'assetUrl'),
	'asset:upload': { uploadSource: choice('url', 'binary'), ...byAgent('jobId', 'sourceUrl') },
	'recording:transcribe': byUrl,
	'recording:submit': byUrl,
	'job:create': {},
	'job:get': byAgent('jobId'),
	'job:start': byAgent('jobId'),
	'job:wait': byAgent('jobId'),
	'job:getCaptions': { outputAs: choice('text', 'file', 'segments'), ...byAgent('jobId') },
	'job:requestUploadUrl': byAgent('jobId', 'fileName'),
	'media:add': {
		mediaSource: choice('url', 'binary', 'assetIds', 'urlUpload'),
		...byAgent('jobId', 'mediaUrl', 'assetIds'),
	},
	'media:addBackupRecording': {
		backupSource: choice('assetId', 'binary'),
		...byAgent('jobId', 'assetId'),
	},
	'media:addNotes': {
		notesSource: choice('url', 'binary', 'assetIds'),
		...byAgent('jobId', 'notesUrl', 'assetIds'),
	},
	'media:merge': { mergeSource: choice('assetIds', 'binary'), ...byAgent('jobId', 'assetIds') },
};

const trigger = {
	name: 'verbitTrigger',
	displayName: 'Verbit Trigger',
	/** They are in the URLs that users give to the service. */
	webhook: {
		...{ name: 'default', path: 'webhook', httpMethod: 'POST' },
		// Verbit repeats a call that isn't answered with it.
		...{ responseMode: 'onReceived', responseData: 'OK' },
	},
	parameters: {
		events: { default: ['completed', 'failed'], values: ['completed', 'draftReady', 'failed'] },
		downloadCaptions: false,
		...captions,
		options: { ...triggerCaptionOptions, acceptRepeats: false, simplify: true, confirmJob: true },
	},
};

const credential = {
	name: 'verbitApi',
	displayName: 'Verbit API',
	displayNames: [
		...['Environment', 'Base URL', 'Authentication URL', 'Authentication', 'API Key'],
		'API Version',
	],
	properties: {
		environment: choice('production', 'sandbox', 'custom'),
		baseUrl: '',
		authUrl: '',
		authentication: choice('auto', 'jwt', 'apiToken'),
		apiKey: '',
		accessToken: '',
		tokenFor: '',
		renewAfter: '',
		apiVersion: 4,
	},
};

/** The codes of errors, on which workflows branch. */
const errorCodes = `
	AGENT_HAS_NO_FILES API_KEY_REFUSED ATTACHMENT_UNCLEAR CALL_IGNORED CALL_POSTPONED CALL_REFUSED CALL_TOO_EARLY
	CALL_UNREADABLE CAPTIONS_NOT_COMPLETE CAPTIONS_NOT_READY CAPTIONS_NOT_STORED CAPTIONS_NOT_TEXT
	CAPTIONS_UNAVAILABLE CAPTION_FORMAT_WITHOUT_TEXT CHECKSUM_MISMATCH CONNECTION_DROPPED CREDENTIAL_CHANGED
	CREDENTIAL_HOST_MISMATCH CREDENTIAL_KEY_INVALID CREDENTIAL_NOT_FOUND CREDENTIAL_URL_INVALID
	DOWNLOAD_INTERRUPTED DOWNLOAD_URL_REFUSED EXPRESSION_FAILED EXTERNAL_ID_NOT_CHECKED EXTERNAL_ID_OF_OTHER_FILE
	EXTERNAL_ID_UNCLEAR FIELD_EMPTY FILE_DELETED FILE_INVALID FILE_NOT_FOUND FILE_TOO_LARGE FILE_UNREADABLE
	HOST_BUSY HOST_UNREACHABLE ITEM_WITHOUT_FILES JOBS_UNKNOWN JOB_ALREADY_STARTED JOB_CANCELED JOB_FAILED
	JOB_ID_INVALID JOB_IN_SEVERAL_ITEMS JOB_MAY_EXIST JOB_NOT_READY MEDIA_ALREADY_ADDED MERGE_NEEDS_TWO_PARTS
	MERGE_REFUSED NOT_A_RECORDING NOT_VERBIT ONE_ACCEPTED OPERATION_UNKNOWN PROXY_LOGIN_REQUIRED
	RECORDING_FAILED_TWICE REDIRECT_REFUSED RESPONSE_INCOMPLETE SAVED_BY_OTHER_VERSION SOURCE_CHANGED
	START_REFUSED TOKEN_REFUSED TRIAL_RUN_REFUSED UNEXPECTED_ERROR UPLOAD_CUT UPLOAD_NOT_STORED UPLOAD_REFUSED
	UPLOAD_STALLED UPLOAD_URL_EXPIRED UPLOAD_URL_UNUSABLE URL_EXPIRED URL_EXPIRES_SOON URL_INVALID
	URL_IS_SHARE_LINK URL_LENGTH_UNKNOWN URL_NOT_A_FILE URL_PRIVATE URL_REFUSED VALUE_INVALID VALUE_REPEATED
	WAIT_ITEMS_REPLACED WAIT_JOB_NOT_STARTED WAIT_NOT_SUSPENDED WAIT_TIMED_OUT
`
	.trim()
	.split(/\s+/);

module.exports = { credential, defaults, errorCodes, operations, toolDefaults, trigger };

/** Every error that an AI agent can get says what a model can do: it sets no fields, and runs no workflow. */
const { MESSAGES } = require('../../nodes/Verbit/errors/createError');
const { TRIGGER_MESSAGES } = require('../../nodes/Verbit/errors/messages/verbit');
const { cutHalfway, file, status, useLinkServer } = require('./linkServer');
const { signedUrl, useWorld } = require('./world');

const world = useWorld();
const links = useLinkServer();

/** What only a person does, in the editor or the list of executions. */
const FOR_PEOPLE =
	/ Source'|'(Output As|Skip URL Checks|Timeout|Content Type|Stall Timeout|Verify Integrity|Draft|Caption Format|Input Binary Field|External ID)'|Retry On Fail|Retry in|run the workflow|expression|\b(node|item|option|step)\b/i;

/** They need files, another execution, a fault of n8n, a proxy or a new credential, or they aren't for tools. */
const OTHERS = [
	...Object.keys(TRIGGER_MESSAGES),
	...['CAPTIONS_NOT_STORED', 'FILE_INVALID', 'FILE_NOT_FOUND', 'FILE_UNREADABLE'],
	...['CREDENTIAL_CHANGED', 'CREDENTIAL_HOST_MISMATCH', 'CREDENTIAL_NOT_FOUND'],
	...['EXTERNAL_ID_NOT_CHECKED', 'EXTERNAL_ID_UNCLEAR', 'SAVED_BY_OTHER_VERSION', 'SOURCE_CHANGED'],
	...['ITEM_WITHOUT_FILES', 'JOB_IN_SEVERAL_ITEMS', 'TRIAL_RUN_REFUSED', 'WAIT_NOT_SUSPENDED'],
	...['NOT_A_RECORDING', 'PROXY_LOGIN_REQUIRED', 'UNEXPECTED_ERROR'],
];

const FILE = Buffer.from('ID3\x04'.padEnd(1000, '\0'));
const PAGE = '<!DOCTYPE html>';
const HTML = { 'content-type': 'text/html' };
const SHORT = { timeoutHours: 0.0003, pollInterval: 1 };
const SIGNED_HEADER = 'https://h/x?X-Amz-SignedHeaders=host%3Bx-amz-acl&X-Amz-Signature=s';

const url = (/** @type {string} */ mediaUrl) => ({ mediaSource: 'url', mediaUrl });

/** @param {string} ids */
const assets = (ids) => ({
	...{ mediaSource: 'assetIds', mergeSource: 'assetIds', backupSource: 'assetId' },
	...{ assetIds: ids, assetId: ids },
});

const DEEP = `{"a":${'['.repeat(200)}${']'.repeat(200)}}`;

/** @param {any} changes */
const credential = (changes) => void (world.credential = world.credentialOf(changes));

/** @param {string} is @param {object} [options] */
const job = (is, options = {}) => ({ jobId: world.jobThatIs(is), options });

const jobWithMedia = async (is = 'Pending') => {
	const jobId = await world.jobWithMedia();
	world.setStatus(jobId, is);
	return { jobId };
};

/** The parameters of a recording whose job has failed, or those of another one with its ID. @param {object} [other] */
const submitted = async (other) => {
	const parameters = { ...url('https://h/x.mp3'), externalId: 'talk' };
	const { json } = await world.runAsTool('recording:submit', parameters);
	if (other === undefined) world.setStatus(Number(json.job_id), 'Failure');
	return { ...parameters, ...other };
};

/** What Verbit answers. @param {string} call @param {object} fault */
const answered = (call, fault) => world.fault(call, { times: 9, ...fault });

/** @param {string} call @param {string} ErrorType */
const refused = (call, ErrorType) => answered(call, { status: 400, body: { ErrorType } });

/** What the host of a file answers to n8n. @param {import('./linkServer').Answer} answer */
const link = (answer) => {
	links.answer(answer);
	const [source, address] = ['urlUpload', `${links.url}/x.mp3`];
	return { mediaSource: source, mediaUrl: address, uploadSource: 'url', sourceUrl: address };
};

/** What the storage answers to the file. @param {object} fault */
const upload = (fault, options = {}) => {
	answered('put', fault);
	return { ...link(file(FILE)), options };
};

/** @param {string} code */
const storeError = (code) => upload({ status: 403, body: `<Error><Code>${code}</Code></Error>` });

/** @param {import('./linkServer').Answer} answer */
const captionsFrom = (answer) => {
	links.answer(answer);
	answered('get_caption', { status: 302, headers: { location: `${links.url}/x.txt` } });
	return job('Completed');
};

/** How a tool gets each code, by operation. @type {Record<string, Array<[code: string, prepare: () => object | void | Promise<object>]>>} */
const CASES = {
	'media:add': [
		['AGENT_HAS_NO_FILES', () => ({ mediaSource: 'binary' })],
		['ATTACHMENT_UNCLEAR', () => answered('add_media', { status: 200, body: 'No' })],
		['CONNECTION_DROPPED', () => answered('add_media', { kind: 'dropConnection' })],
		['FIELD_EMPTY', () => url('')],
		['MEDIA_ALREADY_ADDED', () => jobWithMedia()],
		['REDIRECT_REFUSED', () => link(status(302, { location: 'ftp://h/x' }))],
		['URL_EXPIRED', () => url(signedUrl(-60))],
		['URL_EXPIRES_SOON', () => url(signedUrl(3600))],
		['URL_INTERRUPTED', () => link(cutHalfway(FILE))],
		['URL_INVALID', () => url('x')],
		['URL_IS_SHARE_LINK', () => url('https://drive.google.com/file/d/1/view')],
		['URL_IS_SHARE_LINK', () => url('https://app.box.com/s/1')],
		['URL_IS_SHARE_LINK', () => url('https://youtu.be/1')],
		['URL_LENGTH_UNKNOWN', () => link((_, response) => void response.writeHead(200).end(FILE))],
		['URL_NOT_A_FILE', () => link(file(Buffer.from(PAGE), HTML))],
		['URL_REFUSED', () => link(status(403))],
		['VALUE_INVALID', () => assets('[1')],
		['VALUE_INVALID', () => url('{{ $json.url }}')],
		['VALUE_REPEATED', () => assets('a, a')],
	],
	'media:addBackupRecording': [['ONE_ACCEPTED', () => assets('a, b')]],
	'media:merge': [
		['MERGE_NEEDS_TWO_PARTS', () => assets('a')],
		['MERGE_REFUSED', () => [refused('add_media', 'INVALID_OPTION'), assets('a, b')][1]],
	],
	'media:remove': [['OPERATION_UNKNOWN', () => {}]],
	'asset:add': [['RESPONSE_INCOMPLETE', () => answered('add_asset', { status: 200, body: {} })]],
	'asset:upload': [
		['CHECKSUM_MISMATCH', () => upload({ status: 200, headers: { etag: '0'.repeat(32) } })],
		['FILE_TOO_LARGE', () => storeError('EntityTooLarge')],
		['UPLOAD_CUT', () => upload({ kind: 'cutAfterBytes', bytes: 1 })],
		['UPLOAD_NOT_STORED', () => upload({ status: 200, body: PAGE })],
		['UPLOAD_REFUSED', () => storeError('SignatureDoesNotMatch')],
		[
			'UPLOAD_STALLED',
			() => {
				void world.expire('put');
				return upload({ kind: 'stall', bytes: 1 }, { maxAttempts: 1 });
			},
		],
		['UPLOAD_URL_EXPIRED', () => storeError('ExpiredToken')],
		['UPLOAD_URL_UNUSABLE', () => upload({}, { uploadUrl: SIGNED_HEADER })],
	],
	'job:create': [
		['CALL_REFUSED', () => refused('job_new', 'INVALID_OPTION')],
		['JOB_MAY_EXIST', () => answered('job_new', { kind: 'dropConnection' })],
		['VALUE_TOO_DEEP', () => ({ additionalFields: { extraFields: DEEP } })],
	],
	'job:get': [
		['API_KEY_REFUSED', () => credential({ apiKey: 'no' })],
		['CALL_REFUSED', () => ({ jobId: 99_999 })],
		['CREDENTIAL_KEY_INVALID', () => credential({ apiKey: 'ä' })],
		['CREDENTIAL_URL_INVALID', () => credential({ baseUrl: 'no' })],
		['EXPRESSION_FAILED', () => ({ jobId: '={{ $("Nowhere").item.json.id }}' })],
		['HOST_BUSY', () => answered('job_info', { status: 503 })],
		['HOST_UNREACHABLE', () => credential({ baseUrl: 'http://127.0.0.1:1/api' })],
		['JOB_ID_INVALID', () => ({ jobId: 'x' })],
		['NOT_VERBIT', () => answered('job_info', { status: 200, body: PAGE, headers: HTML })],
		['TOKEN_REFUSED', () => answered('job_info', { status: 401, body: {} })],
	],
	'job:getCaptions': [
		['CAPTIONS_NOT_COMPLETE', () => captionsFrom(file(Buffer.from(PAGE)))],
		['CAPTIONS_NOT_READY', () => job('In Progress')],
		['CAPTIONS_NOT_READY', () => job('Pending')],
		['CAPTIONS_NOT_READY', () => job('In Progress', { draft: true })],
		['CAPTIONS_NOT_TEXT', () => ({ ...captionsFrom(file(FILE)), captionFormat: 'bundle' })],
		['CAPTIONS_UNAVAILABLE', () => job('Failure')],
		['CAPTION_FORMAT_WITHOUT_TEXT', () => ({ captionFormat: 'pdf' })],
		['DOWNLOAD_INTERRUPTED', () => captionsFrom(cutHalfway(FILE))],
		['DOWNLOAD_URL_REFUSED', () => captionsFrom(status(403))],
	],
	'job:start': [
		[
			'URL_PRIVATE',
			() => {
				credential({ environment: 'production' });
				return { options: { callbackUrl: 'http://n8n/x' } };
			},
		],
		['JOB_ALREADY_STARTED', () => jobWithMedia('Completed')],
		['JOB_NOT_READY', () => {}],
		['START_REFUSED', () => jobWithMedia('Failure')],
	],
	'job:wait': [
		['JOB_CANCELED', () => job('Canceled')],
		['JOB_FAILED', () => job('Failure')],
		['WAIT_JOB_NOT_STARTED', () => job('Pending', SHORT)],
		['WAIT_TIMED_OUT', () => job('In Progress', SHORT)],
	],
	'recording:submit': [
		['EXTERNAL_ID_OF_OTHER_FILE', () => submitted({ mediaUrl: 'https://h/other.mp3' })],
		['RECORDING_FAILED_TWICE', async () => [await submitted(), await submitted()][1]],
		['UPLOAD_CUT', () => upload({ kind: 'cutAfterBytes', bytes: 1 })],
	],
	'recording:transcribe': [
		['JOB_FAILED', () => ({ options: { finishIn: 0, finishWithError: true } })],
		['WAIT_TIMED_OUT', () => ({ options: { finishIn: 900, ...SHORT } })],
	],
};

describe.each(Object.entries(CASES))('%s', (operation, cases) => {
	test.each(cases)('%s sends a model only where it can go', async (code, prepare) => {
		const own = { jobId: world.newJob(), fileName: 'x.mp3', ...url('https://h/x.mp4') };
		const parameters = { ...own, ...(await prepare()) };
		const error = await world.runAsTool(operation, parameters).catch((thrown) => thrown);
		expect([error.context?.code, error.message]).toEqual([code, expect.any(String)]);
		expect(error.description).not.toMatch(FOR_PEOPLE);
		expect(error.message).toContain(error.description);
	});
});

test('no error that a tool can get is missing, and none has another cause that sends a model astray', () => {
	const codes = Object.values(CASES).flatMap((cases) => cases.map(([code]) => code));
	const known = new Set([...codes, ...OTHERS]);
	expect(Object.keys(MESSAGES).filter((code) => !known.has(code))).toEqual([]);
	const shown = codes.flatMap((code) => {
		const { remedy, agentRemedy } = /** @type {Record<string, any>} */ (MESSAGES)[code];
		if (typeof agentRemedy === 'string') return [agentRemedy];
		if (agentRemedy?.other) return Object.values(agentRemedy);
		return Object.values({ ...(remedy.other ? remedy : { remedy }), ...agentRemedy });
	});
	expect(shown.filter((text) => FOR_PEOPLE.test(text))).toEqual([]);
});

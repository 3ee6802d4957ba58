/** Each advice of an error or a hint, followed to the letter: what was wanted comes of it, and nothing is paid for twice, not even by the next run of the workflow. */
process.env.N8N_SSRF_PROTECTION_ENABLED = 'true';
process.env.N8N_SSRF_ALLOWED_IP_RANGES = '127.0.0.1/32';
const { createRunExecutionData } = require('n8n-workflow');
const { HOSTS } = require('../../credentials/verbitApi/hosts');
const { MESSAGES } = require('../../nodes/Verbit/errors/messages/catalogue');
const { SENTENCES } = require('../../nodes/Verbit/errors/messages/sentences');
const { LONG, passTime, SOON } = require('./idTime');
const { cutHalfway, file, status, useLinkServer } = require('./linkServer');
const {
	continueOnFail,
	inOtherN8n,
	profileOf,
	recording,
	signedUrl,
	useWorld,
} = require('./world');

const world = useWorld();
const links = useLinkServer();

/**
 * What somebody does who follows an advice to the letter, one way of it.
 * @typedef {object} Way
 * @property {string} kind
 * @property {(state: State) => Promise<any>} follow
 * @property {number[]} [expected] how many jobs are created in all, how many are started, and how many items are output at last
 *
 * @typedef {object} State in which the advice is given
 * @property {import('./engine').RunOptions} options of the run that ended with it, and then as whoever follows has saved the workflow
 * @property {any} result
 * @property {number} jobId
 */

/** What a change is of the run, and not of the parameters. */
const OF_RUN = ['credential', 'items', 'mode', 'nodeSettings', 'onError', 'settings', 'workflowId'];

/** @param {any} options @param {object} change @returns {import('./engine').RunOptions} */
function changed(options, change) {
	const run = { ...options, parameters: { ...options.parameters } };
	for (const [name, value] of Object.entries(change))
		(OF_RUN.includes(name) ? run : run.parameters)[name] = value;
	return run;
}

/** Whose items are recordings: each gets a job. @param {string} operation */
const isOfRecordings = (operation) => operation.startsWith('recording:');

/** What a way creates and starts. @type {Record<string, number[]>} */
const PAID = { alone: [1, 1], 'job:create': [1, 0], 'job:start': [0, 1] };

/** @param {string} operation @param {string} kind @param {number[]} before what was created and started before @param {boolean} isNew whether the recording is to be submitted again */
function usually(operation, kind, [created, started], isNew) {
	const isAgain = kind === 'run' || kind === 'retry';
	if (isAgain && isOfRecordings(operation))
		return isNew ? [created + 1, started + 1, 2] : [2, 2, 2];
	const [more, moreStarted] = PAID[isAgain ? operation : kind] ?? [0, 0];
	const items = kind === 'others' && isOfRecordings(operation) ? 2 : 1;
	return [created + more, started + moreStarted, items];
}

/** @param {any} value or what makes it @param {State} [state] */
const made = async (value, state) =>
	(typeof value === 'function' ? await value(state) : value) ?? {};

/** @param {string} kind @param {(state: State, change: any) => Promise<any>} follow */
const way =
	(kind, follow) =>
	/** @param {object | ((state: State) => any)} [change] of the parameters or the run, or what makes it @param {number[]} [expected] @returns {Way} */
	(change, expected) => ({
		kind,
		expected,
		follow: async (state) => await follow(state, await made(change, state)),
	});

const run = way('run', async (state, change) => {
	state.options = changed(state.options, change);
	return await world.engine.run(state.options);
});

/** @param {string} kind */
const retryAs = (kind) =>
	way(kind, async (state, change) => {
		state.options = changed(state.options, change);
		return await world.engine.retry(state.options, state.result);
	});
const retry = retryAs('retry');

/** Lets the other items through. */
const others = retryAs('others');

/** A copy of the workflow, with the last recording alone. Its node creates the job, also where the advice came from another. */
const alone = way('alone', async ({ options }, change) => {
	const { resource, operation } = options.parameters;
	const items = options.items.slice(-1);
	const copy = { items, workflowId: 'copy', onError: undefined, ...change };
	const isOwn = isOfRecordings(`${resource}:${operation}`);
	const submission = world.options('recording:submit', items, { ...GOOD, options: {} }, {});
	return await world.engine.run(changed(isOwn ? options : submission, copy));
});

/** Another operation on the job. @param {string} operation @param {any} [change] */
const by = (operation, change) =>
	way(operation, async ({ jobId }, { items = [{}], ...parameters }) => {
		return await world.run(operation, items, { jobId, ...parameters });
	})(change);

/** Which ways are said. @param {string} text @param {boolean} hasIds whether the next run goes on by External IDs */
function waysIn(text, hasIds) {
	const branches = / if it (uses|has) External IDs [^,]*, otherwise [^.]*/g;
	const said = hasIds
		? text.replace(branches, '')
		: text.replace(/run the workflow (again|that submitted it) if[^,]*/g, '');
	return Object.keys(NAMED).filter((kind) => NAMED[kind][0].test(said));
}

/** @param {[code: string, entry: { remedy: string | Record<string, string> }]} entry @returns {Array<[name: string, text: string]>} */
const remediesOf = ([code, { remedy }]) =>
	typeof remedy === 'string'
		? [[code, remedy]]
		: Object.entries(remedy).map(([variant, text]) => [`${code}:${variant}`, text]);

/** All that has to be followed: a remedy's name is its code and variant, as `JOB_FAILED:no_speech`. */
const TEXTS = new Map([
	...Object.entries(MESSAGES).flatMap(remediesOf),
	...Object.entries(SENTENCES),
]);

/** A text, whatever its values are. @param {string} name */
function textOf(name) {
	const escaped = String(TEXTS.get(name)).replace(/[$()*+./?[\\\]^|]/g, '\\$&');
	return new RegExp(escaped.replace(/\{[^{}]+\}/g, '[^]*?'));
}

/** What a run says of itself: the error, that of a failed item, and hints. @param {any} result */
function saidIn({ error, items = [], hints = [] }) {
	const details = items.map((/** @type {any} */ { json }) => json.details).find(Boolean);
	const { code, job_id: jobId } = details ?? error?.context ?? {};
	const { description = '' } = details ?? error ?? {};
	const messages = hints.map((/** @type {any} */ { message }) => message);
	return { code, jobId, description, all: [description, error?.message, ...messages].join('\n') };
}

/** What only a person does, in the editor or the list of executions. */
const FOR_PEOPLE =
	/ Source'|'(Output As|Skip URL Checks|Timeout|Content Type|Stall Timeout|Verify Integrity|Draft|Caption Format|Input Binary Field|External ID)'|Retry On Fail|[Rr]etry this|run the workflow|expression|\b(node|item|option|step)\b/i;

const FILE = Buffer.from('ID3\x04'.padEnd(1000, '\0'));
const PAGE = '<!DOCTYPE html>';
const HTML = { 'content-type': 'text/html' };
const SHORT = { timeoutHours: 0.0001, pollInterval: 1 };
const CUT = { kind: 'cutAfterBytes', bytes: 1 };
const DROPPED = { kind: 'dropConnection' };
const OTHER_MD5 = { status: 200, headers: { etag: '0'.repeat(32) } };
const NO_MD5 = { status: 200, headers: { etag: '"1"' } };
const SIGNED_HEADER = 'https://h/x?X-Amz-SignedHeaders=host%3Bx-amz-acl&X-Amz-Signature=s';
const START = 'perform_transcription';
const OTHER_RECORDING = { mediaUrl: `={{ $json.url.replace('two', 'other') }}` };
const OTHER_ADDRESS = { mediaUrl: `={{ $json.url.replace('two', 'moved') }}` };
const CYRILLIC = Buffer.from('cff0e8e2e5f220'.repeat(10), 'hex');

/** Two recordings, one after the other. What becomes of the second must not make anybody pay for the first one again. */
const recordings = () =>
	['one', 'two'].map((id) => ({ json: { id, url: `${links.url}/${id}.mp3` } }));

/** In the field of each operation. @param {string} address */
const url = (address) => ({
	...{ mediaSource: 'url', notesSource: 'url', assetSource: 'url' },
	...{ mediaUrl: address, notesUrl: address, assetUrl: address },
});
const GOOD = url('https://h.example/x.mp4');
const LASTING = url(signedUrl(90_000));
const EXPIRING = url(signedUrl(3600));
const ID = { externalId: '={{ $json.id }}' };
const SKIP = { ...ID, ifExternalIdUsed: 'skip' };
const SHARED = { externalId: 'talk', mediaUrl: `={{ $json.url.replace('two', 'one') }}` };
const WAITING = { mode: 'trigger', options: LONG };
const AS_TEXT = { outputAs: 'text', captionFormat: 'txt' };
const OF_TYPE = { options: { contentType: 'audio/L16' } };

/** Of a row that has External IDs. @param {() => any} prepare */
function withIds(prepare, ids = ID) {
	return async () => given(ids, await prepare());
}

/** The second job fails. */
const FAILING = { options: { ...SOON, finishWithError: '={{ $json.id === "two" }}' } };

/** @param {string} ids */
const assets = (ids) => ({
	...{ mediaSource: 'assetIds', mergeSource: 'assetIds', notesSource: 'assetIds' },
	...{ backupSource: 'assetId', assetIds: ids, assetId: ids },
});

/** @param {number} count @param {number} [jobId] */
async function uploaded(count, jobId = world.newJob()) {
	return { jobId, ...assets((await world.uploadAssets(jobId, count)).join(', ')) };
}

/** @param {State} state */
const uploadedNotes = async ({ jobId }) => await uploaded(1, jobId);

/** What a row begins with: all that its parts return. @param {any[]} parts */
const given = (...parts) => Object.assign({}, ...parts);

/** @param {any} changes */
const credential = (changes) => ({ credential: world.credentialOf(changes) });

const corrected = retry(() => credential({}));
const restored = retry({ mediaUrl: '={{ $json.url }}' });
const oneItem = run({ items: [{}] });
const otherJob = run(() => job('Pending'));
const standardProfile = run({ profile: profileOf('standard') });
const unchecked = by('job:getCaptions', { options: { checkFile: false } });

/** @param {string} is @param {object} [options] */
const job = (is, options = {}) => ({ jobId: world.jobThatIs(is), options });

/** @param {any} status */
const jobWithMedia = (status = 'Pending') => ({ jobId: world.jobWithMedia({ status }) });

/** @param {State} state */
const addMedia = async ({ jobId }) => void (await world.run('media:add', [{}], { jobId, ...GOOD }));

const completeAll = () => {
	for (const { id } of Object.values(world.jobs))
		if (world.emulator.job(id)?.status === 'In Progress') world.setStatus(id, 'Completed');
};

/** @param {State} state */
const completed = ({ jobId }) => {
	completeAll();
	world.setStatus(jobId, 'Completed');
};

/** How many items come before the one that fails. */
let before = 0;

/** What Verbit or the storage answers for the last item. @param {string} call @param {object} fault */
const answered = (call, fault) =>
	world.fault(call, ...Array.from({ length: before }, () => ({ kind: 'delay' })), {
		times: 9,
		...fault,
	});

/** @param {string} call @param {string} ErrorType */
const refused = (call, ErrorType) => answered(call, { status: 400, body: { ErrorType } });

const LACKS_METADATA = {
	...{ status: 422, body: { ErrorType: 'MISSING_PARAMETER', ErrorComment: 'metadata' } },
};
const UNCLEAR = { status: 200, body: 'Blocked by policy' };

/** What the host of a file answers to n8n. @param {import('./linkServer').Answer} answer */
const link = (answer) => {
	links.answer(answer);
	const [source, address] = ['urlUpload', `${links.url}/x.mp3`];
	return { mediaSource: source, mediaUrl: address, uploadSource: 'url', sourceUrl: address };
};

const throughN8n = () => link(file(FILE));

/** What the storage answers to the file. @param {object} fault */
const upload = (fault, options = {}) => {
	answered('put', fault);
	return { ...throughN8n(), options: { concurrency: 1, maxAttempts: 1, ...options } };
};

/** @param {object} fault */
const unverified = (fault) => run(() => upload(fault, { verifyIntegrity: false }));

/** @param {number} status */
const redirect = (status) => upload({ status, headers: { location: '/x' } });

/** @param {string} code */
const storeError = (code) => upload({ status: 403, body: `<Error><Code>${code}</Code></Error>` });

const redirectedCaptions = () =>
	answered('get_caption', { status: 302, headers: { location: `${links.url}/x.txt` } });

/** @param {import('./linkServer').Answer} answer @param {object} [parameters] */
const captionsFrom = (answer, parameters) =>
	given(links.answer(answer), redirectedCaptions(), job('Completed'), parameters);

/** @param {string} job_status @param {object[]} [errors] */
const jobIs = (job_status, errors) =>
	world.fault('job_info', { status: 200, body: { job_status, errors }, times: 9 });

/** @param {string} content */
const ofFile = (content, fileName = 'x') => ({
	items: [{ files: { data: { content: Buffer.from(content), fileName } } }],
	mediaSource: 'binary',
});

const files = (/** @type {string[]} */ ...names) => ({
	files: Object.fromEntries(
		names.map((name) => [name, { content: FILE, fileName: `${name}.mp3` }]),
	),
});
const WITH_FILE = { items: [files('data')] };
const SEVERAL = { items: [{}, {}] };
const TWO_FILES = {
	...{ mediaSource: 'binary', notesSource: 'binary', binaryPropertyName: '*' },
	items: [files('a', 'b')],
};

/** Recordings of which another one has another size. @type {import('./linkServer').Answer} */
const hosted = (request, response) =>
	file(request.url?.includes('other') ? Buffer.concat([FILE, FILE]) : FILE)(request, response);

/** A run before. @param {object} parameters @param {string} [operation] @param {object} [more] */
const earlier = async (parameters, operation = 'recording:submit', more = {}) =>
	await world.settled(world.run(operation, recordings(), { ...OF_ITEM, ...parameters }, more));

/** The same, for what it leaves in Verbit. @param {Parameters<typeof earlier>} run */
const done = async (...run) => void (await earlier(...run));

/** A run that failed, which is now retried. @param {string} call @param {object} fault @param {object} [parameters] @param {object} [more] */
async function failedAt(call, fault, parameters = {}, more = {}) {
	answered(call, fault);
	const failedRun = await earlier(parameters, 'recording:submit', more);
	world.emulator.faults.clear();
	return { failedRun };
}

/** A submission whose second recording may be attached. */
const lostMedia = async (parameters = {}) => await failedAt('add_media', DROPPED, parameters);

/** The executions before are gone: they have given no sign of life since then. */
const later = (hours = 1) => passTime(hours * 60);

const OF_ITEM = {
	mediaSource: 'urlUpload',
	mediaUrl: '={{ $json.url }}',
	options: { concurrency: 1, maxAttempts: 1 },
};

/** Verbit ends the job of the second recording, so many times. @param {(jobId: number) => void} end */
const ended = async (end, times = 1) => {
	for (let time = 0; time < times; time++) {
		await done(ID);
		end(Number(world.jobIds().at(-1)));
	}
	return ID;
};
const failed = (times = 1) => ended((jobId) => world.setStatus(jobId, 'Failure'), times);

/** The ways that the texts for people name, and what is usually done. @type {Record<string, [named: RegExp, usual: Way]>} */
const NAMED = {
	retry: [/(?<!save the workflow, and )retry this execution in the list/, retry()],
	others: [/this node to Continue .*, save the workflow, and retry/, others(continueOnFail)],
	run: [/[Rr]un the workflow (again|that submitted it)|new run of the workflow/, run()],
	alone: [/copy of (this workflow|it with)/, alone()],
	unchecked: [/turn on 'Skip URL Checks'/, run({ options: { allowShortLivedUrl: true } })],
	'job:create': [/create a new job/, by('job:create')],
	'job:get': [/\b([Uu]se|with|of) Get\b(?! Cap)/, by('job:get')],
	'job:getCaptions': [/Get Captions or Transcript/, by('job:getCaptions', completed)],
	'job:start': [/Start Transcription/, by('job:start')],
	'job:wait': [/Wait for Completion/, by('job:wait', completed)],
	'media:add': [/Add Media/, by('media:add', GOOD)],
	'asset:upload': [/Upload Binary/, by('asset:upload', throughN8n)],
};

/** What brings it about, as parameters or changes of the run; and each way of following it that is no usual one. @typedef {(() => any) | [prepare: any, ...ways: Way[]]} Row */

/** @param {string[]} names @param {(name: string) => [said: string, row: Row]} rowOf @returns {Record<string, Row>} */
const rowsFor = (names, rowOf) => Object.fromEntries(names.map(rowOf));

/** From an earlier Verbit step. @param {object} json */
const ofItem = (json) => ({ jobId: '={{ $json.job_id }}', items: [{ json }] });
const withJob = run(() => ofItem({ job_id: world.jobThatIs('Completed') }));

/** By operation, and by what is said: a code of the catalogue with its variant and sentences beside it. @type {Record<string, Record<string, Row>>} */
const ROWS = {
	'media:add': {
		'ATTACHMENT_UNCLEAR:media + CONTINUE + AGAIN_BY_RETRY': () =>
			given(jobWithMedia(), answered('add_media', UNCLEAR)),
		'CALL_REFUSED:ITEM_NOT_FOUND': [{ jobId: 99_999 }, otherJob],
		CONNECTION_DROPPED: () => answered('add_media', DROPPED),
		'CALL_REFUSED:other + EARLIER_ATTEMPT_UNCLEAR + CONTINUE': () =>
			world.fault('add_media', DROPPED, { status: 422, body: { ErrorType: 'OTHER' } }),
		FIELD_EMPTY: [url('={{ "" }}'), run(GOOD)],
		MEDIA_ALREADY_ADDED: () => jobWithMedia(),
		REDIRECT_REFUSED: [() => link(status(302, { location: 'ftp://h/x' })), run()],
		URL_EXPIRED: [url(signedUrl(-60)), run(LASTING)],
		'URL_EXPIRES_SOON:Media URL + SEND_ANYWAY': [EXPIRING, run(throughN8n), run(LASTING)],
		'DOWNLOAD_INTERRUPTED + TRY_AGAIN': () => link(cutHalfway(FILE)),
		URL_INVALID: [url('x'), run(GOOD)],
		'URL_NOT_A_FILE:empty': [() => link(file(Buffer.alloc(0))), run()],
		'URL_NOT_A_FILE:preparing': [() => link(status(202)), run()],
		'URL_NOT_A_FILE:other': [() => link(file(Buffer.from(PAGE), HTML)), run()],
		'URL_NOT_A_FILE:a file of an unknown format': [() => link(file(Buffer.alloc(9))), run(OF_TYPE)],
		URL_REFUSED: () => link(status(403)),
		'URL_PRIVATE:Media URL': [atPrivate, run(throughN8n), run(GOOD)],
		VALUE_INVALID: [assets('[1'), run(GOOD)],
		'VALUE_INVALID + FIELD_IS_FIXED': [url('{{ $json.url }}'), run(url('={{ $json.url }}'))],
		VALUE_REPEATED: [assets('a, a'), run(GOOD)],
	},
	'media:addBackupRecording': {
		'ONE_ACCEPTED:other': [assets('a, b'), run(() => uploaded(1, jobWithMedia().jobId))],
		'CALL_REFUSED + BACKUP_CONDITIONS': [() => uploaded(1), retry(addMedia)],
	},
	'media:addNotes': {
		'ATTACHMENT_UNCLEAR:other': () => answered('add_notes_attachments', UNCLEAR),
		'CALL_REFUSED:INVALID_QUERY + NOTES_CONDITIONS': [() => job('In Progress'), otherJob],
		'URL_PRIVATE:Notes URL': [atPrivate, run(uploadedNotes), run(GOOD)],
		'URL_EXPIRES_SOON:Notes URL + SEND_ANYWAY': [EXPIRING, run(uploadedNotes), run(LASTING)],
	},
	'media:merge': {
		MERGE_NEEDS_TWO_PARTS: [assets('a'), run(() => uploaded(2))],
		'MERGE_REFUSED:other': () => given(assets('a, b'), jobWithMedia()),
	},
	'media:remove': { OPERATION_UNKNOWN: [{}, retry({ operation: 'add' })] },
	'asset:add': {
		'URL_PRIVATE:other': [atPrivate, run(GOOD)],
		'URL_EXPIRES_SOON:other + SEND_ANYWAY': [EXPIRING, run(LASTING)],
		'RESPONSE_INCOMPLETE + TRY_AGAIN': () => answered('add_asset', { status: 200, body: {} }),
	},
	'asset:upload': {
		CHECKSUM_MISMATCH: [() => upload(OTHER_MD5), unverified(OTHER_MD5)],
		FILE_TOO_LARGE: [() => storeError('EntityTooLarge'), by('media:add', GOOD)],
		'UPLOAD_CUT + TRY_AGAIN': () => upload(CUT),
		'UPLOAD_NOT_STORED:other': () => upload({ status: 200, body: PAGE }),
		'UPLOAD_NOT_STORED:md5': [() => upload(NO_MD5), unverified(NO_MD5)],
		'UPLOAD_REFUSED:redirect 301': () => redirect(301),
		'UPLOAD_REFUSED:redirect 307': () => redirect(307),
		'UPLOAD_REFUSED:SignatureDoesNotMatch': [
			() => storeError('SignatureDoesNotMatch'),
			retry(OF_TYPE),
		],
		'UPLOAD_REFUSED:other': () => storeError('AccessDenied'),
		UPLOAD_URL_EXPIRED: () => storeError('ExpiredToken'),
		UPLOAD_URL_UNUSABLE: [() => upload({}, { uploadUrl: SIGNED_HEADER }), run({ options: {} })],
	},
	'job:create': {
		'CALL_REFUSED + CHECK_PROFILE': [{ profile: profileOf('none') }, standardProfile],
	},
	'job:get': {
		'API_KEY_REFUSED:Automatic': [() => credential({ apiKey: 'no' }), corrected],
		'API_KEY_REFUSED:other': [
			() => given(world.set({ keyTakenBy: 'apiToken' }), credential({ authentication: 'jwt' })),
			corrected,
		],
		CREDENTIAL_KEY_INVALID: [() => credential({ apiKey: 'ä' }), corrected],
		'CREDENTIAL_URL_INVALID:Environment': [() => credential({ environment: 'Sandbox' }), corrected],
		'CREDENTIAL_URL_INVALID:other': [() => credential({ baseUrl: 'no' }), corrected],
		EXPRESSION_FAILED: [{ jobId: '={{ $("Nowhere").item.json.id }}' }, otherJob],
		HOST_BUSY: () => answered('job_info', { status: 503 }),
		'HOST_UNREACHABLE:blocked': [() => credential({ baseUrl: 'http://10.1.2.3' }), corrected],
		'HOST_UNREACHABLE:other': [() => credential({ baseUrl: 'http://127.0.0.1:1/api' }), corrected],
		JOB_ID_INVALID: [{ jobId: 'x' }, otherJob],
		NOT_VERBIT: () => answered('job_info', { status: 200, body: PAGE, headers: HTML }),
		PROXY_LOGIN_REQUIRED: () => answered('job_info', { status: 407 }),
		TOKEN_REFUSED: () => answered('job_info', { status: 401, body: {} }),
	},
	'job:getCaptions': {
		'CAPTIONS_NOT_COMPLETE:other': [
			() => captionsFrom((_, response) => void response.end(PAGE + Math.random())),
			unchecked,
		],
		'CAPTIONS_NOT_COMPLETE:repeated': [() => captionsFrom(file(Buffer.from(PAGE))), unchecked],
		'CAPTIONS_NOT_READY:other': [() => job('In Progress'), retry(completed)],
		'CAPTIONS_NOT_READY:pending': [() => jobWithMedia(), retry(completed)],
		'CAPTIONS_NOT_READY:draft': [
			() => job('In Progress', { draft: true }),
			retry(({ jobId }) => world.setStatus(jobId, 'In Progress', { isDraftReady: true })),
		],
		'CAPTIONS_UNAVAILABLE:failed + SUBMIT_AGAIN + AGAIN_BY_REUSE_OR_ALONE': () => job('Failure'),
		'CAPTIONS_UNAVAILABLE:other': () => job('Canceled'),
		DOWNLOAD_INTERRUPTED: () => captionsFrom(cutHalfway(FILE)),
		DOWNLOAD_URL_REFUSED: () => captionsFrom(status(403)),
		'CALL_REFUSED + TRANSLATION_CONDITIONS': [
			() =>
				given(
					refused('get_caption', 'INVALID_OPTION'),
					job('Completed', { captionLanguage: 'es' }),
				),
			retry({ options: {} }),
		],
		'CALL_REFUSED + DRAFT_OF_COMPLETED_JOB': [
			() => given(refused('draft', 'INVALID_QUERY'), job('Completed', { draft: true })),
			run({ options: {} }),
		],
		'CALL_REFUSED + DRAFT_FORMATS': [
			() => {
				const jobId = world.jobThatIs('Completed', { status: 'In Progress', isDraftReady: true });
				return { jobId, captionFormat: 'vtt', options: { draft: true } };
			},
			retry({ captionFormat: 'srt' }),
		],
	},
	'job:requestUploadUrl': {
		'NOT_VERBIT + UPLOAD_URL_NAMES': [
			() => world.set({ uploadUrlPath: 'get_upload_url' }),
			retry({ options: { path: '/job/get_upload_url' } }),
		],
	},
	'job:start': {
		'URL_PRIVATE:Callback URL': [
			() => given(environment('production'), { options: { callbackUrl: 'http://n8n/x' } }),
			run(() => given(jobWithMedia(), { options: { callbackUrl: 'https://n8n.example/x' } })),
		],
		'CALL_REFUSED:INVALID_QUERY': () =>
			given(jobWithMedia(), refused(START, 'INVALID_QUERY'), jobIs('Archived')),
		'CALL_REFUSED:other': [() => given(jobWithMedia(), refused(START, 'INVALID_OPTION')), run()],
		JOB_ALREADY_STARTED: () => jobWithMedia('Completed'),
		'JOB_NOT_READY:other': [{}, retry(addMedia)],
		START_REFUSED: () => jobWithMedia('Failure'),
		'NOT_VERBIT + CONTINUE': () =>
			given(jobWithMedia(), answered(START, UNCLEAR), answered('job_info', UNCLEAR)),
	},
	'job:wait': {
		JOB_CANCELED: () => job('Canceled'),
		...rowsFor(Object.keys(MESSAGES.JOB_FAILED.remedy), (variant) => [
			`JOB_FAILED:${variant} + SUBMIT_AGAIN + AGAIN_BY_REUSE_OR_ALONE`,
			() => ({ jobId: world.jobThatIs('Failure', { errors: [{ code: variant, message: 'x' }] }) }),
		]),
		WAIT_JOB_NOT_STARTED: [() => given(jobWithMedia(), { options: SHORT }), retry(completed)],
		'WAIT_TIMED_OUT:other + TRY_AGAIN': [() => job('In Progress', SHORT), retry(completed)],
	},
	'recording:submit': {
		'CALL_REFUSED:INVALID_URL + SUBMIT_AGAIN + AGAIN_BY_RETRY + OTHER_ITEMS': () =>
			refused('add_media', 'INVALID_URL'),
		'ATTACHMENT_UNCLEAR + CONTINUE': () => answered('add_media', UNCLEAR),
		'CALL_REFUSED:MISSING_PARAMETER + METADATA_CONDITIONS + SUBMIT_AGAIN + AGAIN_BY_RETRY': [
			() => refused(START, 'MISSING_PARAMETER'),
			retry({ additionalFields: { jobMetadata: '{"a": 1}' } }),
		],
		'JOB_MAY_EXIST:other + SUBMIT_AGAIN + AGAIN_BY_RETRY': () =>
			answered('job_new', { kind: 'answerThenDrop' }),
		'JOB_MAY_EXIST:withId + CONTINUE + AGAIN_BY_EITHER': [
			withIds(() => answered('job_new', { kind: 'answerThenDrop' })),
			retry({}, [6, 2, 2]),
			run({}, [6, 2, 2]),
		],
		'JOB_MAY_EXIST:known + CONTINUE': [
			() => answered('job_new', { status: 200, body: { data: { job_id: world.newJob() } } }),
			retry({}, [1, 2, 2]),
		],
		'JOB_NOT_READY:Submit or Transcribe + CONTINUE': () => refused(START, 'INVALID_QUERY'),
		'START_REFUSED + SUBMIT_AGAIN': () => given(refused(START, 'INVALID_QUERY'), jobIs('Canceled')),
		EXTERNAL_ID_OF_OTHER_FILE: [
			withIds(async () => given(await done(ID), OTHER_RECORDING)),
			alone({ externalId: 'own' }),
			alone({ ifExternalIdUsed: 'create' }),
		],
		RECORDING_FAILED_TWICE: withIds(() => failed(2)),
		JOBS_UNKNOWN: withIds(() => ended((jobId) => delete world.jobs[jobId], 2)),
		EXTERNAL_ID_NOT_CHECKED: [withIds(() => world.memory.fail()), run(), retry(continueOnFail)],
		EXTERNAL_ID_UNCLEAR: withIds(async () => given(await done(ID), answered('job_info', DROPPED))),
		'UPLOAD_CUT + CONTINUE + AGAIN_BY_EITHER': withIds(() => upload(CUT)),
	},
	'recording:transcribe': {
		'JOB_FAILED:failed_transcribing + SUBMIT_AGAIN + AGAIN_BY_RETRY + OTHER_ITEMS': [
			FAILING,
			retry({ options: SOON }),
		],
		...rowsFor(['bad_audio_quality', 'failed_transcoding', 'no_speech'], (variant) => [
			`JOB_FAILED:${variant} + SUBMIT_AGAIN + AGAIN_ALONE + JOB_PAID`,
			() => given(jobIs('Failure', [{ code: variant, message: 'x' }]), { options: SOON }),
		]),
		'WAIT_TIMED_OUT:Transcribe + CONTINUE': [
			{ options: { finishIn: 900, ...SHORT } },
			retry(completed),
		],
	},
};

/** @type {typeof ROWS} what needs files, another execution, or a list: an agent has none */
const OF_PEOPLE = {
	'asset:upload': {
		'FILE_INVALID:empty': [ofFile('', 'x.mp3'), run(WITH_FILE)],
		'FILE_INVALID:other': [
			{ items: [{ binary: { data: { data: 'filesystem-v2', mimeType: 'audio/mpeg' } } }] },
			run(WITH_FILE),
		],
		ITEM_WITHOUT_FILES: [{ items: [{}] }, run(WITH_FILE)],
		'ONE_ACCEPTED:option': [
			{ ...TWO_FILES, options: { fileName: 'x.mp3' } },
			run({ options: {} }, [0, 0, 2]),
		],
	},
	'media:add': {
		'ONE_ACCEPTED:Add media': [TWO_FILES, run({ binaryPropertyName: 'a' })],
		'JOB_IN_SEVERAL_ITEMS:Add media': [SEVERAL, oneItem],
		'NOT_A_RECORDING:a file of an unknown format': [ofFile('\0'), run(OF_TYPE)],
		'NOT_A_RECORDING:other': [ofFile('%PDF-1.7'), run(WITH_FILE)],
	},
	'media:addNotes': { 'JOB_IN_SEVERAL_ITEMS:Add notes': [SEVERAL, oneItem, run(TWO_FILES)] },
	'job:wait': {
		'JOB_FAILED:failed_transcribing + SUBMIT_AGAIN + AGAIN_BY_REUSE_OR_ALONE': [
			async () => ({ ...(await failed()), jobId: world.jobIds().at(-1) }),
			way('run', async () => await earlier(ID))({}, [3, 3, 2]),
		],
		WAIT_NOT_SUSPENDED: [
			() => given({ mode: 'trigger' }, inOtherN8n(), job('In Progress', LONG)),
			retry((state) => given(completed(state), { options: SOON })),
		],
		'JOB_ID_INVALID + ITEM_FAILED': [
			ofItem({ error: 'x', details: { code: 'X', description: 'x', step: 'Upload' } }),
			withJob,
		],
		'JOB_ID_INVALID + ITEM_SKIPPED': [ofItem({ external_id: 'x', skipped: true }), withJob],
	},
	'job:create': { PROFILES_NOT_LISTED: [withoutList, standardProfile] },
	'job:getCaptions': {
		CAPTIONS_NOT_STORED: () => {
			jest.spyOn(world.engine.binaryData, 'store').mockRejectedValue(new Error('The disk is full'));
			return job('Completed');
		},
		CHARSET_GUESSED: [
			() => captionsFrom(file(CYRILLIC, { 'content-type': 'text/plain' }), AS_TEXT),
			run({ outputAs: 'file' }),
		],
	},
	'job:start': {
		'JOB_IN_SEVERAL_ITEMS:other': [() => given(jobWithMedia(), SEVERAL), oneItem],
	},
	'recording:submit': {
		'SOURCE_CHANGED + CONTINUE': [async () => given(await lostMedia(), OTHER_RECORDING), restored],
		'SOURCE_CHANGED + AGAIN_BY_ID_OR_ALONE + AGAIN_BY_EITHER': [
			withIds(async () => given(await lostMedia(ID), OTHER_ADDRESS)),
			restored,
		],
		'FILE_DELETED + SUBMIT_AGAIN + AGAIN_BY_ID_OR_ALONE + OTHER_ITEMS': () =>
			withoutFiles('job_new'),
		'FILE_DELETED + SUBMIT_AGAIN + AGAIN_ALONE + OTHER_ITEMS': () => withoutFiles('put'),
		'FILE_DELETED + JOB_PAID + OTHER_ITEMS': () => withoutFiles('put', 1),
		'UPLOAD_CUT + CONTINUE + AGAIN_BY_RETRY': withIds(() => upload(CUT), SKIP),
		'UPLOAD_CUT + CONTINUE + AGAIN_BY_RUN': [
			withIds(() => given(upload(CUT), continueOnFail), SKIP),
			run({}, [2, 2, 1]),
		],
		'UPLOAD_CUT + SUBMIT_AGAIN + AGAIN_ALONE': () => given(upload(CUT), continueOnFail),
		'URL_REFUSED + OTHER_ITEMS': [
			() => links.answer(hosted, status(403)),
			others(continueOnFail, [2, 2, 2]),
		],
		'CALL_REFUSED:MISSING_PARAMETER + CONTINUE': [
			() => world.fault(START, { kind: 'delay' }, DROPPED, LACKS_METADATA),
			retry({}, [2, 3, 2]),
		],
		FILES_NOT_SENT: [{ ...TWO_FILES, binaryPropertyName: 'a' }, alone({ binaryPropertyName: 'b' })],
		ID_SHARED: [withIds(() => SHARED), alone({ externalId: 'later' })],
		ITEMS_SHARED: [withIds(() => SHARED, SKIP), alone({ externalId: 'later' })],
		ITEMS_DONE: [withIds(() => done(SKIP), SKIP), run({ ifExternalIdUsed: 'reuse' })],
	},
	'recording:transcribe': {
		'JOB_FAILED:failed_transcribing + AGAIN_BY_RUN': [
			withIds(() => given(continueOnFail, FAILING)),
			run({ options: SOON }),
		],
		'JOB_FAILED:failed_transcribing + AGAIN_ALONE': [
			withIds(async () => given(await failed(), completeAll(), FAILING)),
			alone({ options: SOON }),
		],
		'CONNECTION_DROPPED + JOB_MAY_BE_PAID': () =>
			given(
				world.fault(START, { ...DROPPED, times: 9 }),
				world.fault('job_info', { status: 503, times: 9 }),
				{ ...continueOnFail, options: { ...SHORT, maxAttempts: 1 } },
			),
		'DOWNLOAD_INTERRUPTED + JOB_PAID': () =>
			given(links.answer(hosted, hosted, cutHalfway(FILE)), redirectedCaptions(), {
				...continueOnFail,
				options: SOON,
			}),
		'WAITS_FOR_JOBS + BY_CAPTIONS': [WAITING],
		'WAITS_FOR_JOBS + AGAIN_BY_RUN': [withIds(() => WAITING), run(completed)],
		ITEMS_FAILED_TWICE: [
			withIds(async () => given(await failed(2), later(), { options: SOON }), SKIP),
			alone({ options: SOON }),
		],
	},
};

/** What only an agent is told. @type {typeof ROWS} */
const OF_AGENTS = {
	'recording:submit': {
		'UPLOAD_CUT + CONTINUE + AGAIN_BY_CALL': () => given(upload(CUT), ID),
		'UPLOAD_CUT + CONTINUE + AGAIN_BY_CALL_NOW': () => upload(CUT),
	},
};

/** Said without advice, or where whoever has called, n8n, the node or Verbit's support comes next. */
const NOTHING = `CALL_IGNORED CALL_POSTPONED CALL_TOO_EARLY CALL_UNREADABLE CREATION_NOT_REPEATED
	EVENT_NOT_RECORDED FILE_HELD_IN_MEMORY IDS_NOT_APART IDS_NOT_REMEMBERED JOBS_LEFT_OVER
	KEY_KIND_OPEN NO_SPEECH POSSIBLE_DUPLICATE TESTED_KEY_UNCHECKED TIMES_DIFFER TRANSCRIPT_VERSION
	UNEXPECTED_ERROR WAITS_FOR_CALLER WAITS_IN_OLD_SUB_WORKFLOW WAITS_IN_OTHER_N8N
	WAITS_IN_SUB_WORKFLOW_OF_ITEM`;

/** Told and followed in the tests of agents, captions, links, the trigger and other parts, or of a whole n8n. */
const ELSEWHERE = `AGENT_HAS_NO_FILES CALL_AGAIN CALL_LATER CAPTIONS_NOT_TEXT
	CAPTION_FORMAT_WITHOUT_TEXT CREDENTIAL_CHANGED CREDENTIAL_HOST_MISMATCH CREDENTIAL_NOT_FOUND
	EACH_RUN_COSTS EVENT_REPEATED FILE_NOT_FOUND FILE_UNREADABLE HOST_UNREACHABLE:certificate
	ITEMS_IN_WORK MERGE_REFUSED SANDBOX_JOB_FINISHES SANDBOX_JOB_STAYS SAVED_BY_OTHER_VERSION
	STILL_SUBMITTING TESTED_KEY_REFUSED TESTED_URL_WRONG TRANSCRIPT_PROFILE TRIAL_RUN_REFUSED
	UPLOAD_STALLED URL_IS_SHARE_LINK URL_LENGTH_UNKNOWN WAIT_ITEMS_REPLACED`;

async function withoutList() {
	world.set({ profilesListed: false });
	const { results } = await world.engine.searchList('profile', world.credential);
	return { result: { hints: [{ message: results[0].name }] } };
}

/** Two recordings in n8n's storage, one file at a time. */
const stored = () => ({
	...{ ...OF_ITEM, mediaSource: 'binary', binaryPropertyName: '*' },
	items: ['one', 'two'].map((id) => ({ json: { id }, ...files(id) })),
});

/** The execution is retried after n8n has deleted its files. @param {string} call of the recordings that fails @param {number} [after] */
async function withoutFiles(call, after = 0) {
	before = after;
	const { items, ...parameters } = stored();
	const left = await failedAt(call, { status: 403 }, parameters, { items });
	world.engine.removeFiles();
	return { ...left, items, ...parameters };
}

/** @param {string} environment whose hosts are the emulator's */
function environment(environment) {
	const { baseUrl, authUrl } = world.emulator;
	/** @type {any} */ (HOSTS)[environment] = { baseUrl, authUrl };
	world.set({ environment });
	return credential({ environment });
}

/** What Verbit's production can't reach. */
function atPrivate() {
	return given(environment('production'), url('http://10.1.2.3'));
}

/** What there is to start from. @param {string} operation @param {any} prepare */
async function stateOf(operation, prepare, isAgent = false) {
	const items = recordings().slice(0, isOfRecordings(operation) ? 2 : 1);
	before = isAgent ? 0 : items.length - 1;
	const ofJob = { jobId: world.newJob(), fileName: 'x.mp3', ...GOOD };
	links.answer(hosted);
	const { failedRun, result, ...prepared } = await made(prepare);
	const own = world.options(operation, items, isOfRecordings(operation) ? OF_ITEM : ofJob, {});
	return { options: changed(own, prepared), failedRun, result };
}

/** What Verbit has done of it: a fault may only say so. */
const paid = () =>
	['job_new', START].map(
		(operation) =>
			world.emulator.journal.filter(
				(entry) =>
					entry.operation === operation && Number(entry.status) < 300 && entry.fault !== 'status',
			).length,
	);

function mend() {
	world.emulator.faults.clear();
	world.memory.mend();
	links.answer(hosted);
	jest.restoreAllMocks();
}

const hosts = { ...HOSTS };

async function beginAnew() {
	mend();
	Object.assign(HOSTS, hosts);
	world.memory.reset();
	await world.reset();
}
afterEach(beginAnew);

/** @param {string} said */
const namesIn = (said) => said.split(' + ');

/** @param {string} said @param {ReturnType<typeof saidIn>} saidNow */
function expectSaid(said, { code, all }) {
	for (const name of namesIn(said)) {
		const [first, variant] = name.split(':');
		if (first in MESSAGES) expect(code).toBe(first);
		if (variant !== undefined || !(first in MESSAGES)) expect(all).toMatch(textOf(name));
	}
}

/** @param {Array<typeof ROWS>} tables */
const rowsOf = (...tables) =>
	tables.flatMap((table) =>
		Object.entries(table).flatMap(([operation, rows]) =>
			Object.entries(rows).map(([said, row]) => {
				const [prepare, ...ways] = [row].flat();
				return { operation, said, prepare, ways: /** @type {Way[]} */ (ways) };
			}),
		),
	);

const ofPeople = rowsOf(ROWS, OF_PEOPLE);

/** Whether the next run of the workflow finds its jobs by their External IDs. @param {import('./engine').RunOptions} options */
const findsByIds = ({ parameters: { externalId, ifExternalIdUsed } }) =>
	externalId !== undefined && ifExternalIdUsed !== 'create';

/** Has it said. @param {Pick<ReturnType<typeof rowsOf>[number], 'operation' | 'prepare'>} row */
async function say({ operation, prepare }) {
	const { failedRun, options, result: known } = await stateOf(operation, prepare);
	const begin = async () =>
		await (failedRun ? world.engine.retry(options, failedRun) : world.engine.run(options));
	const result = known ?? (await world.settled(begin()));
	const saidNow = saidIn(result);
	mend();
	const jobId = Number(options.parameters.jobId || saidNow.jobId || world.jobIds().at(-1));
	const kinds = waysIn(saidNow.all, findsByIds(options));
	return { saidNow, kinds, state: { options, result, jobId } };
}

/** The ways that a row has, and the usual ones that are said besides. @param {Way[]} ways @param {string[]} kinds */
const allWays = (ways, kinds) => [
	...ways,
	...kinds.filter((kind) => ways.every((one) => one.kind !== kind)).map((kind) => NAMED[kind][1]),
];

test.each(ofPeople)('$operation: $said, and each way of it', async ({ said, ways, ...row }) => {
	const { saidNow, kinds } = await say(row);
	expectSaid(said, saidNow);
	expect(saidNow.description.split(/(?<=\.) (?=[A-Z'])/).length).toBeLessThanOrEqual(3);
	const followed = allWays(ways, kinds);
	expect(followed).not.toEqual([]);
	const isNew = saidNow.all.includes('To submit it again');
	for (const one of followed) {
		await beginAnew();
		const { state } = await say(row);
		const before = paid();
		const { items } = await one.follow(state);
		// What is mended goes through with the others.
		const isMended = one.kind === 'others' && !one.expected;
		const like = (isMended && followed.find(({ kind }) => kind === 'retry')) || one;
		const expected = like.expected ?? usually(row.operation, like.kind, before, isNew);
		expect([one.kind, ...paid(), items.length]).toEqual([one.kind, ...expected]);
		await expectNextRunPaysNothingTwice(state);
	}
});

const SUB = { caller: '77' };

test('in a sub-workflow, whose caller shows its errors, no Retry is advised', async () => {
	before = 1;
	const parameters = upload({ status: 403, times: 9 });
	const options = world.options('recording:submit', recordings(), parameters, SUB);
	const { description } = saidIn(await world.failing(world.engine.run(options)));
	for (const said of ['JOB_PAID', 'AGAIN_ALONE']) expect(description).toMatch(textOf(said));
	expect(description).not.toMatch(/[Rr]etry|\.[A-Z]/);
});

test('in a sub-workflow, who adds media to a job of another node is not told to submit it again', async () => {
	world.fault('add_media', { status: 503, times: 9 });
	const options = world.options('media:add', [recording()], { jobId: world.newJob() }, SUB);
	const { description } = saidIn(await world.failing(world.engine.run(options)));
	expect(description).not.toMatch(textOf('SUBMIT_AGAIN'));
});

/** The next scheduled run of the workflow, which still has the recording in its list. @param {State} state */
async function expectNextRunPaysNothingTwice({ options }) {
	// Any other run submits all recordings again.
	if (!findsByIds(options)) return;
	mend();
	completeAll();
	later(2);
	await world.settled(world.engine.run(options));
	const recordings = Object.values(world.jobs)
		.filter(({ status }) => status === 'In Progress' || status === 'Completed')
		.map(({ externalId: id, media }) =>
			[id, ...(media?.assetIds ?? []).map((assetId) => world.stored(assetId).length)].join(' '),
		);
	expect(recordings).toEqual([...new Set(recordings)]);
}

/** The sentences that only a model is told. */
const OF_MODELS = /^(AGAIN_BY_CALL|CALL_(AGAIN|LATER))/;

/** What a model is told that may call again. */
const AGAIN = /the same call again|Call this again (once|later)|Try again later/;

test.each(rowsOf(ROWS, OF_AGENTS))(
	'an AI agent is told $said of $operation as a model can follow it',
	async ({ said, operation, prepare }) => {
		const { options } = await stateOf(operation, prepare, true);
		world.emulator.journal.clear();
		const toolArguments = /** @type {any} */ (options.items.at(-1)).json;
		const ofTool = { toolArguments, runExecutionData: createRunExecutionData({}) };
		const call = async () => await world.engine.runAsTool({ ...options, ...ofTool });
		const error = await call().catch((thrown) => thrown);
		const { description: told, message } = error;
		const [code] = namesIn(said)[0].split(':');
		expect([error.context?.code, message]).toEqual([code, expect.stringContaining(told)]);
		expect(told).not.toMatch(FOR_PEOPLE);
		for (const name of namesIn(said).filter((each) => OF_MODELS.test(each)))
			expect(told).toMatch(textOf(name));
		mend();
		completeAll();
		if (!AGAIN.test(told)) return;
		const [again] = await call();
		expect(again.json).toHaveProperty('job_id');
		expect(paid()[1]).toBeLessThanOrEqual(1);
	},
);

test('what is written for a model names nothing that only people do', () => {
	const written = Object.entries(MESSAGES).flatMap(([code, entry]) =>
		'agentRemedy' in entry ? remediesOf([code, { remedy: entry.agentRemedy }]) : [],
	);
	expect(written.filter(([, text]) => FOR_PEOPLE.test(text))).toEqual([]);
});

test('every advice is followed, but for what nobody can follow in a test', () => {
	const said = rowsOf(ROWS, OF_PEOPLE, OF_AGENTS).flatMap((row) => namesIn(row.said));
	const others = `${NOTHING} ${ELSEWHERE}`.split(/\s+/);
	const isOther = (/** @type {string} */ name) =>
		others.includes(name) || others.includes(name.split(':')[0]);
	expect([...TEXTS.keys()].filter((name) => !said.includes(name) && !isOther(name))).toEqual([]);
});

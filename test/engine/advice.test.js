/** Each advice of an error or a hint, followed to the letter: what was wanted comes of it, and nothing is paid for twice, not even by the next run of the workflow. */
process.env.N8N_SSRF_PROTECTION_ENABLED = 'true';
process.env.N8N_SSRF_ALLOWED_IP_RANGES = '127.0.0.1/32';
const { readFileSync } = require('node:fs');
const https = require('node:https');
const { createRunExecutionData } = require('n8n-workflow');
const { HOSTS } = require('../../credentials/verbitApi/hosts');
const { MESSAGES } = require('../../nodes/Verbit/errors/messages/catalogue');
const { SENTENCES } = require('../../nodes/Verbit/errors/messages/sentences');
const { makeCertificate } = require('../support/certificate');
const { LONG, passTime, SOON } = require('./idTime');
const { cutHalfway, file, listen, status, useLinkServer } = require('./linkServer');
const { continueOnFail, profileOf, signedUrl, useWorld } = require('./world');

const world = useWorld();
const links = useLinkServer();

/**
 * What somebody does who follows an advice to the letter, one way of it.
 * @typedef {object} Way
 * @property {string} kind
 * @property {(state: State) => Promise<any>} follow
 * @property {number[]} expected how many jobs are created, how many are started, and how many items are output at last
 *
 * @typedef {object} State in which the advice is given
 * @property {typeof world} world
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

/** @param {State} state */
const operationOf = ({ options: { parameters } }) =>
	`${parameters.resource}:${parameters.operation}`;

/** @param {string} operation @param {string} kind */
function usually(operation, kind) {
	if (kind === 'alone') return isOfRecordings(operation) ? [3, 2, 1] : [1, 1, 1];
	if (isOfRecordings(operation)) return [2, 2, 2];
	return operation === 'job:create' ? [1, 0, 1] : [0, 0, 1];
}

/**
 * @param {string} kind
 * @param {(state: State, change: any) => Promise<any>} follow
 */
const way =
	(kind, follow) =>
	/** @param {object | ((state: State) => any)} [change] of the parameters or the run, or what makes it @param {number[]} [expected] @returns {Way} */
	(change = {}, expected) => ({
		kind,
		expected: expected ?? [],
		follow: async (state) => {
			const given = typeof change === 'function' ? await change(state) : change;
			return await follow(state, given ?? {});
		},
	});

const run = way('run', async (state, change) => {
	state.options = changed(state.options, change);
	return await state.world.engine.run(state.options);
});

const retry = way('retry', async (state, change) => {
	state.options = changed(state.options, change);
	return await state.world.engine.retry(state.options, state.result);
});

/** A copy of the workflow, with the last recording alone. Its node creates the job, also where the advice came from another. */
const alone = way('alone', async (state, change) => {
	const { world, options } = state;
	const items = options.items.slice(-1);
	const copy = { items, workflowId: 'copy', onError: undefined, ...change };
	if (isOfRecordings(operationOf(state))) return await world.engine.run(changed(options, copy));
	const url = { mediaSource: 'url', mediaUrl: 'https://h/x.mp4', options: {} };
	return await world.engine.run(changed(world.options('recording:submit', items, url, {}), copy));
});

/** n8n's AI Assistant runs the node alone. */
const trial = way('trial', async ({ world, options }, { timeout, ...change }) => {
	const { data } = await world.engine.trial(changed(options, change), {
		executionTimeout: timeout,
	});
	return { items: data.main[0] };
});

/** Another operation on the job. @param {string} operation @param {any} [change] @param {number[]} [expected] */
const by = (operation, change, expected = usually(operation, '')) =>
	way(operation, async ({ world, jobId }, { items = [{}], ...parameters }) => {
		return await world.run(operation, items, { jobId, ...parameters });
	})(change, expected);

/** The texts for people that name a way. @type {Record<string, RegExp>} */
const NAMED = {
	retry: /retry this execution in the list/,
	run: /[Rr]un the workflow (again|that submitted it)|new run of the workflow/,
	alone: /copy of (this workflow|it with)/,
	'job:get': /\b([Uu]se|with) Get\b(?! Cap)/,
	'job:getCaptions': /Get Captions or Transcript/,
	'job:start': /Start Transcription/,
	'job:wait': /Wait for Completion/,
	'media:add': /Add Media/,
	'asset:upload': /Upload Binary/,
};

/** Which ways are said. @param {string} text @param {boolean} hasIds whether the next run goes on by External IDs */
function waysIn(text, hasIds) {
	const branches = / if it (uses|has) External IDs [^,]*, otherwise [^.]*/g;
	const said = hasIds
		? text.replace(branches, '')
		: text.replace(/run the workflow (again|that submitted it) if[^,]*/g, '');
	return Object.keys(NAMED).filter((kind) => NAMED[kind].test(said));
}

/** A text of the catalogue, whatever its values are. @param {string} text */
const patternOf = (text) =>
	new RegExp(
		text
			.split(/\{[^{}]+\}/)
			.map((part) => part.replace(/[$()*+./?[\\\]^|]/g, '\\$&'))
			.join('[^]*?'),
	);

/** @param {string} code @returns {Record<string, string>} its remedies, by their causes */
function causesOf(code) {
	const { remedy } = /** @type {Record<string, any>} */ (MESSAGES)[code];
	return typeof remedy === 'string' ? { '': remedy } : remedy;
}

/** All that an AI agent may be told. @param {string} code @returns {string[]} */
function forAgents(code) {
	const { remedy, agentRemedy, ...more } = /** @type {Record<string, any>} */ (MESSAGES)[code];
	if (more.retriable && more.nextTry === 'retryFirst' && agentRemedy === undefined) return [];
	if (typeof agentRemedy === 'string') return [agentRemedy];
	if (agentRemedy?.other) return Object.values(agentRemedy);
	return Object.values({ ...(remedy.other ? remedy : { remedy }), ...agentRemedy });
}

/** Of a code with its cause, as `JOB_FAILED:no_speech`, or of a sentence. @param {string} name */
function textOf(name) {
	const [code, cause = ''] = name.split(':');
	const text = code in MESSAGES ? causesOf(code)[cause] : /** @type {any} */ (SENTENCES)[code];
	if (text === undefined) throw new Error(`There is no text ${name}`);
	return patternOf(text);
}

/** All that has to be carried out. */
const ALL_NAMES = [
	...Object.keys(MESSAGES).flatMap((code) =>
		Object.keys(causesOf(code)).map((cause) => (cause === '' ? code : `${code}:${cause}`)),
	),
	...Object.keys(SENTENCES),
];

/** @param {string} text */
const sentencesIn = (text) => text.split(/(?<=\.) (?=[A-Z'])/).length;

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
const NO_MD5 = { status: 200, headers: { etag: '"1"' } };
const SIGNED_HEADER = 'https://h/x?X-Amz-SignedHeaders=host%3Bx-amz-acl&X-Amz-Signature=s';
const PRIVATE = 'http://10.1.2.3';
const START = 'perform_transcription';
const OTHER_RECORDING = { mediaUrl: `={{ $json.url.replace('two', 'other') }}` };
const OTHER_ADDRESS = { mediaUrl: `={{ $json.url.replace('two', 'moved') }}` };
const CYRILLIC = Buffer.from('cff0e8e2e5f220'.repeat(10), 'hex');

/** Two recordings, one after the other. What becomes of the second must not make anybody pay for the first one again. */
const recordings = () =>
	['one', 'two'].map((id) => ({ json: { id, url: `${links.url}/${id}.mp3` } }));

/** For the second recording, in a field. @param {unknown} its @param {unknown} [others] */
const second = (its, others) =>
	`={{ $json.id === "two" ? ${JSON.stringify(its)} : ${others === undefined ? '$json.url' : JSON.stringify(others)} }}`;

const url = (/** @type {string} */ mediaUrl) => ({ mediaSource: 'url', mediaUrl });
const GOOD = url('https://h/x.mp4');
const ID = { externalId: '={{ $json.id }}' };
const SKIP = { ...ID, ifExternalIdUsed: 'skip' };
const SHARED = { externalId: 'talk', mediaUrl: `={{ $json.url.replace('two', 'one') }}` };

/** Of a row that has External IDs, which is then followed with no others. @param {() => any} prepare */
const withIds = (prepare, ids = ID) =>
	Object.assign(async () => given(ids, await prepare()), { hasIds: true });

/** The second job fails. */
const FAILING = { options: { ...SOON, finishWithError: second(true, false) } };

const notes = (notesUrl = GOOD.mediaUrl) => ({ notesSource: 'url', notesUrl });

/** @param {string} ids */
const assets = (ids) => ({
	...{ mediaSource: 'assetIds', mergeSource: 'assetIds', backupSource: 'assetId' },
	...{ assetIds: ids, assetId: ids },
});

/** What a row begins with: all that its parts return. @param {any[]} parts */
const given = (...parts) => Object.assign({}, ...parts);

/** @param {any} changes */
const credential = (changes) => ({ credential: world.credentialOf(changes) });

/** @param {string} is @param {object} [options] */
const job = (is, options = {}) => ({ jobId: world.jobThatIs(is), options });

const jobWithMedia = async (is = 'Pending', profile = 'standard') => {
	const jobId = await world.jobWithMedia(profile);
	world.setStatus(jobId, is);
	return { jobId };
};

const completeAll = () => {
	for (const { id } of Object.values(world.jobs))
		if (world.emulator.job(id)?.status === 'In Progress') world.setStatus(id, 'Completed');
};

/** Lets the time pass that the jobs of a sandbox take. */
const finishStarted = () =>
	void world.until(() => world.count(START) === 2).then(() => world.emulator.clock.advance(60_000));

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

const UNCLEAR = { status: 200, body: 'Blocked by policy' };
const UNKNOWN = { status: 400, body: { ErrorType: 'ITEM_NOT_FOUND' } };

/** What the host of a file answers to n8n. @param {import('./linkServer').Answer} answer */
const link = (answer) => {
	links.answer(answer);
	const [source, address] = ['urlUpload', `${links.url}/x.mp3`];
	return { mediaSource: source, mediaUrl: address, uploadSource: 'url', sourceUrl: address };
};

/** What the storage answers to the file. @param {object} fault */
const upload = (fault, options = {}) => {
	answered('put', fault);
	return { ...link(file(FILE)), options: { concurrency: 1, maxAttempts: 1, ...options } };
};

/** @param {number} status */
const redirect = (status) => upload({ status, headers: { location: '/x' } });

/** @param {string} code */
const storeError = (code) => upload({ status: 403, body: `<Error><Code>${code}</Code></Error>` });

/** @param {import('./linkServer').Answer} answer */
const captionsFrom = (answer) => {
	links.answer(answer);
	answered('get_caption', { status: 302, headers: { location: `${links.url}/x.txt` } });
	return job('Completed');
};

/** @param {string} content */
const ofFile = (content) => ({
	items: [{ files: { data: { content: Buffer.from(content), fileName: 'x' } } }],
	mediaSource: 'binary',
});

const files = (/** @type {string[]} */ ...names) => ({
	files: Object.fromEntries(
		names.map((name) => [name, { content: FILE, fileName: `${name}.mp3` }]),
	),
});

/** Recordings of which another one has another size. @type {import('./linkServer').Answer} */
const hosted = (request, response) =>
	file(request.url?.includes('other') ? Buffer.concat([FILE, FILE]) : FILE)(request, response);

/** A run before. @param {object} parameters @param {string} [operation] @param {object} [more] */
const earlier = async (parameters, operation = 'recording:submit', more = {}) =>
	await world.settled(world.run(operation, recordings(), { ...OF_ITEM, ...parameters }, more));

/** The same, for what it leaves in Verbit. @param {Parameters<typeof earlier>} run */
const done = async (...run) => void (await earlier(...run));

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
const forgotten = (times = 1) => ended((jobId) => delete world.jobs[jobId], times);

/** A host whose certificate nobody knows. */
async function untrusted() {
	const server = https.createServer(await makeCertificate());
	const baseUrl = `https://${await listen(server)}/api`;
	server.unref();
	return credential({ baseUrl });
}

const ENVELOPE = { ErrorType: 'INVALID_OPTION', ErrorComment: 'why' };

/** What brings it about, as parameters or changes of the run; and each way of following it. @typedef {[prepare: () => any, ...ways: Way[]]} Row */

/** @param {string[]} names @param {(name: string) => [said: string, row: Row]} rowOf @returns {Record<string, Row>} */
const rowsFor = (names, rowOf) => Object.fromEntries(names.map(rowOf));

/** @type {Record<string, string>} */
const SHARE_LINKS = {
	Box: 'https://app.box.com/s/1',
	Dropbox: 'https://www.dropbox.com/scl/fo/abc/def',
	'Google Drive': 'https://drive.google.com/file/d/1/view',
	OneDrive: 'https://1drv.ms/v/s!abc',
	SharePoint: 'https://x.sharepoint.com/:v:/s/a/b',
	Vimeo: 'https://vimeo.com/123456',
	YouTube: 'https://youtu.be/1',
	Zoom: 'https://zoom.us/rec/share/abc',
	other: 'https://www.loom.com/share/abc',
};

/** By operation, and by what is said: a code of the catalogue with its cause and sentences beside it. @type {Record<string, Record<string, Row>>} */
const ROWS = {
	'media:add': {
		'ATTACHMENT_UNCLEAR:media + CONTINUE + AGAIN_BY_RETRY': [
			async () => given(await jobWithMedia(), answered('add_media', UNCLEAR)),
			retry(),
			by('job:start', {}, [0, 1, 1]),
		],
		'CALL_REFUSED:ITEM_NOT_FOUND': [
			() => ({ jobId: 99_999 }),
			run(() => ({ jobId: world.newJob() })),
		],
		CONNECTION_DROPPED: [() => answered('add_media', { kind: 'dropConnection' }), retry()],
		'CALL_REFUSED:other + EARLIER_ATTEMPT_UNCLEAR + CONTINUE': [
			() => {
				const refusal = { status: 422, body: { ErrorType: 'OTHER' } };
				world.fault('add_media', { kind: 'dropConnection' }, refusal);
			},
			by('job:get'),
			retry(),
		],
		FIELD_EMPTY: [() => url('={{ "" }}'), run(GOOD)],
		MEDIA_ALREADY_ADDED: [
			() => jobWithMedia(),
			by('job:start', {}, [0, 1, 1]),
			by('job:wait', completed),
			by('job:create', {}, [1, 0, 1]),
		],
		REDIRECT_REFUSED: [() => link(status(302, { location: 'ftp://h/x' })), run()],
		URL_EXPIRED: [() => url(signedUrl(-60)), run(url(signedUrl(90_000)))],
		'URL_EXPIRES_SOON:Media URL + SEND_ANYWAY': [
			() => url(signedUrl(3600)),
			run(() => link(file(FILE))),
			run(url(signedUrl(90_000))),
			run({ options: { allowShortLivedUrl: true } }),
		],
		'DOWNLOAD_INTERRUPTED + TRY_AGAIN': [() => link(cutHalfway(FILE)), retry()],
		URL_INVALID: [() => url('x'), run(GOOD)],
		...rowsFor(Object.keys(SHARE_LINKS), (host) => [
			`URL_IS_SHARE_LINK:${host} + SEND_ANYWAY`,
			[() => url(SHARE_LINKS[host]), run(GOOD)],
		]),
		URL_LENGTH_UNKNOWN: [
			() => link((_, response) => void response.writeHead(200).end(FILE)),
			run({ mediaSource: 'binary', items: [files('data')] }),
		],
		'URL_NOT_A_FILE:empty': [() => link(file(Buffer.alloc(0))), run()],
		'URL_NOT_A_FILE:preparing': [() => link(status(202)), run()],
		'URL_NOT_A_FILE:other': [() => link(file(Buffer.from(PAGE), HTML)), run()],
		'URL_NOT_A_FILE:a file of an unknown format': [
			() => link(file(Buffer.alloc(9))),
			run({ options: { contentType: 'audio/L16' } }),
		],
		URL_REFUSED: [() => link(status(403)), alone()],
		'URL_PRIVATE:Media URL': [
			() => given(environment('production'), url(PRIVATE)),
			run(() => link(file(FILE))),
			run(url('https://h.example/x.mp4')),
		],
		VALUE_INVALID: [() => assets('[1'), run(GOOD)],
		'VALUE_INVALID + FIELD_IS_FIXED': [() => url('{{ $json.url }}'), run(url('={{ $json.url }}'))],
		VALUE_REPEATED: [() => assets('a, a'), run(GOOD)],
	},
	'media:addBackupRecording': {
		'ONE_ACCEPTED:other': [
			() => assets('a, b'),
			run(async () => {
				const { jobId } = await jobWithMedia();
				return { jobId, assetId: (await world.uploadAssets(jobId, 1))[0] };
			}),
		],
		'CALL_REFUSED + BACKUP_CONDITIONS': [
			async () => {
				const jobId = world.newJob();
				return { jobId, backupSource: 'assetId', assetId: (await world.uploadAssets(jobId, 1))[0] };
			},
			retry(async ({ jobId }) => void (await world.run('media:add', [{}], { jobId, ...GOOD }))),
			by('job:get'),
		],
	},
	'media:addNotes': {
		'ATTACHMENT_UNCLEAR:other': [
			() => given(answered('add_notes_attachments', UNCLEAR), notes()),
			retry(),
		],
		'CALL_REFUSED:INVALID_QUERY + NOTES_CONDITIONS': [
			() => given(notes(), job('In Progress')),
			by('job:get'),
			run(() => ({ jobId: world.newJob() })),
		],
		'URL_PRIVATE:Notes URL': [
			() => given(environment('production'), notes(PRIVATE)),
			by('asset:upload', () => link(file(FILE))),
			run(uploadedNotes),
			run({ notesUrl: 'https://h.example/x.pdf' }),
		],
		'URL_EXPIRES_SOON:Notes URL + SEND_ANYWAY': [
			() => notes(signedUrl(3600)),
			run({ notesUrl: signedUrl(90_000) }),
			by('asset:upload', () => link(file(FILE))),
			run(uploadedNotes),
		],
	},
	'media:merge': {
		MERGE_NEEDS_TWO_PARTS: [() => assets('a'), by('media:add', GOOD), run(twoAssets)],
		'MERGE_REFUSED:other': [
			async () => ({ ...assets('a, b'), ...(await jobWithMedia()) }),
			by('job:start', {}, [0, 1, 1]),
			by('job:create', {}, [1, 0, 1]),
		],
	},
	'media:remove': {
		OPERATION_UNKNOWN: [() => {}, retry({ operation: 'add', ...GOOD })],
	},
	'asset:add': {
		'URL_PRIVATE:other': [
			() => given(environment('production'), { assetSource: 'url', assetUrl: PRIVATE }),
			by('asset:upload', () => link(file(FILE))),
			run({ assetUrl: 'https://h.example/x.mp4' }),
		],
		'URL_EXPIRES_SOON:other + SEND_ANYWAY': [
			() => ({ assetSource: 'url', assetUrl: signedUrl(3600) }),
			by('asset:upload', () => link(file(FILE))),
			run({ assetUrl: signedUrl(90_000) }),
			run({ options: { allowShortLivedUrl: true } }),
		],
		'RESPONSE_INCOMPLETE + TRY_AGAIN': [
			() => answered('add_asset', { status: 200, body: {} }),
			retry(),
		],
	},
	'asset:upload': {
		FILE_TOO_LARGE: [() => storeError('EntityTooLarge'), by('media:add', GOOD)],
		'UPLOAD_CUT + TRY_AGAIN': [() => upload(CUT), retry()],
		'UPLOAD_NOT_STORED:other': [() => upload({ status: 200, body: PAGE }), retry()],
		'UPLOAD_NOT_STORED:md5': [
			() => upload(NO_MD5),
			retry(),
			run(() => upload(NO_MD5, { verifyIntegrity: false })),
		],
		'UPLOAD_REFUSED:redirect 301': [() => redirect(301), retry()],
		'UPLOAD_REFUSED:redirect 307': [() => redirect(307), retry()],
		'UPLOAD_REFUSED:SignatureDoesNotMatch': [
			() => storeError('SignatureDoesNotMatch'),
			retry({ options: { contentType: 'audio/mpeg' } }),
		],
		'UPLOAD_REFUSED:other': [() => storeError('AccessDenied'), retry()],
		UPLOAD_STALLED: [
			() => {
				void world.expire('put');
				return upload({ kind: 'stall', bytes: 1 });
			},
			retry(),
			retry({ options: { stallTimeout: 120 } }),
		],
		UPLOAD_URL_EXPIRED: [() => storeError('ExpiredToken'), retry()],
		UPLOAD_URL_UNUSABLE: [() => upload({}, { uploadUrl: SIGNED_HEADER }), run({ options: {} })],
	},
	'job:create': {
		'CALL_REFUSED + CHECK_PROFILE': [
			() => ({ profile: profileOf('none') }),
			run({ profile: profileOf('standard') }),
		],
	},
	'job:get': {
		'API_KEY_REFUSED:Automatic': [() => credential({ apiKey: 'no' }), retry(() => credential({}))],
		'API_KEY_REFUSED:other': [
			() => given(world.set({ keyTakenBy: 'apiToken' }), credential({ authentication: 'jwt' })),
			retry(() => credential({})),
			retry(() => given(world.emulator.switches.reset(), credential({ authentication: 'jwt' }))),
		],
		CREDENTIAL_KEY_INVALID: [() => credential({ apiKey: 'ä' }), retry(() => credential({}))],
		'CREDENTIAL_URL_INVALID:Environment': [
			() => credential({ environment: 'Sandbox' }),
			retry(() => credential({})),
		],
		'CREDENTIAL_URL_INVALID:other': [
			() => credential({ baseUrl: 'no' }),
			retry(() => credential({})),
		],
		EXPRESSION_FAILED: [
			() => ({ jobId: '={{ $("Nowhere").item.json.id }}' }),
			run(() => job('Pending')),
		],
		HOST_BUSY: [() => answered('job_info', { status: 503 }), retry()],
		'HOST_UNREACHABLE:blocked': [
			() => credential({ baseUrl: PRIVATE }),
			retry(() => credential({})),
		],
		'HOST_UNREACHABLE:certificate': [untrusted, retry(() => credential({}))],
		'HOST_UNREACHABLE:other': [
			() => credential({ baseUrl: 'http://127.0.0.1:1/api' }),
			retry(() => credential({})),
		],
		JOB_ID_INVALID: [() => ({ jobId: 'x' }), run(() => job('Pending'))],
		NOT_VERBIT: [() => answered('job_info', { status: 200, body: PAGE, headers: HTML }), retry()],
		PROXY_LOGIN_REQUIRED: [() => answered('job_info', { status: 407 }), retry()],
		TOKEN_REFUSED: [() => answered('job_info', { status: 401, body: {} }), retry()],
	},
	'job:getCaptions': {
		'CAPTIONS_NOT_COMPLETE:other': [
			() => captionsFrom((_, response) => void response.end(PAGE + Math.random())),
			retry(),
			by('job:getCaptions', { options: { checkFile: false } }),
		],
		'CAPTIONS_NOT_COMPLETE:repeated': [
			() => captionsFrom(file(Buffer.from(PAGE))),
			by('job:getCaptions', { options: { checkFile: false } }),
		],
		'CAPTIONS_NOT_READY:other': [
			() => job('In Progress'),
			by('job:wait', completed),
			retry(completed),
		],
		'CAPTIONS_NOT_READY:pending': [
			() => jobWithMedia(),
			by('job:start', {}, [0, 1, 1]),
			retry(completed),
		],
		'CAPTIONS_NOT_READY:draft': [
			() => job('In Progress', { draft: true }),
			by('job:get'),
			retry(({ jobId }) => world.setStatus(jobId, 'In Progress', { isDraftReady: true })),
		],
		CAPTIONS_NOT_TEXT: [
			() => ({ ...captionsFrom(file(FILE)), captionFormat: 'bundle', outputAs: 'text' }),
			retry({ captionFormat: 'srt' }),
			by('job:getCaptions', { captionFormat: 'srt', outputAs: 'text' }),
		],
		'CAPTIONS_UNAVAILABLE:failed + SUBMIT_AGAIN + AGAIN_BY_REUSE_OR_ALONE': [
			() => job('Failure'),
			by('job:get'),
			alone(),
		],
		'CAPTIONS_UNAVAILABLE:other': [() => job('Canceled'), alone()],
		CAPTION_FORMAT_WITHOUT_TEXT: [
			() => ({ ...job('Completed'), outputAs: 'text', captionFormat: 'pdf' }),
			run({ captionFormat: 'txt' }),
			run({ outputAs: 'file' }),
		],
		DOWNLOAD_INTERRUPTED: [() => captionsFrom(cutHalfway(FILE)), retry()],
		DOWNLOAD_URL_REFUSED: [() => captionsFrom(status(403)), retry()],
		'CALL_REFUSED + TRANSCRIPT_PROFILE': [
			() =>
				given(refused('get_caption', 'INVALID_OPTION'), job('Completed'), { captionFormat: 'srt' }),
			retry({ captionFormat: 'txt' }),
		],
		'CALL_REFUSED + TRANSCRIPT_PROFILE:': [
			() =>
				given(refused('get_caption', 'INVALID_OPTION'), job('Completed'), {
					outputAs: 'segments',
				}),
			retry({ outputAs: 'text', captionFormat: 'txt' }),
		],
		'CALL_REFUSED + TRANSLATION_CONDITIONS': [
			() =>
				given(refused('get_caption', 'INVALID_OPTION'), job('Completed'), {
					captionFormat: 'txt',
					options: { captionLanguage: 'es' },
				}),
			retry({ options: {} }),
		],
		'CALL_REFUSED + DRAFT_OF_COMPLETED_JOB': [
			() => given(refused('draft', 'INVALID_QUERY'), job('Completed', { draft: true })),
			run({ options: {} }),
			by('job:get'),
		],
		'CALL_REFUSED + DRAFT_FORMATS': [
			() => ({ ...jobWithDraft(), captionFormat: 'vtt', options: { draft: true } }),
			retry({ captionFormat: 'srt' }),
		],
	},
	'job:requestUploadUrl': {
		'NOT_VERBIT + UPLOAD_URL_NAMES': [
			() => world.set({ uploadUrlPath: 'get_upload_url' }),
			retry({ options: { path: '/job/get_upload_url' } }),
			by('asset:upload', () => link(file(FILE))),
		],
	},
	'job:start': {
		'URL_PRIVATE:Callback URL': [
			() => ({
				...credential({ environment: 'production' }),
				options: { callbackUrl: 'http://n8n/x' },
			}),
			run(
				async () => ({
					...credential({}),
					...(await jobWithMedia()),
					options: { callbackUrl: 'https://n8n.example/x' },
				}),
				[0, 1, 1],
			),
		],
		'CALL_REFUSED:INVALID_QUERY': [
			async () =>
				given(
					await jobWithMedia(),
					refused(START, 'INVALID_QUERY'),
					answered('job_info', { status: 200, body: { job_status: 'Archived' } }),
				),
			by('job:get'),
		],
		'CALL_REFUSED:MISSING_PARAMETER + METADATA_CONDITIONS': [
			async () => given(await jobWithMedia(), refused(START, 'MISSING_PARAMETER')),
			alone({ additionalFields: { jobMetadata: '{"a": 1}' } }),
		],
		'CALL_REFUSED:other': [
			async () => given(await jobWithMedia(), refused(START, 'INVALID_OPTION')),
			run({}, [0, 1, 1]),
		],
		JOB_ALREADY_STARTED: [() => jobWithMedia('Completed'), by('job:wait')],
		'JOB_NOT_READY:other': [
			() => {},
			retry(
				async ({ jobId }) => void (await world.run('media:add', [{}], { jobId, ...GOOD })),
				[0, 1, 1],
			),
			by('media:add', GOOD),
		],
		START_REFUSED: [() => jobWithMedia('Failure'), alone()],
		'NOT_VERBIT + CONTINUE': [
			async () =>
				given(
					await jobWithMedia(),
					answered(START, UNCLEAR),
					answered('job_info', { status: 404, body: 'x' }),
				),
			retry({}, [0, 1, 1]),
		],
	},
	'job:wait': {
		JOB_CANCELED: [() => job('Canceled'), alone()],
		...rowsFor(Object.keys(causesOf('JOB_FAILED')), (cause) => [
			`JOB_FAILED:${cause} + SUBMIT_AGAIN + AGAIN_BY_REUSE_OR_ALONE`,
			[
				() => ({ jobId: world.jobThatIs('Failure', { errors: [{ code: cause, message: 'x' }] }) }),
				alone(),
			],
		]),
		WAIT_JOB_NOT_STARTED: [
			async () => ({ ...(await jobWithMedia()), options: SHORT }),
			by('job:start', {}, [0, 1, 1]),
			retry(completed),
		],
		'WAIT_TIMED_OUT:other + TRY_AGAIN': [
			() => job('In Progress', SHORT),
			retry(completed),
			by('job:wait', completed),
			by('job:getCaptions', completed),
		],
	},
	'recording:submit': {
		'CALL_REFUSED:INVALID_URL + SUBMIT_AGAIN + AGAIN_BY_RETRY + OTHER_ITEMS': [
			() => refused('add_media', 'INVALID_URL'),
			retry({}, [3, 2, 2]),
			retry(continueOnFail, [3, 2, 2]),
		],
		'ATTACHMENT_UNCLEAR + CONTINUE': [() => answered('add_media', UNCLEAR), retry()],
		'CALL_REFUSED:MISSING_PARAMETER + METADATA_CONDITIONS + SUBMIT_AGAIN + AGAIN_BY_RETRY': [
			() => refused(START, 'MISSING_PARAMETER'),
			retry({ additionalFields: { jobMetadata: '{"a": 1}' } }, [3, 2, 2]),
		],
		'JOB_MAY_EXIST:other + SUBMIT_AGAIN + AGAIN_BY_RETRY': [
			() => answered('job_new', { kind: 'answerThenDrop' }),
			retry({}, [3, 2, 2]),
		],
		'JOB_MAY_EXIST:withId + CONTINUE + AGAIN_BY_EITHER': [
			withIds(() => answered('job_new', { kind: 'answerThenDrop' })),
			retry({}, [6, 2, 2]),
			run({}, [6, 2, 2]),
		],
		'JOB_MAY_EXIST:known + CONTINUE': [
			() =>
				answered('job_new', {
					status: 201,
					body: { data: { job_id: world.newJob() }, error: ENVELOPE },
				}),
			by('job:get', {}, [1, 1, 1]),
			retry({}, [1, 2, 2]),
		],
		'JOB_NOT_READY:Submit or Transcribe + CONTINUE': [
			() => refused(START, 'INVALID_QUERY'),
			retry(),
		],
		'START_REFUSED + SUBMIT_AGAIN': [canceledEarly, retry({}, [3, 2, 2])],
		EXTERNAL_ID_OF_OTHER_FILE: [
			withIds(async () => given(await done(ID), OTHER_RECORDING)),
			alone({ externalId: 'own' }, [1, 1, 1]),
			alone({ ifExternalIdUsed: 'create' }, [1, 1, 1]),
			retry(continueOnFail, [0, 0, 2]),
		],
		RECORDING_FAILED_TWICE: [
			withIds(() => failed(2)),
			by('job:get'),
			alone({}, [1, 1, 1]),
			retry(continueOnFail, [0, 0, 2]),
		],
		JOBS_UNKNOWN: [
			withIds(() => forgotten(2)),
			alone({}, [1, 1, 1]),
			retry(continueOnFail, [0, 0, 2]),
		],
		'EXTERNAL_ID_OF_OTHER_FILE:': [
			withIds(async () => {
				const { items, ...parameters } = stored();
				await world.run('recording:submit', items, { ...parameters, ...ID });
				return { mediaSource: 'url' };
			}),
			alone({ externalId: 'own' }, [1, 1, 1]),
			run(() => stored(), [0, 0, 2]),
			retry(continueOnFail, [0, 0, 2]),
		],
		EXTERNAL_ID_NOT_CHECKED: [withIds(() => world.memory.fail()), run(), retry(continueOnFail)],
		EXTERNAL_ID_UNCLEAR: [
			withIds(async () => given(await done(ID), answered('job_info', { kind: 'dropConnection' }))),
			run({}, [0, 0, 2]),
			retry(continueOnFail, [0, 0, 2]),
		],
		'UPLOAD_CUT + CONTINUE + AGAIN_BY_EITHER': [withIds(() => upload(CUT)), retry(), run()],
	},
	'recording:transcribe': {
		'JOB_FAILED:failed_transcribing + SUBMIT_AGAIN + AGAIN_BY_RETRY + OTHER_ITEMS': [
			() => FAILING,
			retry({ options: SOON }, [3, 3, 2]),
			retry({ options: SOON, ...continueOnFail }, [3, 3, 2]),
		],
		'JOB_FAILED:failed_transcribing + AGAIN_BY_EITHER': [
			withIds(() => FAILING),
			retry({ options: SOON }, [3, 3, 2]),
			run({ options: SOON }, [3, 3, 2]),
		],
		...rowsFor(['bad_audio_quality', 'failed_transcoding', 'no_speech'], (cause) => [
			`JOB_FAILED:${cause} + SUBMIT_AGAIN + AGAIN_ALONE + JOB_PAID`,
			[
				() => {
					const errors = [{ code: cause, message: 'x' }];
					world.fault('job_info', {
						status: 200,
						body: { job_status: 'Failure', errors },
						times: 9,
					});
					return { options: SOON };
				},
				alone({}, [3, 3, 1]),
				by('job:getCaptions', completed, [2, 2, 1]),
			],
		]),
		'WAIT_TIMED_OUT:Transcribe + CONTINUE': [
			() => ({ options: { finishIn: 900, ...SHORT } }),
			retry(completed),
			retry((state) => given(completed(state), { options: SOON })),
		],
	},
};

/** @type {typeof ROWS} what needs files, another execution, or a list: an agent has none */
const OF_PEOPLE = {
	'asset:upload': {
		'FILE_INVALID:empty': [
			() => ({ items: [{ files: { data: { content: Buffer.alloc(0), fileName: 'x.mp3' } } }] }),
			run({ items: [files('data')] }),
		],
		'FILE_INVALID:other': [
			() => ({ items: [{ binary: { data: { data: 'filesystem-v2', mimeType: 'audio/mpeg' } } }] }),
			run({ items: [files('data')] }),
		],
		FILE_NOT_FOUND: [
			() => ({ items: [files('data', 'more')], binaryPropertyName: 'other' }),
			run({ binaryPropertyName: 'data, more' }, [0, 0, 2]),
			run({ binaryPropertyName: 'data' }),
		],
		ITEM_WITHOUT_FILES: [() => ({ items: [{}] }), run({ items: [files('data')] })],
		'ONE_ACCEPTED:option': [
			() => ({ items: [files('a', 'b')], binaryPropertyName: '*', options: { fileName: 'x.mp3' } }),
			run({ binaryPropertyName: 'a' }),
			run({ options: {} }, [0, 0, 2]),
		],
	},
	'media:add': {
		'ONE_ACCEPTED:Add media': [
			() => ({ mediaSource: 'binary', items: [files('a', 'b')], binaryPropertyName: '*' }),
			by('media:add', { items: [files('a', 'b')], mediaSource: 'binary', binaryPropertyName: 'a' }),
		],
		'JOB_IN_SEVERAL_ITEMS:Add media': [
			() => ({ items: [{}, {}], ...GOOD }),
			run({ items: [{}] }),
			retry(continueOnFail, [0, 0, 1]),
		],
		'NOT_A_RECORDING:a file of an unknown format': [
			() => ofFile('\0'),
			run({ options: { contentType: 'audio/L16' } }),
		],
		'NOT_A_RECORDING:other': [() => ofFile('%PDF-1.7'), run({ items: [files('data')] })],
	},
	'media:addNotes': {
		'JOB_IN_SEVERAL_ITEMS:Add notes': [
			() => ({ items: [{}, {}], ...notes() }),
			run({ items: [{}] }),
			run({ items: [files('a', 'b')], notesSource: 'binary', binaryPropertyName: '*' }),
			retry(continueOnFail, [0, 0, 1]),
		],
	},
	'job:wait': {
		'JOB_FAILED:failed_transcribing + SUBMIT_AGAIN + AGAIN_BY_REUSE_OR_ALONE': [
			async () => ({ ...(await failed()), jobId: world.jobIds().at(-1) }),
			way('run', async () => {
				await done(ID);
				return await earlier(ID);
			})({}, [1, 1, 2]),
		],
		WAIT_NOT_SUSPENDED: [
			() => given({ mode: 'trigger' }, inOtherN8n(), job('In Progress', LONG)),
			retry((state) => given(completed(state), { options: SOON })),
		],
		'JOB_ID_INVALID + ITEM_FAILED': [
			() => ({
				jobId: '={{ $json.job_id }}',
				items: [{ json: { error: 'x', details: { code: 'X', description: 'x', step: 'Upload' } } }],
			}),
			run(() => ({ items: [{ json: { job_id: world.jobThatIs('Completed') } }] })),
		],
		'JOB_ID_INVALID + ITEM_SKIPPED': [
			() => ({
				jobId: '={{ $json.job_id }}',
				items: [{ json: { external_id: 'x', skipped: true } }],
			}),
			run(() => ({ items: [{ json: { job_id: world.jobThatIs('Completed') } }] })),
		],
	},
	'job:create': {
		PROFILES_NOT_LISTED: [withoutList, run({ profile: profileOf('standard') })],
	},
	'job:get': {
		CREDENTIAL_NOT_FOUND: [
			() => ({ credential: withoutCredential() }),
			retry(() => credential({})),
		],
	},
	'job:getCaptions': {
		CAPTIONS_NOT_STORED: [() => given(withFullDisk(), job('Completed')), retry()],
		CHARSET_GUESSED: [
			() => ({
				...captionsFrom(file(CYRILLIC, { 'content-type': 'text/plain' })),
				...{ outputAs: 'text', captionFormat: 'txt' },
			}),
			run({ outputAs: 'file' }),
		],
	},
	'job:start': {
		'JOB_IN_SEVERAL_ITEMS:other': [
			async () => given(await jobWithMedia(), { items: [{}, {}] }),
			run({ items: [{}] }, [0, 1, 1]),
			retry(continueOnFail, [0, 0, 1]),
		],
		SANDBOX_JOB_STAYS: [
			async () => given(await jobWithMedia(), environment('sandbox')),
			run(async () => ({ ...(await jobWithMedia()), options: { finishIn: 0 } }), [0, 1, 1]),
		],
	},
	'recording:submit': {
		'CREDENTIAL_CHANGED + CONTINUE + AGAIN_BY_RETRY': [
			async () =>
				given(await lostMedia(), world.fault('job_info', { ...UNKNOWN, times: 9 }), {
					nodeSettings: { credentials: { verbitApi: { id: '2', name: 'Other account' } } },
				}),
			retry({ nodeSettings: {} }, [0, 1, 2]),
		],
		'SOURCE_CHANGED + CONTINUE': [
			async () => given(await lostMedia(), OTHER_RECORDING),
			retry({ mediaUrl: '={{ $json.url }}' }, [0, 1, 2]),
			alone({}, [1, 1, 1]),
		],
		'SOURCE_CHANGED + AGAIN_BY_ID_OR_ALONE + AGAIN_BY_EITHER': [
			withIds(async () => given(await lostMedia(ID), OTHER_ADDRESS)),
			retry({ mediaUrl: '={{ $json.url }}' }, [0, 1, 2]),
			run({}, [0, 1, 2]),
		],
		SAVED_BY_OTHER_VERSION: [
			savedByOther,
			by('job:getCaptions', completed, [0, 0, 1]),
			run(ID, [0, 1, 2]),
		],
		'FILE_UNREADABLE + CONTINUE + AGAIN_BY_RETRY': [unreadableOnce, retry()],
		'FILE_DELETED + SUBMIT_AGAIN + AGAIN_BY_ID_OR_ALONE + OTHER_ITEMS': [
			() => withoutFiles('job_new'),
			alone({}, [1, 1, 1]),
			retry(continueOnFail, [0, 0, 2]),
		],
		'FILE_DELETED + SUBMIT_AGAIN + AGAIN_ALONE + OTHER_ITEMS': [
			() => withoutFiles('put'),
			alone({}, [1, 1, 1]),
			retry(continueOnFail, [0, 0, 2]),
		],
		'FILE_DELETED + JOB_PAID + OTHER_ITEMS': [
			() => withoutFiles('put', 1),
			retry(continueOnFail, [0, 0, 2]),
			by('job:getCaptions', completed),
		],
		'UPLOAD_CUT + CONTINUE + AGAIN_BY_RUN': [
			withIds(() => given(upload(CUT), continueOnFail)),
			run(),
		],
		'UPLOAD_CUT + SUBMIT_AGAIN + AGAIN_ALONE': [
			() => ({ ...upload(CUT), ...continueOnFail }),
			alone(),
		],
		'MERGE_REFUSED:Submit or Transcribe + SUBMIT_AGAIN + AGAIN_BY_RETRY': [
			() => ({
				mediaSource: 'binary',
				binaryPropertyName: '*',
				profile: profileOf(second('no-merge', 'standard')),
				items: ['one', 'two'].map((id) => ({ json: { id }, ...files('a', 'b') })),
			}),
			retry({ profile: profileOf('standard') }, [3, 2, 2]),
		],
		'URL_REFUSED + OTHER_ITEMS': [
			() => links.answer(hosted, status(403)),
			alone({}, [2, 2, 1]),
			retry(continueOnFail, [2, 2, 2]),
		],
		TRIAL_RUN_REFUSED: [
			async () => ({
				...GOOD,
				result: await world.engine.trial(world.options('recording:submit', [], GOOD, {})),
			}),
			trial({ timeout: 120 }, [1, 1, 1]),
			run(),
		],
		EACH_RUN_COSTS: [
			() => environment('production'),
			way('id', async ({ options }) => {
				await world.engine.run(changed(options, ID));
				return await world.engine.run(changed(options, ID));
			})({}, [4, 4, 2]),
			run(() => environment('sandbox'), [4, 4, 2]),
		],
		FILES_NOT_SENT: [
			() => ({ items: [files('a', 'b')], mediaSource: 'binary', binaryPropertyName: 'a' }),
			alone({ binaryPropertyName: 'b' }, [2, 2, 1]),
		],
		ID_SHARED: [withIds(() => SHARED), alone({ externalId: 'later' }, [2, 2, 1])],
		ITEMS_SHARED: [withIds(() => SHARED, SKIP), alone({ externalId: 'later' }, [2, 2, 1])],
		ITEMS_DONE: [withIds(() => done(SKIP), SKIP), run({ ifExternalIdUsed: 'reuse' }, [0, 0, 2])],
		'FIELD_EMPTY + OTHER_ITEMS': [
			() => ({ mediaUrl: second('') }),
			retry(continueOnFail, [1, 1, 2]),
		],
	},
	'recording:transcribe': {
		'JOB_FAILED:failed_transcribing + AGAIN_BY_RUN': [
			withIds(() => given(continueOnFail, FAILING)),
			run({ options: SOON }, [3, 3, 2]),
		],
		'JOB_FAILED:failed_transcribing + AGAIN_ALONE': [
			withIds(async () => given(await failed(), completeAll(), FAILING)),
			alone({ options: SOON }, [2, 2, 1]),
			retry(continueOnFail, [1, 1, 2]),
		],
		'CONNECTION_DROPPED + JOB_MAY_BE_PAID': [
			() =>
				given(
					world.fault('perform_transcription', { kind: 'dropConnection', times: 9 }),
					world.fault('job_info', { status: 503, times: 9 }),
					{ ...continueOnFail, options: { ...SHORT, maxAttempts: 1 } },
				),
			// Each of two starts is sent four times, and doesn't arrive.
			by('job:get', {}, [2, 8, 1]),
			by('job:start', {}, [2, 9, 1]),
		],
		'DOWNLOAD_INTERRUPTED + JOB_PAID': [
			() =>
				given(
					links.answer(hosted, hosted, cutHalfway(FILE)),
					world.fault(
						'get_caption',
						{ kind: 'delay' },
						{ status: 302, headers: { location: `${links.url}/x` }, times: 9 },
					),
					{ ...continueOnFail, options: SOON },
				),
			by('job:getCaptions', {}, [2, 2, 1]),
		],
		SANDBOX_JOB_FINISHES: [
			() =>
				given(finishStarted(), {
					...environment('sandbox'),
					options: { timeoutHours: 0.05, pollInterval: 1 },
				}),
			run({ options: SOON }, [4, 4, 2]),
		],
		'WAITS_FOR_JOBS + BY_CAPTIONS': [
			() => ({ mode: 'trigger', options: LONG }),
			by('job:getCaptions', completed, [2, 2, 1]),
		],
		'WAITS_FOR_JOBS + AGAIN_BY_RUN': [
			withIds(() => ({ mode: 'trigger', options: LONG })),
			run(completed),
		],
		ITEMS_FAILED_TWICE: [
			withIds(async () => given(await failed(2), later(), { options: SOON }), SKIP),
			alone({ options: SOON }, [1, 1, 1]),
		],
		ITEMS_IN_WORK: [
			withIds(
				() => done({ ...SKIP, options: LONG }, 'recording:transcribe', { mode: 'trigger' }),
				SKIP,
			),
			run((state) => given(completed(state), later()), [0, 0, 2]),
		],
	},
};

/** What only an agent is told. @type {typeof ROWS} */
const OF_AGENTS = {
	'media:add': {
		AGENT_HAS_NO_FILES: [() => ({ mediaSource: 'binary' })],
	},
	'recording:submit': {
		'UPLOAD_CUT + CONTINUE + AGAIN_BY_CALL': [() => given(upload(CUT), ID)],
		'UPLOAD_CUT + CONTINUE + AGAIN_BY_CALL_NOW': [() => upload(CUT)],
	},
	'recording:transcribe': {
		CALL_AGAIN: [() => given(withoutExecution(), ID)],
		CALL_LATER: [withoutExecution],
	},
};

/** Where nothing can be carried out in a test, and why. */
const NOTHING = {
	CALL_IGNORED: 'Nothing is to be done after a test event, and what else calls is not known.',
	CALL_POSTPONED: 'Nothing is to be done: Verbit calls again.',
	CALL_TOO_EARLY: 'Nothing is to be done: Verbit calls again.',
	CALL_UNREADABLE: 'Another program calls, which is not known.',
	EVENT_NOT_RECORDED: "n8n's database is to be checked.",
	FILE_HELD_IN_MEMORY: 'n8n is to be started with another variable.',
	IDS_NOT_APART: 'A version of the node that does not exist yet is to be installed.',
	NO_SPEECH: "Verbit's support is to be asked.",
	TESTED_KEY_UNCHECKED: 'The test of the credential is to be made again.',
	TIMES_DIFFER: 'Whoever uses the times is to look at them.',
	TRANSCRIPT_VERSION: 'A version of the node that does not exist yet is to be installed.',
	UNEXPECTED_ERROR: 'It is a fault of the node or of n8n, which is to be reported.',
};

/** What is said without advice. */
const STATEMENTS = [
	...['CREATION_NOT_REPEATED', 'IDS_NOT_REMEMBERED', 'JOBS_LEFT_OVER', 'KEY_KIND_OPEN'],
	...['POSSIBLE_DUPLICATE', 'WAITS_FOR_CALLER', 'WAITS_IN_OLD_SUB_WORKFLOW', 'WAITS_IN_OTHER_N8N'],
	...['WAITS_IN_SUB_WORKFLOW_OF_ITEM'],
];

/** What another test carries out, by a part of its name: it isn't said by a run of this node. */
const ELSEWHERE = {
	CREDENTIAL_HOST_MISMATCH: [
		'unit/credentials/hosts.test.js',
		'a request of another node gets the token for its own host',
	],
	EVENT_REPEATED: ['engine/trigger.test.js', 'starts the workflow again where %s'],
	WAIT_ITEMS_REPLACED: ['engine/wait.test.js', 'names the jobs of items that n8n replaces'],
	STILL_SUBMITTING: ['engine/agents.test.js', 'it answers in time where it takes long to %s'],
	TESTED_KEY_REFUSED: ['e2e/package.test.js', "didn't accept this key or token"],
	TESTED_URL_WRONG: ['e2e/package.test.js', "'Base URL' isn't the URL of the Verbit API"],
};

function withoutCredential() {
	const missing = Object.assign(new Error('Credential with ID "1" does not exist'), {
		name: 'CredentialNotFoundError',
	});
	const getDecrypted = async () => await Promise.reject(missing);
	return Object.assign(world.credentialOf({}), { getDecrypted });
}

const withFullDisk = () => {
	const full = new Error('The disk is full');
	jest.spyOn(world.engine.binaryData, 'store').mockRejectedValue(full);
};

async function withoutList() {
	world.set({ profilesListed: false });
	const { results } = await world.engine.searchList('profile', world.credential);
	return { result: { hints: [{ message: results[0].name }] } };
}

async function savedByOther() {
	answered('add_media', { kind: 'dropConnection' });
	const failedRun = await earlier(ID);
	world.emulator.faults.clear();
	const flattened = failedRun.flattened.replace('"version":1,"entries"', '"version":99,"entries"');
	return { failedRun: { flattened } };
}

/** Two recordings in n8n's storage, one file at a time. */
const stored = () => ({
	...{ ...OF_ITEM, mediaSource: 'binary', binaryPropertyName: '*' },
	items: ['one', 'two'].map((id) => ({ json: { id }, ...files(id) })),
});

/** n8n's storage is away when the second file is sent. */
function unreadableOnce() {
	const { binaryData } = world.engine;
	const read = binaryData.getAsStream.bind(binaryData);
	// Both are looked at first, and then the first one is sent.
	let isReadable = 3;
	jest.spyOn(binaryData, 'getAsStream').mockImplementation(async (...file) => {
		if (isReadable-- <= 0) throw new Error('The storage is away');
		return await read(...file);
	});
	return stored();
}

/** The execution is retried after n8n has deleted its files. @param {string} call of the recordings that fails @param {number} [after] */
async function withoutFiles(call, after = 0) {
	before = after;
	answered(call, { status: 403 });
	const { items, ...parameters } = stored();
	const failedRun = await world.settled(world.run('recording:submit', items, parameters));
	world.emulator.faults.clear();
	world.engine.removeFiles();
	return { failedRun, items, ...parameters };
}

/** n8n shows the node's items while the execution is suspended: a wait would pass them on. */
function inOtherN8n() {
	const define = Object.defineProperty;
	jest.spyOn(Object, 'defineProperty').mockImplementation((target, name, property) => {
		const isHidden = name === 'waitTill';
		return define(target, name, isHidden ? { ...property, enumerable: true } : property);
	});
}

/** An MCP server calls, and waits for less than a minute. */
function withoutExecution() {
	const [start, from] = [Date.now(), performance.now()];
	jest
		.spyOn(Date, 'now')
		.mockImplementation(() => start + Math.round((performance.now() - from) * 200));
	world.set({ transcriptionSeconds: 3600 });
	return { hasExecution: false, mode: 'trigger', options: {} };
}

/** @param {State} state */
async function uploadedNotes({ options }) {
	const [assetId] = await world.uploadAssets(Number(options.parameters.jobId), 1);
	return { notesSource: 'assetIds', assetIds: assetId };
}

async function twoAssets() {
	const jobId = world.newJob();
	return { jobId, ...assets((await world.uploadAssets(jobId, 2)).join(', ')) };
}

const jobWithDraft = () => ({
	jobId: world.jobThatIs('Completed', { status: 'In Progress', isDraftReady: true }),
});

function canceledEarly() {
	refused(START, 'INVALID_QUERY');
	world.fault('job_info', { status: 200, body: { job_status: 'Canceled' }, times: 9 });
}

/** @param {string} environment whose hosts are the emulator's */
function environment(environment) {
	const { baseUrl, authUrl } = world.emulator;
	/** @type {any} */ (HOSTS)[environment] = { baseUrl, authUrl };
	world.set({ environment });
	return credential({ environment });
}

/** A submission whose second recording may be attached. */
async function lostMedia(parameters = {}) {
	answered('add_media', { kind: 'dropConnection' });
	const failedRun = await earlier(parameters);
	world.emulator.faults.clear();
	return { failedRun };
}

/** What there is to start from. @param {string} operation @param {Row[0]} prepare */
async function stateOf(operation, prepare, isAgent = false) {
	const items = recordings().slice(0, isOfRecordings(operation) ? 2 : 1);
	before = isAgent ? 0 : items.length - 1;
	const ofJob = { jobId: world.newJob(), fileName: 'x.mp3', ...GOOD };
	links.answer(hosted);
	const { failedRun, hasExecution, result, ...prepared } = (await prepare()) ?? {};
	world.emulator.journal.clear();
	const own = world.options(operation, items, isOfRecordings(operation) ? OF_ITEM : ofJob, {});
	return { options: changed(own, prepared), failedRun, hasExecution, result };
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
	world.emulator.switches.set({ keyTakenBy: 'both' });
	world.memory.mend();
	links.answer(hosted);
	jest.restoreAllMocks();
}

const hosts = { ...HOSTS };
afterEach(() => {
	mend();
	Object.assign(HOSTS, hosts);
});

/** @param {string} said */
const namesIn = (said) => said.split(' + ');

/** @param {string} said @param {ReturnType<typeof saidIn>} saidNow */
function expectSaid(said, { code, all }) {
	for (const name of namesIn(said)) {
		const [first, cause] = name.split(':');
		if (first in MESSAGES) expect(code).toBe(first);
		if (cause !== undefined || !(first in MESSAGES)) expect(all).toMatch(textOf(name));
	}
}

/** @param {Array<typeof ROWS>} tables */
const rowsOf = (...tables) =>
	tables
		.flatMap((table) => Object.entries(table))
		.flatMap(([operation, rows]) =>
			Object.entries(rows).map(([said, [prepare, ...ways]]) => ({
				operation,
				said,
				prepare,
				ways,
			})),
		);

const ofPeople = rowsOf(ROWS, OF_PEOPLE);

/** Whether the next run of the workflow finds its jobs by their External IDs. @param {import('./engine').RunOptions} options */
const findsByIds = ({ parameters: { externalId, ifExternalIdUsed } }) =>
	externalId !== undefined && ifExternalIdUsed !== 'create';

/**
 * Has it said.
 * @param {Pick<ReturnType<typeof rowsOf>[number], 'operation' | 'prepare'>} row
 */
async function say({ operation, prepare }) {
	const { failedRun, options, result: known } = await stateOf(operation, prepare);
	const begin = async () =>
		await (failedRun ? world.engine.retry(options, failedRun) : world.engine.run(options));
	const result = known ?? (await world.settled(begin()));
	const saidNow = saidIn(result);
	mend();
	const jobId = Number(options.parameters.jobId || saidNow.jobId || world.jobIds().at(-1));
	const kinds = waysIn(saidNow.all, findsByIds(options));
	return { saidNow, kinds, state: { world, options, result, jobId } };
}

/**
 * Follows each way from where the advice was given: what is outside of the node begins as it was then.
 * @param {State} state
 * @param {Way[]} ways
 * @param {(one: Way | undefined, state: State) => Promise<void>} follow without ways it comes to the next run at once
 */
async function followEach(state, ways, follow) {
	const { emulator, memory } = world;
	const data = structuredClone(emulator.state.data);
	const [requests, rows, known] = [
		[...emulator.journal],
		structuredClone(memory.rows),
		{ ...HOSTS },
	];
	for (const one of ways.length > 0 ? ways : [undefined]) {
		emulator.state.data = structuredClone(data);
		emulator.journal.clear();
		emulator.journal.push(...requests);
		memory.rows = structuredClone(rows);
		Object.assign(HOSTS, known);
		mend();
		const own = { ...state };
		await follow(one, own);
		await expectNextRunPaysNothingTwice(own);
	}
}

test.each(ofPeople)('$operation: $said, and each way of it', async ({ said, ways, ...row }) => {
	const { saidNow, kinds, state } = await say(row);
	expectSaid(said, saidNow);
	expect(sentencesIn(saidNow.description)).toBeLessThanOrEqual(3);
	expect(ways.map((each) => each.kind)).toEqual(expect.arrayContaining(kinds));
	await followEach(state, ways, async (one, own) => {
		if (one === undefined) throw new Error('There is no way to follow');
		const { items } = await one.follow(own);
		const usual = usually(row.operation, one.kind);
		const expected = one.expected.length > 0 ? one.expected : usual;
		expect([one.kind, ...paid(), items.length]).toEqual([one.kind, ...expected]);
	});
});

describe('with External IDs', () => {
	beforeAll(() => void Object.assign(OF_ITEM, ID));
	afterAll(() => void Reflect.deleteProperty(OF_ITEM, 'externalId'));

	/** Where no row follows what is said with an ID. @type {Record<string, Way>} */
	const USUAL = { alone: alone(), retry: retry(), run: run() };

	/** A hint is followed after all has gone well. */
	const withoutOwn = ofPeople.filter(
		({ operation, said, prepare }) =>
			isOfRecordings(operation) &&
			namesIn(said)[0].split(':')[0] in MESSAGES &&
			!('hasIds' in prepare),
	);

	test.each(withoutOwn)(
		'$operation: $said, followed in each way that is said',
		async ({ ways, ...row }) => {
			const { kinds, state } = await say(row);
			const own = ways.filter(({ kind }) => kinds.includes(kind));
			const others = kinds.filter((kind) => own.every((one) => one.kind !== kind));
			const followed = [...own, ...others.flatMap((kind) => USUAL[kind] ?? [])];
			await followEach(state, followed, async (one, state) => {
				await world.settled(Promise.resolve(one?.follow(state)));
			});
		},
	);
});

test.each([
	['JOB_PAID', 'recording:transcribe', () => given(GOOD, { options: SHORT })],
	['AGAIN_ALONE', 'recording:submit', () => upload({ status: 403, times: 9 })],
	['AGAIN_BY_RUN', 'recording:transcribe', () => given(GOOD, ID, { options: SHORT })],
])('in a sub-workflow, whose caller shows its errors, %s is said, and no Retry', async (...row) => {
	const [said, operation, prepare] = row;
	before = 1;
	const options = world.options(operation, recordings(), prepare(), {});
	const result = await world.settled(world.engine.run({ ...options, caller: '77' }));
	const { description } = saidIn(result);
	expect(description).toMatch(textOf(said));
	expect(description).not.toMatch(/[Rr]etry|\.[A-Z]/);
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

/** Without the cause, whose text is read below. @param {string} said */
const withoutCause = (said) => said.replace(/:[^+]+?(?= \+|$)/, '');

/** @type {Map<string, [said: string, operation: string, prepare: () => any]>} */
const ofModels = new Map(
	rowsOf(ROWS, OF_AGENTS).map(({ operation, said, prepare }) => [
		withoutCause(said),
		[said, operation, prepare],
	]),
);

/** The sentences that only a model is told. */
const OF_MODELS = /^(AGAIN_BY_CALL|CALL_(AGAIN|LATER))/;

/** What a model is told that may call again. */
const AGAIN = /the same call again|Call this again (once|later)|Try again later/;

describe('an AI agent', () => {
	test.each([...ofModels.values()])(
		'is told %s of %s as a model can follow it',
		async (said, operation, prepare) => {
			const { options, hasExecution } = await stateOf(operation, prepare, true);
			const toolArguments = /** @type {any} */ (options.items.at(-1)).json;
			const ofTool = { toolArguments, runExecutionData: createRunExecutionData({}), hasExecution };
			const call = async () => await world.engine.runAsTool({ ...options, ...ofTool });
			const [{ error, json }] = await call().catch((thrown) => [{ error: thrown }]);
			const told = error ? error.description : json.message;
			const [code] = namesIn(said)[0].split(':');
			if (error)
				expect([error.context.code, error.message]).toEqual([code, expect.stringContaining(told)]);
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

	test('is told nothing of other causes that only people can do', () => {
		const codes = new Set([...ofModels.keys()].map((said) => namesIn(said)[0]));
		const told = [...codes].filter((code) => code in MESSAGES).flatMap(forAgents);
		expect(told.filter((text) => FOR_PEOPLE.test(text))).toEqual([]);
	});
});

test('every advice is followed, but for what nobody can follow in a test', () => {
	const known = new Set([
		...rowsOf(ROWS, OF_PEOPLE, OF_AGENTS).flatMap(({ said }) => namesIn(said)),
		...STATEMENTS,
		...Object.keys({ ...NOTHING, ...ELSEWHERE }),
	]);
	expect(ALL_NAMES.filter((name) => !known.has(name))).toEqual([]);
	expect(Object.keys(NOTHING).length).toBeLessThanOrEqual(15);
	for (const [path, name] of Object.values(ELSEWHERE))
		expect(readFileSync(`${__dirname}/../${path}`, 'utf8')).toContain(name);
});

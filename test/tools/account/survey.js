const { readFileSync } = require('node:fs');
const { recordings } = require('../../support/recordings/recordings');
const { isOutage, ok } = require('./session');
const { FINISH_IN_S, inWords } = require('./words');

/** @typedef {import('./session').Session} Session @typedef {import('./session').Reply} Reply */

/** What is asked of a job that has finished: the formats that a user is most likely to want. */
const FORMATS = 'srt vtt web_vtt txt json docx pdf sami scc dfxp rtf'.split(' ');

/** How long is waited for a job to finish, seconds: beyond it, what told it to was not read, or was in minutes. */
const LONGEST_WAIT_S = 120;

/** Where the parameters of a start may belong, the node's guess first: what is sent as its body and its query. */
const START_FORMS = /** @type {Array<[string, (given: any) => { body: object, query?: any }]>} */ ([
	['in the body', (given) => ({ body: given })],
	['in options', (given) => ({ body: { options: given } })],
	['in the query', (given) => ({ body: {}, query: given })],
]);

/** Names that the deprecated upload may have, the node's guess first. */
const DIRECT_FORMS = ['request_upload_url', 'get_upload_url'].flatMap((path) =>
	['file_name', 'filename', 'name'].map((parameter) => ({ path, parameter })),
);

/** Nobody downloads it: it is registered, and never started. */
const EXAMPLE_URL = 'https://example.com/survey.wav';

/** The calls in their order, as they are announced before the first one. */
const PLAN = [
	'exchange the API key, call with it as an original token, and try a key and a token that are wrong',
	'list the profiles and the jobs; ask for a job that does not exist',
	'job 1: add an asset by file name and by URL, upload it, add it as media twice, notes twice, a backup recording twice, captions too early, start until Verbit takes it, wait, captions in each format',
	'job 2: merge two assets, start it so that it fails, wait, start it again',
	'job 3: two assets without merging; where job 1 or 2 did not end, start it in the other ways',
	'job 4: the deprecated upload URL, under each name that it may have',
	'job 5: a media URL and a job with labels, metadata and a dictionary as an array',
	'jobs 6 to 8: the node itself in the engine of n8n: Transcribe, Submit, Wait, Get Captions, Merge, list of profiles',
];

/**
 * Finds out which kind of key it is, as the node does, and whether Verbit is there at all: what else returned what came
 * would be taken for Verbit's answers.
 * @param {Session} session @param {Record<string, any>} found
 */
async function authenticate(session, found) {
	found.auth = await session.exchange();
	const original = `ApiToken ${session.apiKey}`;
	const query = { job_id: 0 };
	found.original = await session.call('GET', 'job/info', { query, authorization: original });
	const { ErrorType: type } = found.original.data;
	const { token } = found.auth.data;
	if (ok(found.auth) && typeof token === 'string') session.authorization = `bearer ${token}`;
	else if (typeof type === 'string' && type !== 'BAD_API_TOKEN') session.authorization = original;
	else throw nobodyLetIn(session, found);
	found.unknownJob = await session.job('GET', 'info', 1);
	if (found.unknownJob.data.ErrorType === undefined)
		throw notVerbit(session.baseUrl, found.unknownJob);
	found.wrongKey = await session.exchange('not-a-key');
	const authorization = session.authorization.replace(/ .*/, ' not.a.token');
	found.wrongToken = await session.call('GET', 'job/info', { query: { job_id: 1 }, authorization });
}

/** @param {Session} session @param {Record<string, any>} found */
function nobodyLetIn({ authUrl, baseUrl }, { auth, original }) {
	// A gateway may refuse a token with a page; the host of the exchange answers in JSON.
	if (isOutage(auth.status) || Object.keys(auth.data).length === 0) return notVerbit(authUrl, auth);
	if (original.data.ErrorType === undefined) return notVerbit(baseUrl, original);
	return new Error(
		`The key is refused: the exchange ${inWords(auth)}, and as an original API token Verbit ${inWords(original)}. Nothing else was asked.`,
	);
}

/** @param {string} url @param {Reply} reply */
function notVerbit(url, reply) {
	const { host } = new URL(url);
	const came = `${host} ${inWords(reply)}`;
	if (isOutage(reply.status))
		return new Error(`Verbit can't be asked now: ${came}. Try again later.`);
	return new Error(
		`This isn't Verbit's API: ${came}. Check the URLs and the network's login page.`,
	);
}

/** @param {Reply} reply @returns {string[]} names of profiles */
const profilesIn = ({ data }) =>
	[data.profiles ?? []].flat().map((profile) => String(profile?.name ?? profile));

/** A profile of the list. @param {Reply} list @param {string} [wanted] @throws Error with the list, for one that isn't in it */
function chooseProfile(list, wanted) {
	const names = ok(list) ? profilesIn(list) : [];
	const chosen = wanted ?? names[0];
	if (chosen === undefined)
		throw new Error('There is no list of profiles here: name one with --profile');
	if (names.length === 0 || names.includes(chosen)) return chosen;
	throw new Error(
		`There is no profile "${wanted}" here. Choose one with --profile: ${names.join(', ')}`,
	);
}

/**
 * Makes each call, and adds what came back to `found`. It stops where Verbit creates no job.
 * @param {Session} session
 * @param {{ profile?: string, callbackUrl?: string, insightsUrl?: string, found: Record<string, any> }} options
 */
async function survey(session, { profile: wanted, callbackUrl, insightsUrl, found }) {
	found.profiles = await session.call('GET', 'profiles');
	const profile = chooseProfile(found.profiles, wanted);
	Object.assign(found, { profile, starts: [] });
	await mainJob(session, found, { profile, callbackUrl });
	found.jobs = await session.call('GET', 'jobs');
	found.jobsById = await session.call('GET', 'jobs', { query: { external_id: found.externalId } });
	if (insightsUrl !== undefined) {
		const url = `${insightsUrl}/api/v2/insights`;
		found.insights = await session.call('GET', url, { query: { job_id: session.jobs[0] } });
	}
	await otherJobs(session, found, profile);
}

/**
 * Starts a job, in each way until Verbit takes it, and waits for its end.
 * @param {Session} session @param {Record<string, any>} found @param {number} jobId @param {Record<string, unknown>} given
 */
async function start(session, found, jobId, given) {
	/** @type {any[]} */
	const starts = found.starts;
	const known = starts.find(({ ended }) => ended?.hasEnded === true);
	// A way whose job was started and didn't end isn't tried again.
	const tried = starts.filter(({ ended }) => ended?.hasEnded === false);
	const ways = START_FORMS.filter(([where]) =>
		known ? known.where === where : !tried.some((way) => way.where === where),
	);
	for (const [where, write] of ways) {
		const { body, query } = write(given);
		const reply = await session.job('POST', 'perform_transcription', jobId, body, query);
		const entry = { where, reply, given, ended: /** @type {any} */ (undefined) };
		starts.push(entry);
		if (!ok(reply)) continue;
		entry.ended = await session.ended(jobId, LONGEST_WAIT_S);
		return entry;
	}
	return undefined;
}

/** @param {Session} session @param {Record<string, any>} found @param {any} options */
async function mainJob(session, found, { profile, callbackUrl }) {
	found.externalId = `survey ${Date.now()}`;
	const details = { profile, job_name: 'n8n-nodes-verbit survey 1', external_id: found.externalId };
	const { reply, jobId } = await session.newJob(details);
	found.newJob = reply;
	found.assetByUrl = await session.job('POST', 'add_asset', jobId, { asset_url: EXAMPLE_URL });
	const asset = await upload(session, jobId, recordings.partOne);
	Object.assign(found, { asset: asset.reply, put: asset.put });
	// What an earlier call is to bring about, and didn't, says nothing of the next one.
	if (asset.id === undefined) return;
	const media = { asset_ids: [asset.id] };
	found.addMedia = await session.job('POST', 'add_media', jobId, media);
	if (!ok(found.addMedia)) return;
	found.secondMedia = await session.job('POST', 'add_media', jobId, media);
	for (const name of ['notes', 'secondNotes']) {
		const body = { notes_attachment_url: `${EXAMPLE_URL}?${name}` };
		found[name] = await session.job('POST', 'add_notes_attachments', jobId, body);
	}
	for (const name of ['backup', 'secondBackup']) {
		const { id } = await upload(session, jobId, recordings.partTwo);
		found[name] = await session.job('POST', 'add_backup_record', jobId, { asset_id: id });
	}
	found.earlyCaptions = await captions(session, jobId, 'srt');
	const given = { finish_in: FINISH_IN_S, ...(callbackUrl && { callback_url: callbackUrl }) };
	const started = await start(session, found, jobId, given);
	found.start = started?.reply;
	if (started === undefined) return;
	found.secondStart = await session.job('POST', 'perform_transcription', jobId, {});
	if (started.ended.hasEnded) await readCaptions(session, found, jobId);
}

/** @param {Session} session @param {Record<string, any>} found @param {number} jobId of a job that is completed */
async function readCaptions(session, found, jobId) {
	found.completed = await session.job('GET', 'info', jobId);
	/** @type {Record<string, Reply>} */
	found.captions = {};
	for (const format of FORMATS) found.captions[format] = await captions(session, jobId, format);
	for (const format of ['srt', 'txt', 'json']) found[format] = found.captions[format];
	found.timecodes = await captions(session, jobId, 'txt', { timecode_interval: 1 });
	found.unknownFormat = await captions(session, jobId, 'no_such_format');
}

/** @param {Session} session @param {Record<string, any>} found @param {string} profile */
async function otherJobs(session, found, profile) {
	const newJob = async (/** @type {number} */ number) =>
		await session.newJob({ profile, job_name: `n8n-nodes-verbit survey ${number}` });
	const merged = await newJob(2);
	const two = await addTwo(session, merged.jobId, { merge_assets: true });
	found.merge = two.reply;
	// A profile may not be allowed to merge: then one of them is the recording.
	const one = { asset_ids: two.ids.slice(0, 1) };
	const hasMedia = ok(two.reply) || ok(await session.job('POST', 'add_media', merged.jobId, one));
	const fail = { finish_in: FINISH_IN_S, finish_with_error: true };
	const failing = hasMedia ? await start(session, found, merged.jobId, fail) : undefined;
	if (failing?.ended.hasEnded) {
		found.failed = failing.ended.info;
		found.startOfFailed = await session.job('POST', 'perform_transcription', merged.jobId, {});
	}
	const several = await newJob(3);
	found.several = (await addTwo(session, several.jobId, {})).reply;
	const hasEnded = found.starts.some((/** @type {any} */ { ended }) => ended?.hasEnded === true);
	if (!hasEnded && ok(found.several)) {
		const started = await start(session, found, several.jobId, { finish_in: FINISH_IN_S });
		if (started?.ended.hasEnded) await readCaptions(session, found, several.jobId);
	}
	const direct = await newJob(4);
	for (const { path, parameter } of DIRECT_FORMS) {
		const query = { [parameter]: 'survey.wav' };
		const reply = await session.job('POST', path, direct.jobId, undefined, query);
		found.direct ??= reply;
		if (!ok(reply)) continue;
		const isGuess = reply === found.direct;
		found.directForm = { path, parameter, fields: Object.keys(reply.data), isGuess };
		break;
	}
	const details = { labels: ['survey'], job_metadata: { survey: 'yes' } };
	const body = { ...details, profile, job_name: 'n8n-nodes-verbit survey 5' };
	const listed = { ...body, dynamic_dictionary: ['Verbit', 'n8n'] };
	found.detailedJob = await session.call('POST', 'job/new', { body: listed });
	const made = Number(found.detailedJob.data.job_id);
	if (Number.isSafeInteger(made)) session.jobs.push(made);
	const jobId = Number.isSafeInteger(made) ? made : (await session.newJob(body)).jobId;
	await session.job('POST', 'add_media', jobId, { media_url: EXAMPLE_URL });
}

/** @param {Session} session @param {number} jobId @param {string} file */
async function upload(session, jobId, file) {
	const reply = await session.job('POST', 'add_asset', jobId, { file_name: 'survey.wav' });
	const url = String(reply.data.upload_url ?? '');
	const body = readFileSync(file);
	// With no Content-Type.
	const put = url === '' ? undefined : await session.request('PUT', url, { body });
	return { reply, put, id: reply.data.asset_id };
}

/** @param {Session} session @param {number} jobId @param {object} more */
async function addTwo(session, jobId, more) {
	const ids = [];
	for (const file of [recordings.partOne, recordings.partTwo])
		ids.push((await upload(session, jobId, file)).id);
	const body = { asset_ids: ids, ...more };
	const hasAll = ids.every((id) => id !== undefined);
	return { reply: hasAll ? await session.job('POST', 'add_media', jobId, body) : undefined, ids };
}

/** @param {Session} session @param {number} jobId @param {string} format @param {Record<string, number>} [more] */
async function captions(session, jobId, format, more) {
	const query = { caption_format: format, ...more };
	return await session.job('GET', 'get_caption', jobId, undefined, query);
}

module.exports = { authenticate, chooseProfile, PLAN, survey };

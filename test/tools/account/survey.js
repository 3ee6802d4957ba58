const { hash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { decode } = require('jsonwebtoken');
const { recordings } = require('../../support/recordings/recordings');
const { inWords, isOutage, ok } = require('./session');

/**
 * @typedef {import('./session').Session} Session
 * @typedef {import('./session').Reply} Reply
 * @typedef {Record<string, any>} Found what came back, by the names in questions.js
 * @typedef {{ where: string, given: object, reply: Reply, ended?: Awaited<ReturnType<Session['ended']>> }} Start
 */

/** A sandbox job is told to finish after this many seconds. */
const FINISH_IN_S = 10;

/** The formats that a user is most likely to want. */
const FORMATS = 'srt vtt web_vtt txt json docx pdf sami scc dfxp rtf'.split(' ');

/** Where the parameters of a start may belong, the node's guess first: what is sent as its body and its query. */
const START_FORMS = /** @type {Array<[string, (given: any) => { body: object, query?: any }]>} */ ([
	['in the body', (given) => ({ body: given })],
	['in options', (given) => ({ body: { options: given } })],
	['in the query', (given) => ({ body: {}, query: given })],
]);

/** Nobody downloads it: it is registered, and never started. */
const EXAMPLE_URL = 'https://example.com/survey.wav';

/** The calls in their order, as they are announced before the first one. */
const PLAN = `
- exchange the API key, call with it as an original token, and try a key and a token that are wrong
- list the profiles and the jobs; ask for a job that does not exist
- job 1: add an asset by file name and by URL, upload it, add it as media twice, notes twice, a backup recording twice, captions too early, start until Verbit takes it, wait, captions in each format
- job 2: merge two assets, start it so that it fails, wait, start it again
- job 3: two assets without merging; where job 1 or 2 did not end, start it in the other ways
- job 4: the deprecated upload URL
- job 5: one with labels, metadata and a dictionary as an array
- jobs 6 to 8: the node itself in the engine of n8n: Transcribe, Submit, Wait, Get Captions, Merge, list of profiles`;

/**
 * Finds out which kind of key it is, as the node does, and whether Verbit is there at all: what else returned what came
 * would be taken for Verbit's answers.
 * @param {Session} session @param {Found} found
 */
async function authenticate(session, found) {
	found.auth = await session.exchange();
	const original = `ApiToken ${session.apiKey}`;
	found.original = await session.call('GET', 'job/info', { job_id: 0 }, undefined, original);
	const { ErrorType: type } = found.original.data;
	const { token } = found.auth.data;
	if (ok(found.auth) && typeof token === 'string') session.authorization = `bearer ${token}`;
	else if (typeof type === 'string' && type !== 'BAD_API_TOKEN') session.authorization = original;
	else throw nobodyLetIn(session, found);
	found.token = tokenInWords(token);
	found.unknownJob = await session.job('GET', 'info', 1);
	if (found.unknownJob.data.ErrorType === undefined)
		throw notVerbit(session.baseUrl, found.unknownJob);
	found.wrongKey = await session.exchange('not-a-key');
	const wrong = session.authorization.replace(/ .*/, ' not.a.token');
	found.wrongToken = await session.call('GET', 'job/info', { job_id: 1 }, undefined, wrong);
}

/** @param {unknown} token */
function tokenInWords(token) {
	if (token === undefined) return 'was not issued';
	const claims = /** @type {any} */ (decode(String(token)));
	if (claims === null) return 'is no JWT';
	const hours = claims.exp ? `${(claims.exp - claims.iat) / 3600} h` : 'unknown';
	return `is a JWT with ${Object.keys(claims).join(', ')}; lifetime: ${hours}`;
}

/** @param {Session} session @param {Found} found */
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
	const came = `${new URL(url).host} ${inWords(reply)}`;
	return new Error(
		isOutage(reply.status)
			? `Verbit can't be asked now: ${came}. Try again later.`
			: `This isn't Verbit's API: ${came}. Check the URLs and the network's login page.`,
	);
}

/** A profile of the list. @param {Reply} list @param {string} [wanted] @throws Error with the list, for one that isn't in it */
function chooseProfile(list, wanted) {
	const profiles = ok(list) ? [list.data.profiles ?? []].flat() : [];
	const names = profiles.map((profile) => String(profile?.name ?? profile));
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
 * @param {Session} session @param {{ profile?: string, callbackUrl?: string, found: Found }} options
 */
async function survey(session, { profile: wanted, callbackUrl, found }) {
	found.profiles = await session.call('GET', 'profiles');
	const profile = chooseProfile(found.profiles, wanted);
	Object.assign(found, { profile, starts: [], ways: [...START_FORMS] });
	await mainJob(session, found, callbackUrl);
	found.jobs = await session.call('GET', 'jobs');
	found.jobsByExternalId = await session.call('GET', 'jobs', { external_id: found.externalId });
	await failingJob(session, found);
	await severalAssets(session, found);
	const { jobId } = await newJob(session, found, 4);
	const query = { file_name: 'survey.wav' };
	found.uploadUrl = await session.job('POST', 'request_upload_url', jobId, undefined, query);
	const detailed = { labels: ['survey'], job_metadata: { survey: 'yes' } };
	const dictionary = { dynamic_dictionary: ['Verbit', 'n8n'] };
	const details = { profile, job_name: 'n8n-nodes-verbit survey 5', ...detailed, ...dictionary };
	found.arrayAsDictionary = await session.call('POST', 'job/new', {}, details);
	if (ok(found.arrayAsDictionary)) session.jobs.push(found.arrayAsDictionary.data.job_id);
}

/** @param {Session} session @param {Found} found @param {number} number */
const newJob = async (session, { profile }, number, more = {}) =>
	await session.newJob({ profile, job_name: `n8n-nodes-verbit survey ${number}`, ...more });

/**
 * Starts a job, in each way that may be right until Verbit takes it, and waits for its end. A way whose job doesn't end isn't
 * tried again.
 * @param {Session} session @param {Found} found @param {number} jobId @param {object} given
 * @returns {Promise<Start | undefined>}
 */
async function start(session, { starts, ways }, jobId, given) {
	while (ways.length > 0) {
		const [[where, write]] = ways;
		const { body, query } = write(given);
		const reply = await session.job('POST', 'perform_transcription', jobId, body, query);
		const ended = ok(reply) ? await session.ended(jobId) : undefined;
		starts.push({ where, given, reply, ended });
		if (!ended?.hasEnded) ways.shift();
		if (ended) return starts.at(-1);
	}
	return undefined;
}

/** @param {Session} session @param {Found} found @param {string} [callbackUrl] */
async function mainJob(session, found, callbackUrl) {
	found.externalId = `survey ${Date.now()}`;
	const { reply, jobId } = await newJob(session, found, 1, { external_id: found.externalId });
	found.newJob = reply;
	found.assetByUrl = await session.job('POST', 'add_asset', jobId, { asset_url: EXAMPLE_URL });
	const { reply: asset, id, ...stored } = await upload(session, jobId, recordings.partOne);
	Object.assign(found, { asset, ...stored });
	// What an earlier call is to bring about, and didn't, says nothing of the next one.
	if (id === undefined) return;
	const media = { asset_ids: [id] };
	found.addMedia = await session.job('POST', 'add_media', jobId, media);
	if (!ok(found.addMedia)) return;
	found.secondMedia = await session.job('POST', 'add_media', jobId, media);
	for (const name of ['notes', 'secondNotes']) {
		const body = { notes_attachment_url: `${EXAMPLE_URL}?${name}` };
		found[name] = await session.job('POST', 'add_notes_attachments', jobId, body);
	}
	for (const name of ['backup', 'secondBackup']) {
		const backup = await upload(session, jobId, recordings.partTwo);
		found[name] = await session.job('POST', 'add_backup_record', jobId, { asset_id: backup.id });
	}
	found.earlyCaptions = await captions(session, jobId, 'srt');
	const given = { finish_in: FINISH_IN_S, ...(callbackUrl && { callback_url: callbackUrl }) };
	const started = await start(session, found, jobId, given);
	if (started === undefined) return;
	found.start = started.reply;
	found.secondStart = await session.job('POST', 'perform_transcription', jobId, {});
	if (started.ended?.hasEnded) await readCaptions(session, found, jobId);
}

/** @param {Session} session @param {Found} found @param {number} jobId of a job that is completed */
async function readCaptions(session, found, jobId) {
	found.completed = await session.job('GET', 'info', jobId);
	const statuses = [];
	for (const format of FORMATS) {
		found[format] = await captions(session, jobId, format);
		statuses.push(`${format} ${found[format].status}`);
	}
	found.formats = statuses.join(', ');
	const timed = await captions(session, jobId, 'txt', { timecode_interval: 1 });
	found.timecodes = /\[\d\d:\d\d:\d\d\]/.test(timed.text) ? 'are there' : 'are not there';
	found.speakers = /^\s*\p{L}[\p{L}\d .'-]*:\s/mu.test(found.txt.text)
		? 'are in it'
		: 'are not in it';
	found.unknownFormat = await captions(session, jobId, 'no_such_format');
}

/** @param {Session} session @param {Found} found */
async function failingJob(session, found) {
	const { jobId } = await newJob(session, found, 2);
	const { reply, ids } = await addTwo(session, jobId, { merge_assets: true });
	found.merge = reply;
	// A profile may not be allowed to merge: then one of them is the recording.
	const one = { asset_ids: ids.slice(0, 1) };
	if (!ok(reply) && !ok(await session.job('POST', 'add_media', jobId, one))) return;
	const given = { finish_in: FINISH_IN_S, finish_with_error: true };
	const failing = await start(session, found, jobId, given);
	if (!failing?.ended?.hasEnded) return;
	found.failed = failing.ended.info;
	found.startOfFailed = await session.job('POST', 'perform_transcription', jobId, {});
}

/** @param {Session} session @param {Found} found */
async function severalAssets(session, found) {
	const { jobId } = await newJob(session, found, 3);
	found.several = (await addTwo(session, jobId, {})).reply;
	const isKnown = found.starts.some((/** @type {Start} */ { ended }) => ended?.hasEnded);
	if (isKnown || !ok(found.several)) return;
	const started = await start(session, found, jobId, { finish_in: FINISH_IN_S });
	if (started?.ended?.hasEnded) await readCaptions(session, found, jobId);
}

/** @param {Session} session @param {number} jobId @param {string} file */
async function upload(session, jobId, file) {
	const reply = await session.job('POST', 'add_asset', jobId, { file_name: 'survey.wav' });
	const { asset_id: id, upload_url: url } = reply.data;
	if (url === undefined) return { reply, id };
	const query = new URLSearchParams(String(url).split('?')[1]);
	const version = `version ${query.has('Signature') ? 2 : '?'}`;
	const body = readFileSync(file);
	// With no Content-Type.
	const put = await session.request('PUT', url, body);
	const isMd5 = put.headers.get('etag') === `"${hash('md5', body)}"`;
	return {
		...{ reply, id, put, etag: isMd5 ? 'is the MD5' : 'is no MD5' },
		signed: `are ${query.get('X-Amz-SignedHeaders') ?? version}`,
	};
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

/** @param {Session} session @param {number} jobId @param {string} format */
const captions = async (session, jobId, format, more = {}) =>
	await session.job('GET', 'get_caption', jobId, undefined, { caption_format: format, ...more });

module.exports = { authenticate, chooseProfile, FINISH_IN_S, PLAN, survey };

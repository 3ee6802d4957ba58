const { hash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { decode } = require('jsonwebtoken');
const { recordings } = require('../../support/recordings/recordings');
const { inWords, ok } = require('./session');

/**
 * @typedef {import('./session').Session} Session
 * @typedef {Record<string, any>} Found what came back, by the names in questions.js
 */

const FINISH_IN_S = 10;

/** The formats that a user is most likely to want. */
const FORMATS = 'srt vtt web_vtt txt json docx pdf sami scc dfxp rtf'.split(' ');

/** Nobody downloads it: it is registered, and never started. */
const EXAMPLE_URL = 'https://example.com/survey.wav';

/** The calls in their order, as they are announced before the first one. */
const PLAN = `
- exchange the API key, call with it as an original token, and try a key and a token that are wrong
- list the profiles and the jobs; ask for a job that does not exist
- job 1: add an asset by file name and by URL, upload it, add it as media twice, notes twice, a backup recording twice, captions too early, start it twice, wait, captions in each format
- job 2: merge two assets, start it so that it fails, wait, start it again
- job 3: two assets without merging
- job 4: the deprecated upload URL
- job 5: one with labels, metadata and a dictionary as an array
- jobs 6 and 7: the node itself in the engine of n8n: list of profiles, Transcribe, Merge`;

/** Finds out which kind of key it is, as the node does, and whether Verbit is there. @param {Session} session @param {Found} found @throws Error for what isn't Verbit: it would answer no question */
async function authenticate(session, found) {
	found.auth = await session.exchange();
	const original = `ApiToken ${session.apiKey}`;
	found.original = await session.call('GET', 'job/info', { job_id: 0 }, undefined, original);
	const { ErrorType: type = 'BAD_API_TOKEN' } = found.original.data;
	const { token } = found.auth.data;
	if (ok(found.auth) && typeof token === 'string') session.authorization = `bearer ${token}`;
	else if (type !== 'BAD_API_TOKEN') session.authorization = original;
	else {
		throw new Error(
			`Nothing was asked: for the key the exchange ${inWords(found.auth)}, and for it as an original API token Verbit ${inWords(found.original)}`,
		);
	}
	found.token = tokenInWords(token);
	found.unknownJob = await session.job('GET', 'info', 1);
	if (found.unknownJob.data.ErrorType === undefined)
		throw new Error(`This isn't Verbit's API: for a job it ${inWords(found.unknownJob)}`);
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

/** Makes each call, and adds what came back to `found`. It stops where Verbit creates no job. @param {Session} session @param {{ profile?: string, callbackUrl?: string, found: Found }} options */
async function survey(session, { profile, callbackUrl, found }) {
	found.profiles = await session.call('GET', 'profiles');
	const [first] = [found.profiles.data.profiles ?? []].flat();
	found.profile = profile ?? first?.name ?? first;
	if (found.profile === undefined)
		throw new Error('There is no list of profiles here: name one with --profile');
	await mainJob(session, found, callbackUrl);
	found.jobs = await session.call('GET', 'jobs');
	found.jobsByExternalId = await session.call('GET', 'jobs', { external_id: found.externalId });
	await failingJob(session, found);
	found.several = (await addTwo(session, await newJob(session, found, 3), {})).reply;
	const query = { file_name: 'survey.wav' };
	const jobId = await newJob(session, found, 4);
	found.uploadUrl = await session.job('POST', 'request_upload_url', jobId, undefined, query);
	const dictionary = { dynamic_dictionary: ['Verbit', 'n8n'] };
	const detailed = { labels: ['survey'], job_metadata: { survey: 'yes' }, ...dictionary };
	const details = { profile: found.profile, job_name: 'n8n-nodes-verbit survey 5', ...detailed };
	found.arrayAsDictionary = await session.call('POST', 'job/new', {}, details);
	if (ok(found.arrayAsDictionary)) session.jobs.push(found.arrayAsDictionary.data.job_id);
}

/** @param {Session} session @param {Found} found @param {number} number @returns {Promise<number>} its ID */
async function newJob(session, found, number, more = {}) {
	const { profile } = found;
	const details = { profile, job_name: `n8n-nodes-verbit survey ${number}`, ...more };
	found.newJob = await session.newJob(details);
	return Number(found.newJob.data.job_id);
}

/** @param {Session} session @param {Found} found @param {string} [callbackUrl] */
async function mainJob(session, found, callbackUrl) {
	found.externalId = `survey ${Date.now()}`;
	const jobId = await newJob(session, found, 1, { external_id: found.externalId });
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
	found.start = await session.job('POST', 'perform_transcription', jobId, given);
	if (!ok(found.start)) return;
	found.secondStart = await session.job('POST', 'perform_transcription', jobId, {});
	const { hasEnded, info, ...ended } = await session.ended(jobId);
	Object.assign(found, { hasEnded, ended: `the job was ${ended.told}` });
	if (!hasEnded) return;
	found.completed = info;
	const statuses = [];
	for (const format of FORMATS) {
		found[format] = await captions(session, jobId, format);
		statuses.push(`${format} ${found[format].status}`);
	}
	found.formats = statuses.join(', ');
	const timed = await captions(session, jobId, 'txt', { timecode_interval: 1 });
	found.timecodes = /\[\d\d:\d\d:\d\d\]/.test(timed.text) ? 'are there' : 'are not there';
	const hasNames = /^\s*\p{L}[\p{L}\d .'-]*:\s/mu.test(found.txt.text);
	found.speakers = hasNames ? 'are in it' : 'are not in it';
	found.unknownFormat = await captions(session, jobId, 'no_such_format');
}

/** @param {Session} session @param {Found} found */
async function failingJob(session, found) {
	const jobId = await newJob(session, found, 2);
	const { reply, ids } = await addTwo(session, jobId, { merge_assets: true });
	found.merge = reply;
	// A profile may not be allowed to merge: then one of them is the recording.
	const one = { asset_ids: ids.slice(0, 1) };
	if (!ok(reply) && !ok(await session.job('POST', 'add_media', jobId, one))) return;
	const given = { finish_in: FINISH_IN_S, finish_with_error: true };
	if (!ok(await session.job('POST', 'perform_transcription', jobId, given))) return;
	const { hasEnded, info } = await session.ended(jobId);
	if (!hasEnded) return;
	found.failed = info;
	found.startOfFailed = await session.job('POST', 'perform_transcription', jobId, {});
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
	const signed = `are ${query.get('X-Amz-SignedHeaders') ?? version}`;
	return { reply, id, put, etag: isMd5 ? 'is the MD5' : 'is no MD5', signed };
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

module.exports = { authenticate, FINISH_IN_S, PLAN, survey };

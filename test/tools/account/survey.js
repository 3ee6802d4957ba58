const { readFileSync } = require('node:fs');
const { recordings } = require('../../support/recordings/recordings');

/** @typedef {import('./session').Session} Session @typedef {import('./session').Reply} Reply */

/** What is asked of a job that finishes: the formats that a user is most likely to want. */
const FORMATS = [
	'srt',
	'vtt',
	'web_vtt',
	'txt',
	'json',
	'docx',
	'pdf',
	'sami',
	'scc',
	'dfxp',
	'rtf',
];

/** A sandbox job is told to finish after this many seconds. */
const FINISH_IN_S = 10;

/** How long is waited for a job to finish, seconds: beyond it, `finish_in` is in minutes or was not read. */
const LONGEST_WAIT_S = 120;

/** The calls in their order, as they are announced before the first one. */
const PLAN = [
	'exchange the API key, and a key that is wrong',
	'list the profiles; call with a token that is wrong; ask for a job that does not exist',
	'job 1: add an asset by file name and by URL, upload it, add it as media twice, notes twice, a backup recording twice, captions too early, start twice, wait, captions in each format',
	'job 2: merge two assets, start it so that it fails, wait',
	'job 3: two assets without merging',
	'job 4: the deprecated upload URL',
	'job 5: a media URL and a job with labels, metadata and a dictionary as an array',
];

/**
 * Makes each call once, and returns what came back.
 * @param {Session} session
 * @param {{ profile: string, callbackUrl?: string, onCall?: (title: string) => void }} options
 */
async function survey(session, { profile, callbackUrl, onCall = () => {} }) {
	/** @type {Record<string, any>} */
	const found = {};
	onCall(PLAN[0]);
	found.wrongKey = await session.authenticate('not-a-key');
	found.auth = await session.authenticate();
	session.token = found.auth.data.token;
	if (typeof session.token !== 'string') return found;
	onCall(PLAN[1]);
	found.profiles = await session.call('GET', '/profiles');
	found.wrongToken = await session.call('GET', '/job/info', {
		query: { job_id: 1 },
		token: 'not.a.token',
	});
	found.unknownJob = await session.job('GET', 'info', 1);
	await mainJob(session, found, { profile, callbackUrl, onCall });
	await otherJobs(session, found, profile, onCall);
	return found;
}

/** @param {Session} session @param {Record<string, any>} found @param {any} options */
async function mainJob(session, found, { profile, callbackUrl, onCall }) {
	onCall(PLAN[2]);
	const { reply, jobId } = await session.newJob({ profile, job_name: 'n8n-nodes-verbit survey 1' });
	found.newJob = reply;
	if (!Number.isSafeInteger(jobId)) return;
	found.assetByUrl = await session.job('POST', 'add_asset', jobId, { asset_url: EXAMPLE_URL });
	const asset = await upload(session, jobId, recordings.partOne);
	Object.assign(found, { asset: asset.reply, put: asset.put });
	const media = { asset_ids: [asset.id] };
	found.addMedia = await session.job('POST', 'add_media', jobId, media);
	found.secondMedia = await session.job('POST', 'add_media', jobId, media);
	for (const name of ['notes', 'secondNotes']) {
		found[name] = await session.job('POST', 'add_notes_attachments', jobId, {
			notes_attachment_url: `${EXAMPLE_URL}?${name}`,
		});
	}
	for (const name of ['backup', 'secondBackup']) {
		const { id } = await upload(session, jobId, recordings.partTwo);
		found[name] = await session.job('POST', 'add_backup_record', jobId, { asset_id: id });
	}
	found.earlyCaptions = await captions(session, jobId, 'srt');
	const start = { finish_in: FINISH_IN_S, ...(callbackUrl && { callback_url: callbackUrl }) };
	found.start = await session.job('POST', 'perform_transcription', jobId, start);
	found.secondStart = await session.job('POST', 'perform_transcription', jobId, {});
	found.ended = await session.ended(jobId, LONGEST_WAIT_S);
	/** @type {Record<string, Reply>} */
	found.captions = {};
	for (const format of FORMATS) found.captions[format] = await captions(session, jobId, format);
	found.unknownFormat = await captions(session, jobId, 'no_such_format');
}

/** @param {Session} session @param {Record<string, any>} found @param {string} profile @param {(title: string) => void} onCall */
async function otherJobs(session, found, profile, onCall) {
	onCall(PLAN[3]);
	const merged = await session.newJob({ profile, job_name: 'n8n-nodes-verbit survey 2' });
	found.merge = await addTwo(session, merged.jobId, { merge_assets: true });
	const fail = { finish_in: FINISH_IN_S, finish_with_error: true };
	await session.job('POST', 'perform_transcription', merged.jobId, fail);
	found.failed = await session.ended(merged.jobId, LONGEST_WAIT_S);
	onCall(PLAN[4]);
	const several = await session.newJob({ profile, job_name: 'n8n-nodes-verbit survey 3' });
	found.several = await addTwo(session, several.jobId, {});
	onCall(PLAN[5]);
	const direct = await session.newJob({ profile, job_name: 'n8n-nodes-verbit survey 4' });
	const query = { file_name: 'survey.wav' };
	found.direct = await session.job('POST', 'request_upload_url', direct.jobId, undefined, query);
	onCall(PLAN[6]);
	const detailed = await session.newJob({
		profile,
		job_name: 'n8n-nodes-verbit survey 5',
		labels: ['survey'],
		job_metadata: { survey: 'yes' },
		dynamic_dictionary: ['Verbit', 'n8n'],
	});
	found.detailedJob = detailed.reply;
	found.mediaUrl = await session.job('POST', 'add_media', detailed.jobId, {
		media_url: EXAMPLE_URL,
	});
}

/** Nobody downloads it: it is registered, and never started. */
const EXAMPLE_URL = 'https://example.com/survey.wav';

/** @param {Session} session @param {number} jobId @param {string} file */
async function upload(session, jobId, file) {
	const reply = await session.job('POST', 'add_asset', jobId, { file_name: 'survey.wav' });
	const url = String(reply.data.upload_url ?? '');
	const put = url === '' ? undefined : await session.put(url, readFileSync(file));
	return { reply, put, id: reply.data.asset_id };
}

/** @param {Session} session @param {number} jobId @param {object} more */
async function addTwo(session, jobId, more) {
	const parts = [
		await upload(session, jobId, recordings.partOne),
		await upload(session, jobId, recordings.partTwo),
	];
	const body = { asset_ids: parts.map(({ id }) => id), ...more };
	return await session.job('POST', 'add_media', jobId, body);
}

/** @param {Session} session @param {number} jobId @param {string} format */
async function captions(session, jobId, format) {
	return await session.job('GET', 'get_caption', jobId, undefined, { caption_format: format });
}

module.exports = { FINISH_IN_S, FORMATS, LONGEST_WAIT_S, PLAN, survey };

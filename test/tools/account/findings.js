const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { recordings } = require('../../support/recordings/recordings');
const { ok } = require('./session');
const { FINISH_IN_S } = require('./survey');

/** Of the file that the survey uploads first. */
const MD5_OF_UPLOAD = createHash('md5').update(readFileSync(recordings.partOne)).digest('hex');

/**
 * @typedef {import('./session').Reply} Reply
 *
 * @typedef {object} Finding
 * @property {string} did what Verbit did
 * @property {boolean} [held] whether the node's guess was right; left out where it accepts every answer
 * @property {string} [mayGo] what the node and the emulator no longer need
 *
 * @typedef {object} Question
 * @property {string} question as docs/maintainers/assumptions.md has it
 * @property {(found: any) => Finding} [find] left out where this run can't tell
 * @property {string} [unasked] why it can't
 */

/** A response in a few words: its status, and its ErrorType. No value of it is shown. @param {Reply} reply */
function inWords(reply) {
	const { ErrorType: type, ErrorComment: comment } = reply.data;
	if (type !== undefined)
		return `returned ${reply.status} ${type} (${String(comment).slice(0, 100)})`;
	return `returned ${reply.status} with ${bodyInWords(reply)}`;
}

/** @param {Reply} reply */
function bodyInWords({ text, data }) {
	if (text === '') return 'no body';
	if (/^\s*</.test(text)) return 'a page or XML';
	const names = Object.keys(data);
	return names.length === 0 ? 'text' : `the fields ${names.slice(0, 12).join(', ')}`;
}

/** @param {Reply} reply @param {string} type */
const isRefusedAs = (reply, type) => reply.data.ErrorType === type;

const isTrue = (/** @type {unknown} */ value) => (value ? 'yes' : 'no');

/** @param {unknown} token */
function claimsOf(token) {
	try {
		return JSON.parse(Buffer.from(String(token).split('.')[1], 'base64url').toString());
	} catch {
		return undefined;
	}
}

/** @param {{ where: string, reply: Reply, given: object, ended?: { states: string[], waited: number } }} start */
function startInWords({ where, reply, given, ended }) {
	const told = 'finish_with_error' in given ? 'to fail' : `to finish in ${FINISH_IN_S} s`;
	if (ended === undefined) return `told ${told} ${where}: ${inWords(reply)}`;
	return `told ${told} ${where}, the job was ${ended.states.at(-1)} after ${ended.waited} s`;
}

/** The node's guess is the first way. Without a job that ended, and without a refusal, nothing is known. @param {any[]} starts */
function heldByStarts([first, ...others]) {
	if (first.reply.status === 0) throw new Unanswered(first.reply.text);
	if (first.ended?.hasEnded) return true;
	return others.some(({ ended }) => ended?.hasEnded) || first.ended !== undefined
		? false
		: undefined;
}

const SPEAKER = /^\s*[\p{L}][\p{L}\d .'-]{0,40}:\s/mu;

const TIMECODE = /\[\d\d:\d\d:\d\d\]/;

/** @param {any} document the JSON transcript */
function formOf({ version, kind, features, segments, speakers }) {
	const [segment = {}] = Array.isArray(segments) ? segments : [];
	const [token = {}] = Array.isArray(segment.tokens) ? segment.tokens : [];
	const names = (/** @type {object} */ object) => Object.keys(object).join(', ');
	return `version ${version}, kind ${kind}, features ${features}, segments with ${names(segment)}, tokens with ${names(token)}, ${speakers?.length ?? 'no'} speakers`;
}

/** @param {Reply} list @param {string} externalId */
function foundIn({ data }, externalId) {
	const list = [data, ...Object.values(data)].find(Array.isArray) ?? [];
	const same = list.filter((/** @type {any} */ job) => job?.external_id === externalId);
	return `${list.length} jobs, ${same.length} with the external_id`;
}

/** @param {object} info */
const completionTimeIn = (info) =>
	Object.keys(info).some((name) => /complet\w*(at|on|time|date)$/i.test(name));

/** @type {Question[]} */
const QUESTIONS = [
	{
		question: 'what the sandbox authenticates with',
		find: ({ auth }) => ({ did: `the host of production ${inWords(auth)}`, held: ok(auth) }),
	},
	{
		question: 'which kind of key each host takes',
		find: ({ auth, original }) => ({
			did: `the exchange ${inWords(auth)}; called with the key as an ApiToken, Verbit ${inWords(original)}`,
			held: ok(auth) || !isRefusedAs(original, 'BAD_API_TOKEN'),
		}),
	},
	{
		question: 'how a wrong API key is refused',
		find: ({ wrongKey }) => ({
			did: inWords(wrongKey),
			held: !(ok(wrongKey) && wrongKey.data.token !== undefined),
			mayGo: 'the other values of wrongKeyAnswer and wrongKeyBody',
		}),
	},
	{
		question: 'whether a token is a JWT, and says when it expires',
		find: ({ auth }) => {
			if (!ok(auth)) return { did: 'no token was issued' };
			const claims = claimsOf(auth.data.token);
			const hours = claims?.exp && claims?.iat ? (claims.exp - claims.iat) / 3600 : undefined;
			return {
				did: `JWT: ${isTrue(claims)}; exp: ${isTrue(claims?.exp)}; lifetime: ${hours ?? 'unknown'} h`,
				mayGo: claims?.exp
					? 'tokenKind, tokenHasExp, and the assumed lifetime of 24 hours'
					: undefined,
			};
		},
	},
	{
		question: 'whether the sandbox has a list of profiles',
		find: ({ profiles }) => ({
			did: inWords(profiles),
			mayGo: ok(profiles)
				? 'profilesListed, and the advice to enter the profile by name'
				: undefined,
		}),
	},
	{
		question: 'what Verbit returns for a refused token',
		find: ({ wrongToken }) => ({
			did: inWords(wrongToken),
			held: [401, 403].includes(wrongToken.status) || isRefusedAs(wrongToken, 'BAD_API_TOKEN'),
			mayGo: 'the other values of badTokenAnswer and badTokenEnvelope',
		}),
	},
	{
		question: 'the HTTP status of other errors',
		find: ({ unknownJob, secondMedia }) => ({
			did: `an unknown job ${inWords(unknownJob)}; a second add_media ${inWords(secondMedia)}`,
			held: unknownJob.data.ErrorType !== undefined,
			mayGo: 'the other values of errorStatus',
		}),
	},
	{ question: 'rate limits', unasked: 'a handful of calls reaches none' },
	{
		question: 'whether a new job returns 200 or 201, its `job_id` as a number',
		find: ({ newJob }) => ({
			did: `${inWords(newJob)}; job_id is a ${typeof newJob.data.job_id}`,
			held: ok(newJob) && /^\d+$/.test(String(newJob.data.job_id)),
			mayGo: 'newJobStatus',
		}),
	},
	{
		question: 'whether `dynamic_dictionary` is a text or an array',
		find: ({ detailedJob }) => ({
			did: `an array ${ok(detailedJob) ? 'was accepted' : inWords(detailedJob)}`,
		}),
	},
	{
		question: 'the form of the list of profiles',
		find: ({ profiles }) => {
			const list = profiles.data.profiles;
			const form = Array.isArray(list) ? `${list.length} of type ${typeof list[0]}` : 'no list';
			return { did: form, held: !ok(profiles) || Array.isArray(list) };
		},
	},
	{
		question: 'whether Add Asset returns an `upload_url` for a URL, and its `asset_id` as a text',
		find: ({ asset, assetByUrl }) => ({
			did: `for a URL: upload_url ${isTrue(assetByUrl.data.upload_url)}; asset_id is a ${typeof asset.data.asset_id}`,
			held: ok(asset) && ok(assetByUrl),
			mayGo: 'addAssetIdType, uploadUrlForAssetUrl',
		}),
	},
	{
		question: 'whether the upload URL is signed for a Content-Type',
		find: ({ asset, put }) => {
			const query = new URLSearchParams(String(asset.data.upload_url).split('?')[1]);
			const signed =
				query.get('X-Amz-SignedHeaders') ?? `version ${query.has('Signature') ? 2 : '?'}`;
			return { did: `signed: ${signed}; a PUT without one ${inWords(put)}`, held: ok(put) };
		},
	},
	{
		question: "whether the storage's ETag is an MD5",
		find: ({ put }) => {
			const isMd5 = put.headers.get('etag')?.replaceAll('"', '') === MD5_OF_UPLOAD;
			return { did: `is the MD5: ${isTrue(isMd5)}` };
		},
	},
	{
		question: 'what Add Media returns',
		find: ({ addMedia }) => ({
			did: inWords(addMedia),
			held: ok(addMedia),
		}),
	},
	{
		question: 'how a second Add Media is refused',
		find: ({ secondMedia }) => ({
			did: inWords(secondMedia),
			held: isRefusedAs(secondMedia, 'INVALID_QUERY'),
		}),
	},
	{
		question: 'what several asset IDs without merging mean',
		find: ({ several }) => ({ did: inWords(several) }),
	},
	{
		question: 'which error a profile without the right to merge gets',
		find: ({ merge }) => ({
			did: `a merge ${inWords(merge)}`,
			...(!ok(merge) && {
				held: ['INVALID_QUERY', 'INVALID_OPTION'].includes(merge.data.ErrorType),
			}),
		}),
	},
	{
		question:
			'whether `finish_in` and `finish_with_error` belong in the query, in the body or in its object `options`, and in which unit',
		find: ({ starts }) => ({
			did: starts.map(startInWords).join('; '),
			held: heldByStarts(starts),
			mayGo: heldByStarts(starts) ? 'performParametersIn' : undefined,
		}),
	},
	{
		question: 'which further fields a new job and a start take, and what `options` holds',
		unasked: 'only the documentation of Verbit can say',
	},
	{
		question: "the name of a job's own callback URL",
		unasked: 'look whether the URL that was given with --callback-url was called',
	},
	{
		question: 'what a start returns, and how an impossible one is refused',
		find: ({ start, secondStart }) => ({
			did: `a start ${inWords(start)}; a second one ${inWords(secondStart)}`,
			held: ok(start) && isRefusedAs(secondStart, 'INVALID_QUERY'),
		}),
	},
	{
		question: "how a job's status is spelled",
		find: ({ starts, completed }) => ({
			did: [...new Set(starts.flatMap((/** @type {any} */ { ended }) => ended?.states ?? []))].join(
				', ',
			),
			held: completed.data.job_status === 'Completed',
		}),
	},
	{
		question: 'which status a job has after a failure, and whether it can be started again',
		find: ({ failed, startOfFailed }) => ({
			did: `it is ${failed.data.job_status}; another start ${inWords(startOfFailed)}`,
			held: failed.data.job_status === 'Failure',
		}),
	},
	{
		question: "the form of a failed job's `errors`",
		find: ({ failed }) => {
			const { errors } = failed.data;
			const [first] = Array.isArray(errors) ? errors : [];
			return { did: `${Array.isArray(errors) ? 'a list' : typeof errors} of ${typeof first}` };
		},
	},
	{
		question: 'how Verbit refuses a backup recording or notes that the job already has',
		find: ({ secondBackup, secondNotes }) => ({
			did: `backup: ${inWords(secondBackup)}; notes: ${inWords(secondNotes)}`,
			mayGo: 'the other value of secondNotes',
		}),
	},
	{
		question: 'whether a second call for notes adds to the first or replaces it',
		find: ({ notes, secondNotes }) => ({
			did: `the first ${inWords(notes)}; the second ${inWords(secondNotes)}. Look at the job in Verbit`,
		}),
	},
	{
		question: 'path, parameter and field of the deprecated upload',
		find: ({ direct, directForm: { path, parameter, fields } = /** @type {any} */ ({}) }) => ({
			did: path
				? `/job/${path} with ${parameter} returned the fields ${fields.join(', ')}`
				: `none of the names was taken; the first ${inWords(direct)}`,
			held: ok(direct) && direct.data.upload_url !== undefined,
			mayGo: 'uploadUrlPath, uploadUrlParameter, uploadUrlField',
		}),
	},
	{
		question: 'whether an error comes instead of the captions, with the status 200',
		find: ({ earlyCaptions, unknownFormat }) => ({
			did: `too early ${inWords(earlyCaptions)}; an unknown format ${inWords(unknownFormat)}`,
		}),
	},
	{
		question: 'whether captions are in the response itself or behind a redirect',
		find: ({ srt }) => ({
			did: srt.headers.has('location') ? `a redirect ${srt.status}` : inWords(srt),
			mayGo: 'the other values of captionDelivery and captionRedirectStatus',
		}),
	},
	{
		question: 'what captions are called, and their type',
		find: ({ srt: { headers } }) => ({
			did: `type ${headers.get('content-type')}; a name: ${isTrue(headers.has('content-disposition'))}`,
		}),
	},
	{
		question: 'what the JSON transcript and the text hold, and whether `timecode_interval` is read',
		find: ({ json, txt, timecodes }) => ({
			did: `JSON: ${formOf(json.data)}; speakers in the text: ${isTrue(SPEAKER.test(txt.text))}; timecodes: ${isTrue(TIMECODE.test(timecodes.text))}`,
			...(ok(json) && { held: Array.isArray(json.data.segments) }),
		}),
	},
	{
		question:
			'whether a second job with the same `external_id` is accepted, and a repeated creation',
		unasked: 'it would leave one job more that nobody starts',
	},
	{
		question: 'whether a job costs anything before it is started',
		unasked: 'the bill says it',
	},
	{
		question: 'whether a call cancels or deletes a job',
		unasked: 'none is documented that could be tried',
	},
	{
		question: 'whether translations are ready when the job completes',
		unasked: 'the sandbox makes no translations',
	},
	{
		question: "whether Verbit's site finds a job by its external ID",
		unasked: 'search My Account for the external ID of a job that this run has made',
	},
	{
		question: 'what the list of jobs returns, and whether it can be searched by `external_id`',
		find: ({ jobs, jobsById, externalId }) => ({
			did: `${inWords(jobs)}; by external_id ${inWords(jobsById)}; ${foundIn(jobsById, externalId)}`,
		}),
	},
	{
		question: 'what Insights returns',
		find: ({ insights }) => ({
			did: `${inWords(insights)}: ${Object.keys(Object(insights.data.insights)).join(', ')}`,
		}),
		unasked: 'name its host with --insights-url: no sandbox of it is documented',
	},
	{
		question: 'which formats exist',
		find: ({ captions }) => ({
			did: Object.entries(captions)
				.map(([format, reply]) => `${format} ${/** @type {Reply} */ (reply).status}`)
				.join(', '),
		}),
	},
	{
		question: "how Verbit refuses captions of a job that isn't completed",
		find: ({ earlyCaptions }) => ({ did: inWords(earlyCaptions), held: !ok(earlyCaptions) }),
	},
	{
		question: 'how Verbit refuses captions of a job whose profile makes transcripts alone',
		unasked: 'it needs such a profile: run again with --profile and its name',
	},
	{
		question: 'what comes for a recording without speech',
		unasked: 'the sandbox returns the same text for every recording',
	},
	{
		question: 'what a JSON transcript may leave out',
		unasked: 'the answer about the JSON transcript shows one of them',
	},
	{
		question: 'how long Verbit waits for the response to its webhook',
		unasked: 'look at the calls that the URL of --callback-url got',
	},
	{
		question: 'which other form a call may have',
		unasked: 'look at the calls that the URL of --callback-url got',
	},
	{
		question: 'which fields a call about a draft has',
		unasked: 'the sandbox makes no drafts',
	},
	{
		question: 'whether a call, or the job, says when the job was completed',
		find: ({ completed }) => ({
			did: `job/info of a job that has ended has the fields ${Object.keys(completed.data).join(', ')}`,
			mayGo: completionTimeIn(completed.data) ? "the option 'Accept Repeated Calls'" : undefined,
		}),
	},
	{
		question: 'what SEND TEST EVENT in My Account sends',
		unasked: 'click it in My Account while a URL of yours records what comes',
	},
];

/** Replies that a question needs: there is no verdict without an answer. */
class Unanswered extends Error {}

/** @param {Record<string, any>} found */
const answered = (found) =>
	new Proxy(found, {
		get(_target, name) {
			const value = found[String(name)];
			const isMissing = value === undefined || value.length === 0;
			if (isMissing && !OPTIONAL.includes(String(name))) throw new Unanswered();
			if (value?.status === 0) throw new Unanswered(value.text);
			return value;
		},
	});

/** What may be missing though its question was asked. */
const OPTIONAL = ['directForm'];

/** What was found out about each question. @param {Record<string, any>} found @returns {Array<{ question: string } & Finding>} */
function findingsOf(found) {
	return QUESTIONS.map(({ question, find, unasked = 'an earlier call failed' }) => {
		try {
			if (find === undefined) return { question, did: `not asked: ${unasked}` };
			return { question, ...find(answered(found)) };
		} catch (error) {
			if (!(error instanceof Unanswered)) throw error;
			const why = error.message === '' ? `not asked: ${unasked}` : `no answer (${error.message})`;
			return { question, did: why };
		}
	});
}

/** @param {Array<{ question: string } & Finding>} findings @returns {string} a paragraph for each question */
function report(findings) {
	const marks = new Map([
		[true, 'the guess held'],
		[false, 'THE GUESS WAS WRONG'],
	]);
	return findings
		.map(({ question, did, held, mayGo }) =>
			[
				`- ${question}`,
				`    Verbit: ${did}`,
				...(held === undefined ? [] : [`    Node: ${marks.get(held)}`]),
				...(mayGo === undefined || held === false ? [] : [`    May go: ${mayGo}`]),
			].join('\n'),
		)
		.join('\n');
}

module.exports = { findingsOf, QUESTIONS, report };

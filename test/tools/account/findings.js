const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { decode } = require('jsonwebtoken');
const { recordings } = require('../../support/recordings/recordings');
const { isOutage, ok } = require('./session');
const { formOf, foundIn, inWords, isTrue, startInWords } = require('./words');

/** Of the file that the survey uploads first. */
const MD5_OF_UPLOAD = createHash('md5').update(readFileSync(recordings.partOne)).digest('hex');

/**
 * @typedef {import('./session').Reply} Reply
 *
 * @typedef {object} Finding
 * @property {string} did what Verbit did
 * @property {boolean} [held] whether the node's guess was right; left out where it accepts every answer
 * @property {string} [code] of the error with which a run of the node failed
 */

/** @param {Reply} reply @param {string[]} types */
const isRefusedAs = (reply, ...types) => types.includes(reply.data.ErrorType);

/** The node's guess is the first way. Without a job that ended, and without a refusal, nothing is known. @param {any[]} starts */
function heldByStarts([first, ...others]) {
	expectVerbits('start', first.reply);
	if (first.ended?.hasEnded) return true;
	if (first.ended) expectVerbits('info', first.ended.info);
	const isKnown = first.ended !== undefined || others.some(({ ended }) => ended?.hasEnded);
	return isKnown ? false : undefined;
}

/** Nothing, `{}`, `null` or a word. After more, the node says of an attachment that it isn't known. */
const SAYS_DONE = /^\s*(\{\s*\}|null|"?\w+[.!]?"?)?\s*$/;

const SPEAKER = /^\s*[\p{L}][\p{L}\d .'-]{0,40}:\s/mu;

const TIMECODE = /\[\d\d:\d\d:\d\d\]/;

const FINISH_IN_QUESTION =
	'whether `finish_in` and `finish_with_error` belong in the query, in the body or in its object `options`, and in which unit';

/** What is asked, as docs/maintainers/assumptions.md has it. @type {Record<string, (found: any) => Finding>} */
const ASKED = {
	'what the sandbox authenticates with': ({ auth }) => ({
		did: `the host of production ${inWords(auth)}`,
		held: ok(auth),
	}),
	'which kind of key each host takes': ({ auth, original }) => ({
		did: `the exchange ${inWords(auth)}; called with the key as an ApiToken, Verbit ${inWords(original)}`,
		held: ok(auth) || !isRefusedAs(original, 'BAD_API_TOKEN'),
	}),
	'how a wrong API key is refused': ({ wrongKey }) => ({
		did: inWords(wrongKey),
		held: !(ok(wrongKey) && wrongKey.data.token !== undefined),
	}),
	'whether a token is a JWT, and says when it expires': ({ auth }) => {
		if (!ok(auth)) return { did: 'no token was issued' };
		const claims = /** @type {any} */ (decode(String(auth.data.token)));
		const hours = claims?.exp && claims?.iat ? (claims.exp - claims.iat) / 3600 : 'unknown';
		return { did: `JWT: ${isTrue(claims)}; exp: ${isTrue(claims?.exp)}; lifetime: ${hours} h` };
	},
	'whether the sandbox has a list of profiles': ({ profiles }) => ({ did: inWords(profiles) }),
	'what Verbit returns for a refused token': ({ wrongToken }) => ({
		did: inWords(wrongToken),
		held: [401, 403].includes(wrongToken.status) || isRefusedAs(wrongToken, 'BAD_API_TOKEN'),
	}),
	'the HTTP status of other errors': ({ unknownJob, secondMedia }) => ({
		did: `an unknown job ${inWords(unknownJob)}; a second add_media ${inWords(secondMedia)}`,
		held: unknownJob.data.ErrorType !== undefined,
	}),
	'whether a new job returns 200 or 201, its `job_id` as a number': ({ newJob }) => ({
		did: `${inWords(newJob)}; job_id is a ${typeof newJob.data.job_id}`,
		held: ok(newJob) && /^\d+$/.test(String(newJob.data.job_id)),
	}),
	'whether `dynamic_dictionary` is a text or an array': ({ detailedJob }) => ({
		did: `an array ${ok(detailedJob) ? 'was accepted' : inWords(detailedJob)}`,
	}),
	'the form of the list of profiles': ({ profiles }) => {
		const list = profiles.data.profiles;
		const form = Array.isArray(list) ? `${list.length} of type ${typeof list[0]}` : 'no list';
		return { did: form, held: !ok(profiles) || Array.isArray(list) };
	},
	'whether Add Asset returns an `upload_url` for a URL, and its `asset_id` as a text': ({
		asset,
		assetByUrl,
	}) => ({
		did: `for a URL: upload_url ${isTrue(assetByUrl.data.upload_url)}; asset_id is a ${typeof asset.data.asset_id}`,
		held: ok(asset) && ok(assetByUrl),
	}),
	'whether the upload URL is signed for a Content-Type': ({ asset, put }) => {
		const query = new URLSearchParams(String(asset.data.upload_url).split('?')[1]);
		const version = `version ${query.has('Signature') ? 2 : '?'}`;
		const signed = query.get('X-Amz-SignedHeaders') ?? version;
		return { did: `signed: ${signed}; a PUT without one ${inWords(put)}`, held: ok(put) };
	},
	"whether the storage's ETag is an MD5": ({ put }) => ({
		did: `is the MD5: ${isTrue(put.headers.get('etag')?.replaceAll('"', '') === MD5_OF_UPLOAD)}`,
	}),
	'what Add Media returns': ({ addMedia }) => ({
		did: inWords(addMedia),
		held: ok(addMedia) && (SAYS_DONE.test(addMedia.text) || 'job_id' in addMedia.data),
	}),
	'how a second Add Media is refused': ({ secondMedia }) => ({
		did: inWords(secondMedia),
		held: isRefusedAs(secondMedia, 'INVALID_QUERY'),
	}),
	'what several asset IDs without merging mean': ({ several }) => ({ did: inWords(several) }),
	'which error a profile without the right to merge gets': ({ merge }) => ({
		did: `a merge ${inWords(merge)}`,
		...(!ok(merge) && { held: isRefusedAs(merge, 'INVALID_QUERY', 'INVALID_OPTION') }),
	}),
	[FINISH_IN_QUESTION]: ({ starts }) => ({
		did: starts.map(startInWords).join('; '),
		held: heldByStarts(starts),
	}),
	'what a start returns, and how an impossible one is refused': ({ start, secondStart }) => ({
		did: `a start ${inWords(start)}; a second one ${inWords(secondStart)}`,
		held: ok(start) && isRefusedAs(secondStart, 'INVALID_QUERY'),
	}),
	"how a job's status is spelled": ({ starts, completed }) => {
		const states = starts.flatMap((/** @type {any} */ { ended }) => ended?.states ?? []);
		const held = completed.data.job_status === 'Completed';
		return { did: [...new Set(states)].join(', '), held };
	},
	'which status a job has after a failure, and whether it can be started again': ({
		failed,
		startOfFailed,
	}) => ({
		did: `it is ${failed.data.job_status}; another start ${inWords(startOfFailed)}`,
		held: failed.data.job_status === 'Failure',
	}),
	"the form of a failed job's `errors`": ({ failed: { data } }) => ({
		did: Array.isArray(data.errors) ? `a list of ${typeof data.errors[0]}` : typeof data.errors,
	}),
	'how Verbit refuses a backup recording or notes that the job already has': ({
		secondBackup,
		secondNotes,
	}) => ({ did: `backup: ${inWords(secondBackup)}; notes: ${inWords(secondNotes)}` }),
	'whether a second call for notes adds to the first or replaces it': ({ notes, secondNotes }) => ({
		did: `the first ${inWords(notes)}; the second ${inWords(secondNotes)}. Look at the job in Verbit`,
	}),
	'path, parameter and field of the deprecated upload': (found) => {
		if (found.directForm === undefined) {
			return {
				did: `none of the names was taken; the first ${inWords(found.direct)}`,
				held: false,
			};
		}
		const { path, parameter, fields, isGuess } = found.directForm;
		return {
			did: `/job/${path} with ${parameter} returned the fields ${fields.join(', ')}`,
			held: isGuess && fields.includes('upload_url'),
		};
	},
	'whether an error comes instead of the captions, with the status 200': ({
		earlyCaptions,
		unknownFormat,
	}) => ({
		did: `too early ${inWords(earlyCaptions)}; an unknown format ${inWords(unknownFormat)}`,
	}),
	'whether captions are in the response itself or behind a redirect': ({ srt }) => ({
		did: srt.headers.has('location') ? `a redirect ${srt.status}` : inWords(srt),
	}),
	'what captions are called, and their type': ({ srt: { headers } }) => ({
		did: `type ${headers.get('content-type')}; a name: ${isTrue(headers.has('content-disposition'))}`,
	}),
	'what the JSON transcript and the text hold, and whether `timecode_interval` is read': ({
		json,
		txt,
		timecodes,
	}) => ({
		did: `JSON: ${formOf(json.data)}; speakers in the text: ${isTrue(SPEAKER.test(txt.text))}; timecodes: ${isTrue(TIMECODE.test(timecodes.text))}`,
		...(ok(json) && { held: Array.isArray(json.data.segments) }),
	}),
	'what the list of jobs returns, and whether it can be searched by `external_id`': ({
		jobs,
		jobsById,
		externalId,
	}) => ({
		did: `${inWords(jobs)}; by external_id ${inWords(jobsById)}; ${foundIn(jobsById, externalId)}`,
	}),
	'what Insights returns': ({ insights }) => ({
		did: `${inWords(insights)}: ${Object.keys(Object(insights.data.insights)).join(', ')}`,
	}),
	'which formats exist': ({ captions }) => {
		const all = /** @type {Array<[string, Reply]>} */ (Object.entries(captions));
		return { did: all.map(([format, { status }]) => `${format} ${status}`).join(', ') };
	},
	"how Verbit refuses captions of a job that isn't completed": ({ earlyCaptions }) => ({
		did: inWords(earlyCaptions),
		held: !ok(earlyCaptions),
	}),
	'whether a call, or the job, says when the job was completed': ({ completed }) => ({
		did: `job/info of a job that has ended has the fields ${Object.keys(completed.data).join(', ')}`,
	}),
};

const SEE_CALLBACK_URL = 'look at the calls that the URL of --callback-url got';

/** Why this run can't tell. @type {Record<string, string>} */
const UNASKED = {
	'whether generating a key ends the earlier one': 'it would end the key of this run',
	'which status a started job has while a person must approve it':
		'it needs an account with the role Approver',
	"what Verbit returns for a job that was deleted on its site, or that the key's user may not see":
		"delete a job of this run on Verbit's site, and ask for it with Get",
	'how a start without the metadata that the profile requires is refused':
		'it needs such a profile: run again with --profile and its name',
	'rate limits': 'a handful of calls reaches none',
	'which further fields a new job and a start take, and what `options` holds':
		'only the documentation of Verbit can say',
	"the name of a job's own callback URL":
		'look whether the URL that was given with --callback-url was called',
	'whether a second job with the same `external_id` is accepted, and a repeated creation':
		'it would leave one job more that nobody starts',
	'whether a job costs anything before it is started': 'the bill says it',
	'whether a call cancels or deletes a job': 'none is documented that could be tried',
	'whether translations are ready when the job completes': 'the sandbox makes no translations',
	"whether Verbit's site finds a job by its external ID":
		'search My Account for the external ID of a job that this run has made',
	'what Insights returns': 'name its host with --insights-url: no sandbox of it is documented',
	'how Verbit refuses captions of a job whose profile makes transcripts alone':
		'it needs such a profile: run again with --profile and its name',
	'what comes for a recording without speech':
		'the sandbox returns the same text for every recording',
	'what a JSON transcript may leave out': 'the answer about the JSON transcript shows one of them',
	'how long Verbit waits for the response to its webhook': SEE_CALLBACK_URL,
	'which other form a call may have': SEE_CALLBACK_URL,
	'which fields a call about a draft has': 'the sandbox makes no drafts',
	'what SEND TEST EVENT in My Account sends':
		'click it in My Account while a URL of yours records what comes',
};

const QUESTIONS = [...new Set([...Object.keys(ASKED), ...Object.keys(UNASKED)])];

/** A question needs its replies: there is no verdict without an answer. */
class Unanswered extends Error {}

/** What may come as a file, by its name in what was found. */
const FILES = ['srt', 'txt', 'json', 'timecodes', 'earlyCaptions', 'unknownFormat'];

/** @param {string} name @param {Reply} reply @throws Unanswered for what somebody else than Verbit may have returned */
function expectVerbits(name, reply) {
	const { status, text, data } = reply;
	const isPage = /^\s*<(!doctype|html)/i.test(text);
	const isFile = name === 'put' || (FILES.includes(name) && ok(reply) && !isPage);
	const isJson = text === '' || Object.keys(data).length > 0;
	if (isOutage(status) || !(isFile || isJson)) throw new Unanswered(inWords(reply));
}

/** What was found out about each question. @param {Record<string, any>} found @returns {Array<{ question: string } & Finding>} */
function findingsOf(found) {
	const answered = new Proxy(found, {
		get(_target, name) {
			const value = found[String(name)];
			// None of the forms may have been taken though all were tried.
			if (name === 'directForm') return value;
			if (value === undefined || value.length === 0) throw new Unanswered();
			if (value.headers !== undefined) expectVerbits(String(name), value);
			return value;
		},
	});
	return QUESTIONS.map((question) => {
		const unasked = `not asked: ${UNASKED[question] ?? 'an earlier call failed'}`;
		if (!(question in ASKED)) return { question, did: unasked };
		try {
			return { question, ...ASKED[question](answered) };
		} catch (error) {
			if (!(error instanceof Unanswered)) throw error;
			return { question, did: error.message === '' ? unasked : `no answer (${error.message})` };
		}
	});
}

/** How many things are wrong: several runs of the node may fail for one. @param {Array<{ question: string } & Finding>} findings */
function countCauses(findings) {
	const wrong = findings.filter(({ held }) => held === false);
	return new Set(wrong.map(({ question, code = question }) => code)).size;
}

module.exports = { countCauses, FINISH_IN_QUESTION, findingsOf, QUESTIONS };

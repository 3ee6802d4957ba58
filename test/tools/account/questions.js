const { inWords, isOutage, ok } = require('./session');

/**
 * @typedef {import('./session').Reply} Reply
 * @typedef {{ question: string, did: string, held?: boolean }} Finding `held` says whether the node's guess was right; left out where
 *   the node accepts every answer, or none came
 */

/** @param {Reply} reply @param {string[]} types */
const isRefusedAs = (reply, ...types) => types.includes(reply.data.ErrorType);

/** Nothing, `{}`, `null` or a word. After more, the node says of an attachment that it isn't known. */
const SAYS_DONE = /^\s*(\{\s*\}|null|"?\w+[.!]?"?)?\s*$/;

const FINISH_IN =
	'whether `finish_in` and `finish_with_error` belong in the query, in the body or in its object `options`, and in which unit';

/**
 * What is asked, as docs/maintainers/assumptions.md has it: by which calls, and whether the node's guess is right.
 * @type {Record<string, [calls: string[], held?: (found: any) => boolean | undefined]>}
 */
const QUESTIONS = {
	'what the sandbox authenticates with': [['auth'], ({ auth }) => ok(auth)],
	'which kind of key each host takes': [
		['auth', 'original'],
		({ auth, original }) => ok(auth) || !isRefusedAs(original, 'BAD_API_TOKEN'),
	],
	'how a wrong API key is refused': [
		['wrongKey'],
		({ wrongKey }) => !ok(wrongKey) || wrongKey.data.token === undefined,
	],
	'whether a token is a JWT, and says when it expires': [['token']],
	'whether the sandbox has a list of profiles': [['profiles']],
	'what Verbit returns for a refused token': [
		['wrongToken'],
		({ wrongToken }) =>
			[401, 403].includes(wrongToken.status) || isRefusedAs(wrongToken, 'BAD_API_TOKEN'),
	],
	'the HTTP status of other errors': [
		['unknownJob', 'secondMedia'],
		({ unknownJob }) => unknownJob.data.ErrorType !== undefined,
	],
	'whether a new job returns 200 or 201, its `job_id` as a number': [
		['newJob'],
		({ newJob }) => /^\d+$/.test(String(newJob.data.job_id)),
	],
	'whether `dynamic_dictionary` is a text or an array': [['arrayAsDictionary']],
	'the form of the list of profiles': [
		['profiles'],
		({ profiles }) => !ok(profiles) || Array.isArray(profiles.data.profiles),
	],
	'whether Add Asset returns an `upload_url` for a URL, and its `asset_id` as a text': [
		['asset', 'assetByUrl'],
		({ asset, assetByUrl }) => ok(asset) && ok(assetByUrl),
	],
	'whether the upload URL is signed for a Content-Type': [['signed', 'put'], ({ put }) => ok(put)],
	"whether the storage's ETag is an MD5": [['etag', 'put']],
	'what Add Media returns': [
		['addMedia'],
		({ addMedia }) => ok(addMedia) && (SAYS_DONE.test(addMedia.text) || 'job_id' in addMedia.data),
	],
	'how a second Add Media is refused': [
		['secondMedia'],
		({ secondMedia }) => isRefusedAs(secondMedia, 'INVALID_QUERY'),
	],
	'what several asset IDs without merging mean': [['several']],
	'which error a profile without the right to merge gets': [
		['merge'],
		({ merge }) => (ok(merge) ? undefined : isRefusedAs(merge, 'INVALID_QUERY', 'INVALID_OPTION')),
	],
	[FINISH_IN]: [['start', 'ended'], ({ start, hasEnded }) => (ok(start) ? hasEnded : undefined)],
	'what a start returns, and how an impossible one is refused': [
		['start', 'secondStart'],
		({ secondStart }) => isRefusedAs(secondStart, 'INVALID_QUERY'),
	],
	"how a job's status is spelled": [
		['ended', 'completed'],
		({ completed }) => completed.data.job_status === 'Completed',
	],
	'which status a job has after a failure, and whether it can be started again': [
		['failed', 'startOfFailed'],
		({ failed }) => failed.data.job_status === 'Failure',
	],
	"the form of a failed job's `errors`": [['failed']],
	'how Verbit refuses a backup recording or notes that the job already has': [
		['secondBackup', 'secondNotes'],
	],
	'whether a second call for notes adds to the first or replaces it': [['notes', 'secondNotes']],
	'path, parameter and field of the deprecated upload': [
		['uploadUrl'],
		({ uploadUrl }) => uploadUrl.data.upload_url !== undefined,
	],
	'whether an error comes instead of the captions, with the status 200': [
		['earlyCaptions', 'unknownFormat'],
	],
	'whether captions are in the response itself or behind a redirect': [['srt']],
	'what captions are called, and their type': [['srt']],
	'what the JSON transcript and the text hold, and whether `timecode_interval` is read': [
		['json', 'txt', 'speakers', 'timecodes'],
		({ json }) => (ok(json) ? Array.isArray(json.data.segments) : undefined),
	],
	'what the list of jobs returns, and whether it can be searched by `external_id`': [
		['jobs', 'jobsByExternalId'],
	],
	'which formats exist': [['formats']],
	"how Verbit refuses captions of a job that isn't completed": [
		['earlyCaptions'],
		({ earlyCaptions }) => !ok(earlyCaptions),
	],
	'whether a call, or the job, says when the job was completed': [['completed']],
};

const FILES = ['srt', 'txt', 'json', 'earlyCaptions', 'unknownFormat'];

/** Whether it is a text, or a response of Verbit: of what a gateway, a proxy or a login page may have returned there is no verdict. @param {string} call @param {string | Reply | undefined} value */
function isAnswer(call, value) {
	if (value === undefined || typeof value === 'string') return value !== undefined;
	const { status, text, data } = value;
	const isPage = /^\s*<(!doctype|html)/i.test(text);
	const isFile = call === 'put' || (FILES.includes(call) && ok(value) && !isPage);
	return !isOutage(status) && (isFile || text === '' || Object.keys(data).length > 0);
}

/** @param {string | Reply | undefined} value */
function told(value) {
	if (value === undefined) return 'was not asked, as an earlier call failed';
	return typeof value === 'string' ? value : inWords(value);
}

/** What was found out about each question. @param {Record<string, any>} found @returns {Finding[]} */
function findingsOf(found) {
	return Object.entries(QUESTIONS).map(([question, [calls, held]]) => {
		const did = calls.map((call) => `${call} ${told(found[call])}`).join('; ');
		const isAnswered = calls.every((call) => isAnswer(call, found[call]));
		return { question, did, ...(isAnswered && { held: held?.(found) }) };
	});
}

/** A paragraph for each question. @param {Finding[]} findings */
function report(findings) {
	const verdict = (/** @type {boolean} */ held) =>
		`\n    Node: ${held ? 'the guess held' : 'THE GUESS WAS WRONG'}`;
	return findings
		.map(({ question, did, held }) => {
			return `- ${question}\n    Verbit: ${did}${held === undefined ? '' : verdict(held)}`;
		})
		.join('\n');
}

module.exports = { FINISH_IN, findingsOf, QUESTIONS, report };

/** A sandbox job is told to finish after this many seconds. */
const FINISH_IN_S = 10;

/** @typedef {import('./session').Reply} Reply */

/** A response in a few words: its status, and its ErrorType. No value of it is shown. @param {Reply} reply */
function inWords({ status, text, data }) {
	const { ErrorType: type, ErrorComment: comment } = data;
	if (type !== undefined) return `returned ${status} ${type} (${String(comment).slice(0, 100)})`;
	if (status === 0) return `didn't answer (${text})`;
	if (text === '') return `returned ${status} with no body`;
	if (/^\s*</.test(text)) return `returned ${status} with a page or XML`;
	const names = Object.keys(data).slice(0, 12);
	return `returned ${status} with ${names.length === 0 ? 'text' : `the fields ${names.join(', ')}`}`;
}

const isTrue = (/** @type {unknown} */ value) => (value ? 'yes' : 'no');

/** @param {{ where: string, reply: Reply, given: object, ended?: { states: string[], waited: number } }} start */
function startInWords({ where, reply, given, ended }) {
	const told = 'finish_with_error' in given ? 'to fail' : `to finish in ${FINISH_IN_S} s`;
	if (ended === undefined) return `told ${told} ${where}: ${inWords(reply)}`;
	return `told ${told} ${where}, the job was ${ended.states.at(-1)} after ${ended.waited} s`;
}

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

/** @param {Array<{ question: string } & import('./findings').Finding>} findings @returns {string} a paragraph for each question */
function report(findings) {
	const verdict = (/** @type {boolean} */ held) =>
		held ? 'the guess held' : 'THE GUESS WAS WRONG';
	return findings
		.map(({ question, did, held }) => {
			const node = held === undefined ? '' : `\n    Node: ${verdict(held)}`;
			return `- ${question}\n    Verbit: ${did}${node}`;
		})
		.join('\n');
}

module.exports = { FINISH_IN_S, formOf, foundIn, inWords, isTrue, report, startInWords };

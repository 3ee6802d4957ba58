/**
 * @typedef {import('./reckoning').Reckoned} Reckoned
 *
 * @typedef {'node' | 'crash' | 'n8n'} Cause what a flaw comes of: a fault of this node; a process that ended in the moment in
 *   which it started the job, so that nobody knows whether it did; n8n, which dropped the data of the execution
 * @typedef {'twice' | 'bytes' | 'lie' | 'notStarted' | 'orphan'} Kind
 * @typedef {{ kind: Kind, cause: Cause }} Flaw
 */

/** The node's error where an earlier execution ended in the middle of its last call. */
const UNCLEAR = 'EXTERNAL_ID_UNCLEAR';

/**
 * All that keeps a recording from one started job with its bytes, and from jobs that nothing names. The node answers for
 * what it was asked: for a recording that n8n never gave it again it can't.
 * @param {Reckoned} one
 * @param {number} upAt when everything was up again, ms since 1970
 * @returns {Flaw[]}
 */
function flawsOf(one, upAt) {
	const { started, rightBytes, orphans, ready, isNamed, lies, said } = one;
	// Only a job that lacks nothing but its start can have been started.
	const isUnclear = ready.length > 0 && said.some(({ code }) => code === UNCLEAR);
	// Whether n8n gave the node the recording when nothing was in its way, and kept what it said.
	const isAsked = said.some(({ startedAt }) => startedAt > upAt);
	const isMissing = started.length === 0;
	const isKnown = isMissing ? isAsked : isOrphanKnown(one);
	/** @type {(kind: Kind, is: boolean, cause?: Cause) => Flaw[]} */
	const flaw = (kind, is, cause = 'node') => (is ? [{ kind, cause }] : []);
	return [
		...flaw('twice', started.length > 1),
		...flaw('bytes', started.length > rightBytes.length),
		...flaw('lie', lies.length > 0),
		...flaw('notStarted', isMissing, isUnclear ? 'crash' : isAsked ? 'node' : 'n8n'),
		...flaw('orphan', orphans.length > 0 && !isNamed, isKnown ? 'node' : 'n8n'),
	];
}

/** Whoever creates another job after one that was interrupted knows of it, unless n8n dropped what it said. @param {Reckoned} one */
function isOrphanKnown({ said, orphans }) {
	const isLaterJob = (/** @type {number} */ job) => orphans.some((orphan) => orphan < job);
	return said.some(({ kind, jobId }) => kind === 'submitted' && isLaterJob(Number(jobId)));
}

module.exports = { flawsOf };

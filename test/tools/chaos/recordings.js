const { createCipheriv, hash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { asRecording } = require('../../support/recordings/heads');

/**
 * @typedef {import('./plan').PlannedRecording} PlannedRecording
 * @typedef {import('./executions').ExecutionReport} ExecutionReport
 * @typedef {import('../../emulator/state').Job} Job
 * @typedef {'node' | 'crash' | 'n8n'} Cause what a flaw comes of: a fault of this node; a process that ended in the moment in
 *   which it started the job, so that nobody knows whether it did; n8n, which dropped the data of the execution
 * @typedef {'twice' | 'bytes' | 'lie' | 'notStarted' | 'orphan'} Kind an orphan is a job that was created and never started,
 *   and that nothing names
 * @typedef {{ kind: Kind, cause: Cause }} Flaw
 * @typedef {ReturnType<typeof reckon>[0]} Reckoned one recording
 */

/** Bytes that no other recording has, the same each time. @param {PlannedRecording} recording */
function contentOf({ id, bytes }) {
	const key = hash('sha256', id, 'buffer');
	const content = createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(bytes));
	return asRecording(content);
}

const md5Of = (/** @type {PlannedRecording} */ recording) => hash('md5', contentOf(recording));

/** Puts it there as a careful recorder does: whole, or not at all. @param {string} folder @param {PlannedRecording} recording */
function putIntoFolder(folder, recording) {
	const draft = path.join(folder, `${recording.id}.part`);
	fs.writeFileSync(draft, contentOf(recording));
	fs.renameSync(draft, path.join(folder, `${recording.id}.wav`));
}

/**
 * What has become of each recording, by what Verbit has: not by what n8n says.
 * @param {Pick<Awaited<ReturnType<typeof import('../../emulator').startEmulator>>, 'state' | 'objectMd5'>} emulator
 * @param {PlannedRecording[]} recordings @param {ExecutionReport[]} executions
 * @param {number} [upAt] when everything was up again, ms since 1970
 */
function reckon(emulator, recordings, executions, upAt = Infinity) {
	const jobs = Object.values(emulator.state.data.jobs);
	const statements = executions.flatMap((execution) =>
		execution.statements.map((statement) => ({ ...statement, startedAt: execution.startedAt })),
	);
	return recordings.map((recording) => {
		const { id, way } = recording;
		const md5 = md5Of(recording);
		const isWhole = (/** @type {Job} */ { media }) =>
			media?.assetIds.length === 1 && emulator.objectMd5(media.assetIds[0]) === md5;
		const own = jobs.filter(({ externalId }) => externalId === id);
		const started = own.filter(({ status }) => status !== 'Pending');
		const orphans = own.filter(({ status }) => status === 'Pending');
		const said = statements.filter((statement) => statement.recording === id);
		const isNamed =
			said.some(({ mayBeDuplicate }) => mayBeDuplicate === true) ||
			[...said, ...executions].some(({ error }) => error?.includes(id)) ||
			(orphans.length > 0 &&
				orphans.every((job) => executions.some(({ leftOver }) => leftOver.includes(job.id))));
		const known = {
			started: started.map(({ id: job }) => job),
			/** Those of them whose media are the recording's bytes. */
			rightBytes: started.filter(isWhole).map(({ id: job }) => job),
			orphans: orphans.map(({ id: job }) => job),
			/** Whether one of them lacks nothing but its start: only such a one may have been started. */
			isReady: orphans.some(isWhole),
			/** Whether an error, a `possible_duplicate` or a hint tells of this recording, or of its unstarted jobs. */
			isNamed,
			/** By executions, each with the time when its execution began. */
			said,
		};
		return { id, way, ...known, flaws: flawsOf(known, upAt) };
	});
}

/**
 * All that keeps a recording from one started job with its bytes, and from jobs that nothing names. The node answers for
 * what it was asked: for a recording that n8n never gave it again it can't.
 * @param {{ started: number[], rightBytes: number[], orphans: number[], isReady: boolean, isNamed: boolean, said: Array<import('./executions').Statement & { startedAt: number }> }} known
 * @param {number} upAt @returns {Flaw[]}
 */
function flawsOf({ started, rightBytes, orphans, isReady, isNamed, said }, upAt) {
	// An earlier execution ended in the middle of its last call.
	const isUnclear = isReady && said.some(({ code }) => code === 'EXTERNAL_ID_UNCLEAR');
	// Whether n8n gave the node the recording when nothing was in its way, and kept what it said.
	const isAsked = said.some(({ startedAt }) => startedAt > upAt);
	const isMissing = started.length === 0;
	// Whoever creates another job after one that was interrupted knows of it, unless n8n dropped what it said. Whoever only
	// continues with that other job doesn't.
	const isOrphanKnown = said.some(
		({ kind, jobId, isContinued }) =>
			kind === 'submitted' && !isContinued && orphans.some((orphan) => orphan < Number(jobId)),
	);
	const isKnown = isMissing ? isAsked : isOrphanKnown;
	/** @type {(kind: Kind, is: boolean, cause?: Cause) => Flaw[]} */
	const flaw = (kind, is, cause = 'node') => (is ? [{ kind, cause }] : []);
	return [
		...flaw('twice', started.length > 1),
		...flaw('bytes', started.length > rightBytes.length),
		...flaw(
			'lie',
			said.some((statement) => isLie(statement, rightBytes)),
		),
		...flaw('notStarted', isMissing, isUnclear ? 'crash' : isAsked ? 'node' : 'n8n'),
		...flaw('orphan', orphans.length > 0 && !isNamed, isKnown ? 'node' : 'n8n'),
	];
}

/** A success that is not true. @param {import('./executions').Statement} statement @param {number[]} rightBytes jobs */
function isLie({ kind, jobId }, rightBytes) {
	if (kind === 'failed') return false;
	if (kind === 'skipped') return rightBytes.length === 0;
	return !rightBytes.includes(Number(jobId));
}

/** @param {Pick<Reckoned, 'started' | 'rightBytes'>} one */
const isStartedOnce = ({ started, rightBytes }) => started.length === 1 && rightBytes.length === 1;

module.exports = { contentOf, isStartedOnce, md5Of, putIntoFolder, reckon };

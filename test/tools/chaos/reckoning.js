const { md5Of } = require('./recordings');

/**
 * @typedef {import('./executions').ExecutionReport} ExecutionReport
 * @typedef {import('../../emulator/state').Job} Job
 * @typedef {ReturnType<typeof reckon>[0]} Reckoned one recording
 */

/**
 * What has become of each recording, by what Verbit has: not by what n8n says.
 * @param {Pick<import('./world').World, 'emulator'>} world
 * @param {import('./plan').PlannedRecording[]} recordings
 * @param {ExecutionReport[]} executions
 */
function reckon({ emulator }, recordings, executions) {
	const jobs = Object.values(emulator.state.data.jobs);
	const statements = executions.flatMap((execution) =>
		execution.statements.map((statement) => ({ ...statement, startedAt: execution.startedAt })),
	);
	return recordings.map((recording) => {
		const { id } = recording;
		const md5 = md5Of(recording);
		const isWhole = (/** @type {Job} */ { media }) =>
			media?.assetIds.length === 1 && emulator.objectMd5(media.assetIds[0]) === md5;
		const own = jobs.filter(({ externalId }) => externalId === id);
		const started = own.filter(({ status }) => status !== 'Pending');
		const orphans = own.filter(({ status }) => status === 'Pending');
		const rightBytes = started.filter(isWhole).map(idOf);
		const said = statements.filter((statement) => statement.recording === id);
		return {
			id,
			way: recording.way,
			/** Jobs with this External ID. */
			started: started.map(idOf),
			/** Those of them whose media are the recording's bytes. */
			rightBytes,
			/** Jobs that were created and never started. */
			orphans: orphans.map(idOf),
			/** Those of them that lack nothing but their start. */
			ready: orphans.filter(isWhole).map(idOf),
			/** Whether an error, a `possible_duplicate` or a hint tells of this recording, or of its unstarted jobs. */
			isNamed:
				said.some(({ mayBeDuplicate }) => mayBeDuplicate === true) ||
				[...said, ...executions].some(({ error }) => error?.includes(id)) ||
				(orphans.length > 0 &&
					orphans.every((job) => executions.some(({ leftOver }) => leftOver.includes(job.id)))),
			/** Statements of success that are not true. */
			lies: said.filter((statement) => isLie(statement, rightBytes)),
			/** By executions, each with the time when its execution began. */
			said,
		};
	});
}

/** @param {import('./executions').Statement} statement @param {number[]} rightBytes jobs */
function isLie({ kind, jobId }, rightBytes) {
	if (kind === 'failed') return false;
	if (kind === 'skipped') return rightBytes.length === 0;
	return !rightBytes.includes(Number(jobId));
}

/** @param {Job} job */
const idOf = ({ id }) => id;

module.exports = { reckon };

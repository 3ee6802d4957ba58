/**
 * Everything that is known of one recording, to find out what has happened to it.
 * @param {import('./chaos').ChaosWorld} world
 * @param {string} id of the recording
 * @param {import('./executions').ExecutionReport[]} executions
 * @param {{ startedAt: number, log: import('./carryOut').Log }} run ms since 1970, and what was really done
 * @returns {string[]} in the order of time
 */
function storyOf({ emulator }, id, executions, { startedAt, log }) {
	const { jobs } = emulator.state.data;
	const own = Object.values(jobs).filter(({ externalId }) => externalId === id);
	const ids = own.map((job) => job.id);
	const seconds = (/** @type {number} */ at) => `${((at - startedAt) / 1000).toFixed(2)} s`;
	/** @type {Array<{ at: number, text: string }>} */
	const lines = [];
	const sending = log.sendings[id];
	if (sending) {
		const end = sending.isTaken ? 'success' : 'gave up';
		lines.push({ at: sending.endedAt, text: `sender: tries: ${sending.tries}, ${end}` });
	}
	for (const entry of emulator.journal) {
		const { external_id: externalId } = /** @type {any} */ (entry.body ?? {});
		const isOwn = externalId === id || (entry.jobId !== null && ids.includes(entry.jobId));
		if (!isOwn) continue;
		const { operation, jobId, status, fault } = entry;
		const text = `${operation} job ${jobId ?? 'new'} → ${status ?? 'no answer'}${fault ? ` (${fault})` : ''}`;
		lines.push({ at: Date.parse(entry.at), text });
	}
	for (const execution of executions) {
		if (!execution.recordings.includes(id)) continue;
		const said = execution.statements.filter(({ recording }) => recording === id);
		const name = `execution ${execution.id}${execution.retryOf ? ` (retry of ${execution.retryOf})` : ''}`;
		lines.push({ at: execution.startedAt, text: `${name} begins` });
		const what = said.map(({ kind, jobId, error }) => `${kind} ${jobId ?? ''} ${error ?? ''}`);
		const text = `${name} ends: ${execution.status} ${what.join('; ')} ${execution.error ?? ''}`;
		lines.push({ at: execution.stoppedAt || Infinity, text });
	}
	return lines.sort((a, b) => a.at - b.at).map(({ at, text }) => `${seconds(at)} ${text.trim()}`);
}

module.exports = { storyOf };
